// The page as one file: opened from disk with the network off, it shows what the site's page shows, and checks it as that does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import { alerts, charts, checkSources, open, seal, settled, states, unfold } from './browser.mjs';
import { flipped, seeded } from './flip.mjs';
import { COMMAND, RELEASES, REPORT_PAGES, SITE } from './site.mjs';
import { LIMIT, stand, visitor } from './stage.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const AXE = await readFile(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
const FOLDER = mkdtempSync(join(tmpdir(), 'daggerboard-single-'));
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }));

/** The release with raw files, and the other. */
const [WITH, OTHER] = RELEASES.toSorted((a, b) => b.sources.length - a.sources.length);
const ORIGIN = 'https://results.example/some/path/';

/** Has the command write a file, once. */
function made(name, release, ...more) {
  const out = join(FOLDER, name);
  execFileSync(COMMAND, ['build', '--dist', SITE, '--prerender', process.env.PRERENDER ?? 'target/debug/prerender',
    '--single-file', release.report, '--out', out, ...more], { cwd: ROOT, stdio: 'pipe' });
  return out;
}

const FILE = made('a page.html', WITH);
const OF_A_SITE = made('of-a-site.html', OTHER, '--origin', ORIGIN, '--lang', 'zh');

/** Opens a file as somebody does who has nothing else: whatever the page asks for beyond it is kept. */
async function opened(t, file, query = '') {
  const context = await visitor(t, { acceptDownloads: true });
  await context.setOffline(true);
  await context.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      window.refused.push(`${effectiveDirective} ${blockedURI}`);
    });
  });
  const asked = [];
  context.on('request', (request) => { if (!request.url().startsWith('data:')) asked.push(request.url()); });
  const { page, errors } = await open(context, pathToFileURL(file).href + query);
  await settled(page);
  return { page, errors, asked };
}

const pageOf = (release, lang) => REPORT_PAGES.find((page) => page.release === release && page.lang === lang).path;

const BLOCK = (path) => new RegExp(`(<script type="application/octet-stream" data-inside="${path}">)([^<]*)`);

/** The file with other bytes for the one inside it called `path`. */
function spoilt(name, path, spoil) {
  const html = readFileSync(FILE, 'utf8');
  assert.match(html, BLOCK(path));
  const other = html.replace(BLOCK(path), (_, opening, packed) => opening + spoil(packed));
  assert.notEqual(other, html);
  writeFileSync(join(FOLDER, name), other);
  return join(FOLDER, name);
}

