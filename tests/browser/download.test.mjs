// A chart that leaves the page is the very picture that the command makes of the release.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { charts } from './browser.mjs';
import { figures, REPORT_PAGES, show } from './site.mjs';
import { host, LIMIT, visit, visitor } from './stage.mjs';

const BUTTON = { en: 'Download this chart as SVG', zh: '将此图下载为 SVG' };

describe('downloads', { concurrency: 2 }, () => {
  for (const { path, lang, release } of REPORT_PAGES) {
    test(`every chart downloaded from ${path} has the command's bytes`, LIMIT, async (t) => {
      const server = await host(t);
      let { page } = await visit(t, server, path);
      // The page lets nobody make a document of text.
      const empty = await (await visitor(t)).newPage();
      for (const [index, [figure, inline]] of (await charts(page)).entries()) {
        // Chromium gives a page ten downloads and asks from then on; nobody answers here.
        if (index % 8 === 7) ({ page } = await visit(t, server, path));
        const batch = release.batches.findLast((id) => figure.startsWith(`${id}-`));
        const coming = page.waitForEvent('download');
        await page.locator(`[id="${figure}"]`).getByRole('button', { name: BUTTON[lang] }).click();
        const download = await coming;
        const bytes = await readFile(await download.path());
        const chart = figure.slice(batch.length + 1);
        assert.equal(download.suggestedFilename(), `${release.report}-${release.release}-${figure}.svg`);
        assert.ok(bytes.equals(show(release, '--chart', chart, '--batch', batch, '--lang', lang)), `${figure} is the command's`);

        const [drawn, shown] = await empty.evaluate(([file, inline]) => {
          const parse = (text) => new DOMParser().parseFromString(text, 'text/html');
          return [parse(file).querySelector('svg svg svg').innerHTML, parse(inline).querySelector('svg').innerHTML];
        }, [bytes.toString(), inline]);
        assert.ok(drawn === shown, `the marks of ${figure} in the file are those on the page`);
      }
    });

    test(`a chart from ${path} says by itself what it is, where it comes from and what a dagger means`, LIMIT, async () => {
      const { root, batches } = figures(release);
      const silent = [];
      for (const { batch } of batches) {
        for (const chart of ['throughput-long-input', 'ttft_p95_ms', 'tpot_p95_ms', 'e2e_p95_ms', 'gain']) {
          const text = show(release, '--chart', chart, '--batch', batch, '--lang', lang).toString();
          assert.ok(text.includes(`${release.report} ${release.release}`), `${batch} ${chart} names its release`);
          assert.ok(text.includes(root), `${batch} ${chart} has the root digest`);
          assert.equal(/Illustrative|示意/.test(text), release.status === 'illustrative', `${batch} ${chart} has its status`);
          if (/\d.* †</.test(text) && !/>†[ （][^<]+</.test(text)) silent.push(`${batch} ${chart}`);
        }
      }
      assert.deepEqual(silent, [], 'daggers without a word on what they mean');
    });
  }
});
