// The site below a path of a plain host: it names nothing from the host's root.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { charts, open, settled } from './browser.mjs';
import { RELEASES, REPORT_PAGES, SITE, START_PAGES } from './site.mjs';
import { host, LIMIT, stand, visit, visitor } from './stage.mjs';

const BELOW = '/some/path';
const FOLDER = mkdtempSync(join(tmpdir(), 'daggerboard-below-'));
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
mkdirSync(join(FOLDER, 'some'));
symlinkSync(SITE, join(FOLDER, BELOW));

const below = (t) => host(t, undefined, FOLDER);

describe('below a path', { concurrency: 2 }, () => {
  for (const { path } of [...REPORT_PAGES, ...START_PAGES]) {
    test(`${path} is checked and complete, and asks for nothing above`, LIMIT, async (t) => {
      const server = await below(t);
      const { page, errors } = await visit(t, server, BELOW + path);
      assert.deepEqual(errors, []);
      assert.deepEqual(await charts(page), await charts(await stand(path)));
      assert.deepEqual(server.requests.filter((asked) => !asked.startsWith(`${BELOW}/`)), []);
      const links = await page.$$eval('a[href]', (all) => all.map(({ href }) => href.replace(/#.*/, '')));
      for (const link of new Set(links.filter((href) => href.startsWith(server.origin)))) {
        assert.ok(link.startsWith(`${server.origin}${BELOW}/`), link);
        assert.equal((await fetch(link)).status, 200, link);
      }
    });
  }

  test('the language switch goes there and back', LIMIT, async (t) => {
    const server = await below(t);
    for (const { path } of REPORT_PAGES.filter(({ lang }) => lang === 'en')) {
      const { page } = await visit(t, server, BELOW + path);
      for (const [tag, expected] of [['zh-Hans', `${path}zh/`], ['en', path]]) {
        await page.locator('a.lang').click();
        await page.waitForSelector(`html[lang="${tag}"][data-ready]`);
        assert.equal(new URL(page.url()).pathname, BELOW + expected);
      }
    }
  });

  test('a link to a figure, to a release and to both is followed', LIMIT, async (t) => {
    const server = await below(t);
    const [release] = RELEASES;
    const figure = `?figure=${release.batches[0]}/verdict`;
    for (const [path, query, expected] of [
      [`/${release.report}/`, figure, `/${release.report}/`],
      [`/${release.report}/${release.release}/zh/`, figure, `/${release.report}/${release.release}/zh/`],
      [`/${release.report}/`, `${figure}&release=${release.release}`, `/${release.report}/${release.release}/`],
    ]) {
      const { page, errors } = await open(await visitor(t), server.origin + BELOW + path + query);
      await page.waitForSelector('#proof[open] code');
      await settled(page);
      assert.equal(new URL(page.url()).pathname, BELOW + expected);
      assert.deepEqual(errors, []);
    }
  });
});