describe('one file', { concurrency: 2 }, () => {
  test('is the page of the site, checked, and asks for nothing', LIMIT, async (t) => {
    const { page, errors, asked } = await opened(t, FILE);
    assert.deepEqual(asked.filter((url) => !url.startsWith('blob:')), [pathToFileURL(FILE).href]);
    assert.deepEqual(errors, []);
    assert.deepEqual(await page.evaluate(() => window.refused), []);
    assert.deepEqual(await charts(page), await charts(await stand(pageOf(WITH, 'en'))));
    const unchecked = [...await states(page)].filter(([, state]) => state !== 'same').map(([file]) => file);
    assert.deepEqual(unchecked, [...WITH.copies, ...WITH.sources].toSorted());

    const catalogue = JSON.parse(readFileSync(join(SITE, 'data/catalogue.json'), 'utf8'));
    const { root } = catalogue.reports.find((report) => report.id === WITH.report).releases.at(-1);
    assert.match(await page.textContent('#seal-inside'), /came inside it/);
    assert.equal(await page.textContent('#seal-inside .digest'), root);

    await checkSources(page);
    assert.deepEqual([...await states(page)].filter(([, state]) => state !== 'same'), []);
    assert.match(await seal(page), /^All \d+ files/);
  });

  test('has no link that leads nowhere', LIMIT, async (t) => {
    const { page } = await opened(t, FILE);
    await unfold(page);
    const links = await page.$$eval('a[href]:not([download])', (all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(links.filter((href) => !/^(#|\?|$)/.test(href)), []);
  });

  test('that knows its site leads to it', LIMIT, async (t) => {
    const { page, errors } = await opened(t, OF_A_SITE);
    assert.deepEqual(errors, []);
    assert.equal(await page.getAttribute('html', 'lang'), 'zh-Hans');
    assert.deepEqual(await charts(page), await charts(await stand(pageOf(OTHER, 'zh'))));
    const links = await page.$$eval('a[href]:not([download])', (all) => all.map((link) => link.getAttribute('href')));
    assert.ok(links.includes(`${ORIGIN}${OTHER.report}/${OTHER.release}/zh/`), links.join('\n'));
    assert.deepEqual(links.filter((href) => !/^(#|\?|$)/.test(href) && !href.startsWith(ORIGIN)), []);
  });

  test('has both languages', LIMIT, async (t) => {
    const { page } = await opened(t, FILE);
    await page.locator('a.lang').click();
    await page.waitForSelector('html[lang="zh-Hans"][data-ready]');
    await settled(page);
    assert.equal(await page.title(), `${WITH.title.zh} · Daggerboard`);
    assert.deepEqual(await charts(page), await charts(await stand(pageOf(WITH, 'zh'))));
    await page.locator('a.lang').click();
    await page.waitForSelector('html[lang="en"][data-ready]');
    assert.equal(await page.title(), `${WITH.title.en} · Daggerboard`);
  });

  test('shows how a figure was made, and every round', LIMIT, async (t) => {
    const { page, errors } = await opened(t, FILE);
    await unfold(page);
    assert.ok(await page.locator('.asked table').count() > 0, 'the rounds came');
    await page.locator('button[name$="/verdict"]').first().click();
    await page.waitForSelector('#proof[open] code');
    assert.deepEqual(errors, []);
  });

  test('hands out the files inside it', LIMIT, async (t) => {
    const { page } = await opened(t, FILE);
    await unfold(page);
    for (const file of ['report.json', WITH.sources[0]]) {
      const coming = page.waitForEvent('download');
      await page.locator('#seal tbody a', { hasText: file }).first().click();
      const download = await coming;
      assert.equal(download.suggestedFilename(), file.split('/').at(-1));
      assert.ok((await readFile(await download.path())).equals(readFileSync(join(SITE, WITH.folder, file))), file);
    }
  });

  test('can be read by everybody', { timeout: 4 * LIMIT.timeout }, async (t) => {
    const { page } = await opened(t, FILE);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id), [], colorScheme);
    }
  });

  test('prints', LIMIT, async (t) => {
    const { page } = await opened(t, FILE);
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.isVisible('#verdict') && await page.isVisible('#seal-inside'));
    const pdf = await page.pdf({ format: 'A4' });
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    assert.ok(pdf.length > 50_000, `${pdf.length} bytes`);
  });

  test('stands without scripts, and says that nothing was checked', LIMIT, async (t) => {
    const page = await (await visitor(t, { javaScriptEnabled: false, offline: true })).newPage();
    await page.goto(pathToFileURL(FILE).href);
    assert.match(await seal(page), /^Not checked yet in this browser/);
    assert.deepEqual((await charts(page)).map(([id]) => id), (await charts(await stand(pageOf(WITH, 'en')))).map(([id]) => id));
  });
});

describe('one file with one other byte', { concurrency: 2 }, () => {
  const table = `${WITH.folder}/rounds/${WITH.batches[0]}-candidate.csv`;
  const other = (path) => (packed) => deflateSync(flipped(inflateSync(Buffer.from(packed, 'base64')), seeded(path))).toString('base64');

  test('in a table withholds its batch and names the table', LIMIT, async (t) => {
    const { page } = await opened(t, spoilt('table.html', table, other(table)));
    assert.equal(await page.locator(`[id^="${WITH.batches[0]}-"]`).count(), 0);
    assert.equal(await page.locator('.headline, .numbers, #verdict').count(), 0);
    assert.match(await seal(page), new RegExp(`numbers are not shown: rounds/${WITH.batches[0]}-candidate.csv`));
  });

  test('that cannot even be unpacked is no better', LIMIT, async (t) => {
    const { page } = await opened(t, spoilt('packed.html', table, (packed) => packed.slice(0, 40) + (packed[40] === 'A' ? 'B' : 'A') + packed.slice(41)));
    assert.equal(await page.locator(`[id^="${WITH.batches[0]}-"]`).count(), 0);
    assert.match(await seal(page), /numbers are not shown/);
  });

  test('in a manifest leaves no figure', LIMIT, async (t) => {
    const sums = `${WITH.folder}/SHA256SUMS`;
    const { page } = await opened(t, spoilt('sums.html', sums, other(sums)));
    assert.equal(await page.locator('figure, svg.chart, .headline').count(), 0);
    assert.match((await alerts(page)).join(), /SHA256SUMS/);
  });
});

test('its policy lets it load nothing', () => {
  const [, policy] = readFileSync(FILE, 'utf8').match(/Content-Security-Policy" content="([^"]+)"/);
  assert.match(policy, /default-src 'none'; script-src 'wasm-unsafe-eval' 'sha256-/);
  assert.match(policy, /connect-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|'self'|'unsafe-eval'/);
});
