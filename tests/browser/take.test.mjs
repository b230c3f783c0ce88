// What a reader takes along: files as they were hashed, the whole release, a chart as PNG, the verdict as Markdown, a chart in a frame.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { charts, open, states } from './browser.mjs';
import { RELEASES, REPORT_PAGES, show, SITE } from './site.mjs';
import { host, LIMIT, visit, visitor } from './stage.mjs';

const TEXTS = {
  en: { png: 'Download this chart as PNG', zip: /The whole release as a zip/, markdown: 'Copy as Markdown' },
  zh: { png: '将此图下载为 PNG', zip: /下载整个发布/, markdown: '复制为 Markdown' },
};
const AXE = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const [RELEASE] = RELEASES;
const of = (lang) => REPORT_PAGES.find((page) => page.release === RELEASE && page.lang === lang).path;

const downloaded = async (page, press) => {
  const coming = page.waitForEvent('download');
  await press();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

/** Width, height and the colours of a PNG that the browser drew: eight bits, RGB or RGBA, not interlaced. */
function picture(bytes) {
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[bytes[25]];
  const parts = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const kind = bytes.subarray(at + 4, at + 8).toString();
    if (kind === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  // Filtered, so these are no colours, but of an even picture all rows are the same.
  const data = inflateSync(Buffer.concat(parts));
  const row = 1 + width * channels;
  const rows = new Set();
  for (let at = 0; at < data.length; at += row) rows.add(data.subarray(at, at + row).toString('base64'));
  return { width, height, rows: rows.size };
}

describe('what a reader takes along', { concurrency: 2 }, () => {
  test('every file of rounds is given as it was hashed, and a changed one is not given', LIMIT, async (t) => {
    const server = await host(t);
    const { page } = await visit(t, server, of('en'));
    const links = await page.locator('.files [data-file]').evaluateAll((all) => all.map((link) => [link.dataset.file, link.parentElement.textContent]));
    assert.equal(links.length, 6 * RELEASE.batches.length);
    for (const [path, words] of links.slice(0, 6)) {
      const there = await readFile(join(SITE, RELEASE.folder, path));
      const digest = createHash('sha256').update(there).digest('hex');
      assert.ok(words.includes(digest), `${path} stands beside its digest`);
      const { name, bytes } = await downloaded(page, () => page.locator(`[data-file="${path}"]`).click());
      assert.equal(name, path.replace('/', '-'));
      assert.ok(bytes.equals(there), `${path} is what was published`);
    }
    assert.equal((await states(page)).get(links[1][0]), 'same');

    const context = await visitor(t);
    await context.route(`**/${links[2][0]}`, (route) => route.fulfill({ body: 'else' }));
    const { page: other } = await open(context, `${server.origin}${of('en')}`);
    let given = 0;
    other.on('download', () => { given += 1; });
    await other.locator(`[data-file="${links[2][0]}"]`).click();
    await other.waitForFunction((path) => document.querySelector('#seal-state').textContent.includes(path), links[2][0]);
    assert.equal(given, 0);
  });

  for (const lang of ['en', 'zh']) {
    test(`a chart is drawn as PNG, twice as large as it says, in ${lang}`, LIMIT, async (t) => {
      const { page, errors } = await visit(t, await host(t), of(lang));
      const figure = `${RELEASE.batches[0]}-gain`;
      const { name, bytes } = await downloaded(page, () => page.locator(`[id="${figure}"]`).getByRole('button', { name: TEXTS[lang].png }).click());
      assert.equal(name, `${RELEASE.report}-${RELEASE.release}-${figure}.png`);
      const svg = show(RELEASE, '--chart', 'gain', '--batch', RELEASE.batches[0], '--lang', lang).toString();
      const [, width, height] = svg.match(/width="(\d+)" height="(\d+)"/).map(Number);
      const drawn = picture(bytes);
      assert.deepEqual([drawn.width, drawn.height], [2 * width, 2 * height]);
      assert.ok(drawn.rows > drawn.height / 4, `${drawn.rows} different rows of ${drawn.height}`);
      assert.deepEqual(errors, []);
    });

    test(`the verdict is copied as the command prints it, in ${lang}`, LIMIT, async (t) => {
      const server = await host(t);
      const { page } = await visit(t, server, of(lang));
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
      await page.getByRole('button', { name: TEXTS[lang].markdown }).first().click();
      await page.waitForFunction(() => /Markdown/.test(document.querySelector('#markdown-said').textContent));
      const address = `${server.origin}/${RELEASE.report}/${RELEASE.release}/${lang === 'zh' ? 'zh/' : ''}`;
      const expected = show(RELEASE, '--format', 'markdown', '--lang', lang, '--page', address).toString();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), expected);
      assert.ok(expected.includes(address));
    });
  }

  test('where the browser lets nobody copy, the verdict stands there selected', LIMIT, async (t) => {
    const server = await host(t);
    const context = await visitor(t);
    await context.addInitScript(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
    const { page } = await open(context, `${server.origin}${of('en')}`);
    await page.getByRole('button', { name: TEXTS.en.markdown }).first().click();
    await page.locator('#markdown-text').waitFor();
    const shown = await page.textContent('#markdown-text');
    assert.ok(shown.startsWith('### ') && shown.includes('| Scenario |'), shown);
    assert.equal((await page.evaluate(() => String(getSelection()))).trim(), shown.trim());
  });

  test('the whole release is a link to a zip that is there', LIMIT, async (t) => {
    const server = await host(t);
    for (const lang of ['en', 'zh']) {
      const { page } = await visit(t, server, of(lang));
      const link = page.getByRole('link', { name: TEXTS[lang].zip });
      assert.equal(await link.getAttribute('download'), `${RELEASE.report}-${RELEASE.release}.zip`);
      const zip = await (await fetch(await link.evaluate((element) => element.href))).arrayBuffer();
      assert.equal(Buffer.from(zip).subarray(0, 2).toString(), 'PK');
    }
  });
});

describe('one chart in a frame', { concurrency: 2 }, () => {
  for (const lang of ['en', 'zh']) {
    for (const colorScheme of ['light', 'dark']) {
      test(`is checked and stands alone, in ${lang}, ${colorScheme}`, LIMIT, async (t) => {
        const server = await host(t);
        const context = await visitor(t, { colorScheme });
        const { page, errors } = await open(context, `${server.origin}${of(lang)}?embed=gain`);
        const { page: whole } = await open(context, `${server.origin}${of(lang)}`);
        const markup = new Map(await charts(whole)).get(`${RELEASE.batches[0]}-gain`);
        assert.deepEqual(await page.$$eval('svg.chart', (all) => all.map((svg) => svg.outerHTML)), [markup]);
        assert.equal(await page.locator('h1').count(), 1);
        const text = await page.textContent('main');
        const sums = createHash('sha256').update(await readFile(join(SITE, RELEASE.folder, 'SHA256SUMS'))).digest('hex');
        for (const says of [sums, `${RELEASE.report} ${RELEASE.release}`]) assert.ok(text.includes(says), says);
        const link = page.locator('main a[target="_blank"]');
        assert.ok((await link.evaluate((element) => element.href)).includes(`/${RELEASE.report}/${RELEASE.release}/`));
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
        assert.deepEqual(errors, []);
      });
    }
  }

  test('fits the frame of another page on a phone, and says which charts there are', LIMIT, async (t) => {
    const server = await host(t);
    const context = await visitor(t, { viewport: { width: 360, height: 700 } });
    const outer = await context.newPage();
    await outer.route('**/outer.html', (route) => route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${of('en')}?embed=${RELEASE.batches[0]}-ttft_p95_ms" title="a chart" width="320" height="600"></iframe>`,
    }));
    await outer.goto(`${server.origin}/outer.html`);
    const frame = outer.frame({ url: /embed=/ });
    await frame.waitForSelector('html[data-ready="1"]');
    assert.equal(await frame.locator('svg.chart').count(), 1);
    assert.ok(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing to scroll sideways');
    const { page } = await visit(t, server, `${of('en')}?embed=else`);
    assert.match(await page.textContent('main'), /The address asks for a chart that this page does not have\. It has throughput-long-input, /);
  });

  test('is withheld where a file differs', LIMIT, async (t) => {
    const server = await host(t);
    const context = await visitor(t);
    await context.route('**/rounds/*.csv', (route) => route.fulfill({ body: 'else' }));
    const { page } = await open(context, `${server.origin}${of('en')}?embed=gain`);
    assert.equal(await page.locator('svg.chart').count(), 0);
  });
});
