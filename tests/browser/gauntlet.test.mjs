// Broken releases, one defect each, and what the page must say of each. tests/suite/gauntlet.rs makes them, and runs the command.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { charts, launch, settled } from './browser.mjs';
import { serve } from './serve.mjs';
import { RELEASES, SITE } from './site.mjs';

const GAUNTLET = fileURLToPath(new URL('../gauntlet/', import.meta.url));
const folders = (path) => readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** `expected.toml`: each line is a key and a value that is JSON too. */
const expected = (name) => Object.fromEntries(readFileSync(join(GAUNTLET, name, 'expected.toml'), 'utf8').trimEnd().split('\n')
  .map((line) => [line.slice(0, line.indexOf(' = ')), JSON.parse(line.slice(line.indexOf(' = ') + 3))]));

const SOUND = 'sound';
const DEFECTS = folders(GAUNTLET).filter((name) => name !== SOUND);

/** One site for all: the program once, and for each defect a page that is about its release `r1` of `small`. */
function site() {
  const folder = mkdtempSync(join(tmpdir(), 'daggerboard-gauntlet-'));
  const files = readdirSync(SITE, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) cpSync(join(SITE, name), join(folder, name));
  const shell = readFileSync(join(SITE, RELEASES[0].report, 'index.html'), 'utf8')
    .replace(/data-report="[^"]*"/, 'data-report="small"')
    .replace(/data-release="[^"]*"/, 'data-release="r1"')
    .replace('data-root="../"', 'data-root="./"')
    .replace(' data-signature', '').replace(' data-keys', '')
    .replaceAll(/<link rel="preload"[^>]*href="[^"]*data\/[^>]*>/g, '')
    // What another release left as HTML would only take time.
    .replace(/(<div id="app">)[\s\S]*(<\/div>\s*<\/body>)/, '$1$2');
  for (const name of [SOUND, ...DEFECTS]) {
    cpSync(join(GAUNTLET, name, 'data'), join(folder, name, 'data'), { recursive: true });
    writeFileSync(join(folder, name, 'index.html'), shell);
  }
  return folder;
}

const folder = site();
const server = await serve(folder);
const browser = await launch();
const context = await browser.newContext({ reducedMotion: 'reduce' });
context.setDefaultTimeout(60_000);
after(async () => {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Tabs that nobody uses now; a new one for each defect would take most of the time. */
const tabs = [];

/** What the page of a defect ends as. */
async function looked(name) {
  const page = tabs.pop() ?? await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await page.goto(`${server.origin}/${name}/`);
  await page.waitForSelector('html[data-ready="1"]');
  await settled(page);
  const found = await page.$eval('#app', (app) => ({
    text: app.textContent,
    alerts: [...app.querySelectorAll('[role="alert"]')].map((alert) => alert.textContent),
    doubts: app.querySelector('#doubts')?.textContent ?? '',
    headline: app.querySelector('.headline, .numbers, #verdict') !== null,
    scripts: app.querySelector('script') !== null,
  }));
  const shown = { ...found, errors, charts: await charts(page) };
  page.removeAllListeners();
  tabs.push(page);
  return shown;
}

const sound = await looked(SOUND);

const SHOWS = {
  nothing: ({ charts, headline, alerts }) => {
    assert.deepEqual([charts, headline], [[], false]);
    assert.notDeepEqual(alerts, []);
  },
  rest: ({ charts, headline, alerts }) => {
    const withheld = alerts.some((alert) => alert.includes('This batch is withheld'));
    assert.equal(headline, !withheld);
    assert.equal(charts.some(([figure]) => figure.startsWith('main-')), !withheld);
    assert.ok(charts.some(([figure]) => figure.startsWith('other-')), 'the other batch still stands');
  },
  marked: ({ charts, headline }) => {
    assert.ok(headline && charts.some(([figure]) => figure.startsWith('main-')));
  },
  // What no manifest and no list names, no page can know of: it must not reach the figures either.
  all: ({ charts }) => assert.deepEqual(charts, sound.charts),
};

describe('the gauntlet', { concurrency: 3, timeout: 600_000 }, () => {
  test('a sound release passes', () => {
    assert.deepEqual([sound.alerts, sound.doubts, sound.errors], [[], '', []]);
    SHOWS.marked(sound);
    for (const words of expected(SOUND).page) assert.ok(sound.text.includes(words), words);
    assert.ok(DEFECTS.length >= 80);
  });

  for (const name of DEFECTS) {
    const { defect, page, shows } = expected(name);
    test(`${name}: ${defect}`, async () => {
      const found = await looked(name);
      for (const words of page) assert.ok(found.text.includes(words), `no \`${words}\` in ${found.alerts}${found.doubts || found.text}`);
      if (shows !== 'all') assert.ok(page.some((words) => !sound.text.includes(words)), 'a sound release says the same');
      SHOWS[shows](found);
      assert.deepEqual(found.errors.filter((error) => !error.startsWith('Failed to load resource')), []);
      assert.equal(found.scripts, false);
    });
  }
});
