// The agreed looks: what each state of the page looks like, as pictures that people can open (tests/looks).
//   UPDATE_LOOKS=1 node --test tests/browser/looks.test.mjs    takes them anew; look at each before it is kept.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { settled } from './browser.mjs';
import { RELEASES, REPORT_PAGES, START_PAGES } from './site.mjs';
import { host, LIMIT, visitor } from './stage.mjs';

const LOOKS = fileURLToPath(new URL('../looks/', import.meta.url));
const FONTS = join(LOOKS, 'fonts.json');
const UPDATE = process.env.UPDATE_LOOKS === '1';
/** How much of a picture may differ: a word more or less, not a column. */
const TOLERANCE = 0.01;
const WIDTHS = { 360: 740, 768: 1024, 1440: 900 };

const [RELEASE] = RELEASES;
const report = (lang) => REPORT_PAGES.find((page) => page.release === RELEASE && page.lang === lang).path;
const start = (lang) => START_PAGES.find((page) => page.lang === lang).path;
const gone = (file) => (path, bytes) => (path.endsWith(file) ? 404 : bytes);
const pick = 'in8192-out128-c8';

/** A state of the page: what is opened, which part of it is looked at, how the host spoils it. */
const checked = Object.keys(WIDTHS).flatMap((width) => ['en', 'zh'].flatMap((lang) => ['light', 'dark']
  .map((colorScheme) => ({ name: 'checked', lang, width, colorScheme, path: report(lang) }))));
const STATES = [
  ...checked,
  { name: 'reports', lang: 'en', width: 360, path: start('en') },
  { name: 'reports', lang: 'zh', width: 1440, colorScheme: 'dark', path: start('zh') },
  { name: 'empty', lang: 'en', width: 360, path: `${start('en')}?q=nothing-like-this` },
  { name: 'loading', lang: 'zh', width: 360, path: report('zh'), hold: '.wasm' },
  { name: 'loading', lang: 'en', width: 1440, path: report('en'), hold: '.wasm' },
  { name: 'failed', lang: 'en', width: 360, path: report('en'), change: gone('/report.json') },
  { name: 'failed', lang: 'zh', width: 768, colorScheme: 'dark', path: report('zh'), change: gone('/report.json') },
  { name: 'withheld', lang: 'en', width: 768, path: report('en'), part: '.withheld', change: gone(`/${RELEASE.batches[0]}-baseline.csv`) },
  { name: 'throughput', lang: 'en', width: 768, path: report('en'), part: '.panels' },
  { name: 'throughput', lang: 'zh', width: 360, colorScheme: 'dark', path: report('zh'), part: '.panels' },
  { name: 'throughput-forced', lang: 'en', width: 768, forcedColors: 'active', path: report('en'), part: '.panels' },
  { name: 'latency-picked', lang: 'en', width: 1440, path: `${report('en')}?pick=${pick}`, part: '.panels.three' },
  { name: 'gain', lang: 'zh', width: 768, path: report('zh'), part: 'figure[id$="-gain"]' },
];
const called = ({ name, lang, width, colorScheme = 'light' }) => `${name}-${width}-${colorScheme}-${lang}.jpg`;

async function taken(t, { path, part, width, colorScheme = 'light', forcedColors, hold, change }) {
  const server = await host(t, change);
  const context = await visitor(t, { viewport: { width: Number(width), height: WIDTHS[width] }, colorScheme, forcedColors });
  const page = await context.newPage();
  // Never answered: the page stays as it came.
  if (hold) await context.route(`**/*${hold}`, () => {});
  await page.goto(server.origin + path, { waitUntil: hold ? 'domcontentloaded' : 'load' });
  if (!hold) {
    await page.waitForSelector('html[data-ready="1"]');
    await settled(page);
  }
  const options = { type: 'jpeg', quality: 55, animations: 'disabled', caret: 'hide' };
  return part ? page.locator(part).first().screenshot(options) : page.screenshot(options);
}

/** The share of two pictures that differs, seen from further away than a letter; all of it where they are not of one size. */
const differing = (page, ...pictures) => page.evaluate(async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (base64) => createImageBitmap(await (await fetch(`data:image/jpeg;base64,${base64}`)).blob())));
  if (one.width !== other.width || Math.abs(one.height - other.height) > one.height * 0.01) return 1;
  const [width, height] = [one.width >> 2, one.height >> 2];
  const [a, b] = [one, other].map((picture) => {
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  });
  let count = 0;
  for (let at = 0; at < a.length; at += 4) count += [0, 1, 2].some((part) => Math.abs(a[at + part] - b[at + part]) > 32);
  return count / (width * height);
}, pictures.map((bytes) => bytes.toString('base64')));

/** How wide this machine's fonts are: with others, every word stands elsewhere. */
const fonts = (page) => page.evaluate(() => ['Daggerboard', '升级前后', '† → 2.23x'].map((words) => {
  const context = new OffscreenCanvas(10, 10).getContext('2d');
  context.font = '100px system-ui, "Noto Sans CJK SC", sans-serif';
  return Math.round(context.measureText(words).width);
}));

describe('the agreed looks', { concurrency: 2 }, () => {
  for (const state of STATES) {
    test(called(state), LIMIT, async (t) => {
      const picture = await taken(t, state);
      const file = join(LOOKS, called(state));
      const page = await (await visitor(t)).newPage();
      const own = await fonts(page);
      if (UPDATE) {
        writeFileSync(file, picture);
        writeFileSync(FONTS, `${JSON.stringify(own)}\n`);
        return;
      }
      if (JSON.stringify(own) !== readFileSync(FONTS, 'utf8').trim()) return t.skip('this machine has other fonts');
      const share = await differing(page, readFileSync(file), picture);
      assert.ok(share <= TOLERANCE, `${(100 * share).toFixed(1)} % of ${called(state)} differs; UPDATE_LOOKS=1 takes it anew`);
    });
  }

  test('each picture is one of these', { skip: UPDATE }, () => {
    assert.ok(existsSync(FONTS));
    assert.deepEqual(readdirSync(LOOKS).filter((name) => name.endsWith('.jpg')).toSorted(), STATES.map(called).toSorted());
  });
});
