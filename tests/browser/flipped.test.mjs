// One byte of one file is another one, at every fetch of it: the page names the file and shows nothing computed from it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alerts, charts, checkSources, seal, states, unfold } from './browser.mjs';
import { flipped, seeded } from './flip.mjs';
import { figures, RELEASES, REPORT_PAGES } from './site.mjs';
import { host, LIMIT, stand, visit } from './stage.mjs';

/** A host on which one byte of `file` differs, always the same byte. */
function flipping(t, file) {
  let other;
  return host(t, (path, bytes) => (path === file ? other ??= flipped(bytes, seeded(file)) : bytes));
}

const pageOf = (release, lang) => REPORT_PAGES.find((page) => page.release === release && page.lang === lang);

/** Everything on the page that was computed. */
const computed = (page) => page.locator('figure, svg.chart, data, .headline, .numbers, #verdict, .batch').count();

/** The files that are not what they should be, with what the page says of each. */
const differing = async (page) => [...await states(page)].filter(([, state]) => !/^(same|一致|not checked|未校验)$/.test(state));

/** Every figure of a batch as the page would write it in a table. */
const written = ({ scenarios }) => new Set(scenarios.flatMap(({ baseline, candidate }) => [baseline, candidate])
  .flatMap((cell) => cell.measured?.rounds ?? []).flatMap((round) => Object.values(round.values))
  .filter((value) => value !== null).map((value) => value.toFixed(2)));

describe('a flipped byte', { concurrency: 2 }, () => {
  for (const release of RELEASES) {
    const at = (file) => `/${release.folder}/${file}`;

    for (const [index, file] of ['SHA256SUMS', 'datapackage.json', 'report.json'].entries()) {
      test(`in ${file} of ${release.report} leaves no figure on the page, and is named`, LIMIT, async (t) => {
        const { path } = pageOf(release, ['en', 'zh'][index % 2]);
        const { page } = await visit(t, await flipping(t, at(file)), path);
        assert.equal(await computed(page), 0);
        const [alert, ...others] = await alerts(page);
        assert.deepEqual(others, []);
        assert.ok(alert.includes(`\`${file}\``), alert);
      });
    }

    for (const batch of release.batches) {
      for (const [index, side] of ['baseline', 'candidate'].entries()) {
        const file = `rounds/${batch}-${side}.csv`;
        test(`in ${file} of ${release.report} withholds its batch and no other, and is named`, LIMIT, async (t) => {
          const { path } = pageOf(release, ['en', 'zh'][index]);
          const { page } = await visit(t, await flipping(t, at(file)), path);
          const intact = await charts(await stand(path));
          const others = intact.filter(([figure]) => !figure.startsWith(`${batch}-`));
          assert.ok(others.length < intact.length);
          assert.deepEqual(await charts(page), others);
          assert.equal(await page.locator(`[id^="${batch}-"]`).count(), 0);

          // The verdict over the page is that of the first batch.
          const first = batch === release.batches[0];
          assert.equal(await page.locator('.headline, .numbers, #verdict').count(), first ? 0 : 3);
          const { batches } = figures(release);
          const kept = new Set(batches.filter((other) => other.batch !== batch).flatMap((other) => [...written(other)]));
          await unfold(page);
          const shown = new Set((await page.innerText('body')).match(/\d+\.\d{2}(?!\d)/g));
          const withheld = [...written(batches.find((other) => other.batch === batch))];
          assert.deepEqual(withheld.filter((text) => shown.has(text) && !kept.has(text)), [], 'figures of the batch');

          assert.ok((await seal(page)).includes(file), await seal(page));
          assert.equal((await alerts(page)).filter((alert) => alert.includes(file)).length, 1, 'one alert names it');
          const wrong = await differing(page);
          assert.deepEqual(wrong.map(([path]) => path), [file]);
          assert.match(wrong[0][1], /[0-9a-f]{64}/, 'its digest is given');
        });
      }
    }

    for (const [index, file] of ['readme.md', 'license.txt'].entries()) {
      test(`in ${file} of ${release.report} is named, and the figures stay`, LIMIT, async (t) => {
        const { path } = pageOf(release, ['en', 'zh'][index]);
        const { page } = await visit(t, await flipping(t, at(file)), path);
        assert.deepEqual(await charts(page), await charts(await stand(path)));
        assert.ok((await seal(page)).includes(file), await seal(page));
        assert.doesNotMatch(await seal(page), /^(All|全部) \d+ /);
        assert.deepEqual((await differing(page)).map(([path]) => path), [file]);
      });
    }

    if (release.sources.length > 0) {
      test(`in a source of ${release.report} is named once the sources are asked for`, LIMIT, async (t) => {
        const random = seeded('source');
        const file = release.sources[Math.floor(random() * release.sources.length)];
        const { page } = await visit(t, await flipping(t, at(file)), pageOf(release, 'en').path);
        assert.ok(!(await seal(page)).includes(file));
        await checkSources(page);
        assert.ok((await seal(page)).includes(file), await seal(page));
        assert.deepEqual((await differing(page)).map(([path]) => path), [file]);
        assert.deepEqual(await charts(page), await charts(await stand(pageOf(release, 'en').path)), 'no figure rests on it');
      });
    }
  }
});

describe('a flipped byte in catalogue.json', { concurrency: 2 }, () => {
  const CATALOGUE = '/data/catalogue.json';

  /** The page but for the names of the other reports. */
  const content = (page) => page.$eval('#app', (app) => {
    const copy = app.cloneNode(true);
    copy.querySelectorAll('nav a:not([aria-current])').forEach((link) => link.remove());
    return copy.innerHTML;
  });

  for (const { path } of REPORT_PAGES) {
    test(`never leads to another figure on ${path}`, LIMIT, async (t) => {
      const intact = await content(await stand(path));
      const random = seeded(path);
      const outcomes = { refused: 0, equal: 0 };
      for (let round = 0; round < 5; round += 1) {
        let other;
        const server = await host(t, (asked, bytes) => (asked === CATALOGUE ? other ??= flipped(bytes, random) : bytes));
        const { page } = await visit(t, server, path);
        if (await page.locator('#seal').count()) {
          assert.ok(await content(page) === intact, `the page is the same with ${other}`);
          outcomes.equal += 1;
        } else {
          assert.equal(await computed(page), 0);
          const [alert] = await alerts(page);
          assert.ok(alert.includes('`catalogue.json`'), alert);
          outcomes.refused += 1;
        }
        await page.context().close();
      }
      assert.ok(outcomes.refused > 0, JSON.stringify(outcomes));
    });
  }
});
