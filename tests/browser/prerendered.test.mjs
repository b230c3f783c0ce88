// The page as HTML, scripts off: a reader of an archive, a crawler, a reader who trusts no script.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { charts, seal } from './browser.mjs';
import { figures, REPORT_PAGES } from './site.mjs';
import { host, LIMIT, read } from './stage.mjs';

const UNCHECKED = { en: /^Not checked yet in this browser\./, zh: /^本浏览器尚未校验。/ };

describe('without scripts', { concurrency: 2 }, () => {
  for (const { path, lang, release } of REPORT_PAGES) {
    test(`${path} is a whole page without scripts`, LIMIT, async (t) => {
      const page = await read(t, await host(t), path);

      await t.test('it says that nothing was checked in this browser', async () => {
        assert.match(await seal(page), UNCHECKED[lang]);
        assert.equal(await page.getAttribute('html', 'data-ready'), null);
      });

      await t.test('it shows every chart and table', async () => {
        const ids = (await charts(page)).map(([figure]) => figure);
        assert.equal(new Set(ids).size, ids.length, 'no two figures have one id');
        for (const batch of release.batches) {
          for (const chart of ['throughput-long-input', 'ttft_p95_ms', 'tpot_p95_ms', 'e2e_p95_ms', 'gain']) {
            assert.ok(ids.includes(`${batch}-${chart}`), `${batch}-${chart} is there`);
          }
        }
        assert.equal(await page.locator('figure').count(), ids.length, 'every figure has its chart');
        assert.equal(await page.locator('figure details table').count(), ids.length, 'every figure has its table');
        assert.ok(await page.locator('data[value]').count() > 20 * ids.length, 'the tables have numbers');
        assert.equal(await page.locator('button:visible').count(), 0, 'nothing looks as if it could be pressed');
      });

      await t.test('it gives the verdict with its counts', async () => {
        const { improved, worse, not_resolved } = figures(release).batches[0].verdict;
        const verdict = await page.textContent('#verdict');
        for (const count of [improved, worse, not_resolved, improved + worse + not_resolved]) {
          assert.match(verdict, new RegExp(`(?<!\\d)${count}(?!\\d)`));
        }
        assert.ok(await page.isVisible('.headline'));
      });

      await t.test('it has its language, title and description', async () => {
        assert.equal(await page.getAttribute('html', 'lang'), { en: 'en', zh: 'zh-Hans' }[lang]);
        assert.equal(await page.title(), `${release.title[lang]} · Daggerboard`);
        assert.equal(await page.textContent('h1'), release.title[lang]);
        const description = await page.getAttribute('meta[name="description"]', 'content');
        assert.ok(description.length > 20, description);
        assert.equal(/\p{Script=Han}/u.test(description), lang === 'zh', 'the description is in the language of the page');
        const way = await page.$eval('a.lang', (link) => [link.hreflang, new URL(link.href).pathname]);
        assert.deepEqual(way, { en: ['zh-Hans', `/${release.report}/zh/`], zh: ['en', `/${release.report}/`] }[lang]);
      });
    });
  }
});
