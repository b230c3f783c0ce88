// Releases whose every word is hostile and whose every hash fits: the page shows words as words, or refuses them with a reason.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { alerts, charts, open, seal, unfold } from './browser.mjs';
import { COMMAND, RELEASES, REPORT_PAGES, SITE } from './site.mjs';
import { refitted, spoilt } from './spoilt.mjs';
import { host, LIMIT, stand, visitor } from './stage.mjs';

const RELEASE = RELEASES.find(({ sources }) => sources.length > 0);
const of = (lang) => REPORT_PAGES.find((page) => page.release === RELEASE && page.lang === lang).path;
const REPORT = readFileSync(join(SITE, RELEASE.folder, 'report.json'), 'utf8');
const ROUNDS = `rounds/${RELEASE.batches[0]}-candidate.csv`;
const TABLE = readFileSync(join(SITE, RELEASE.folder, ROUNDS), 'utf8');

const MARKUP = '"\'><script>window.__pwned=1</script><img src=x onerror="window.__pwned=1"></text></svg></td></table><svg onload=window.__pwned=1>'
  + '</title></style><style>*{display:none}</style><iframe srcdoc="<script>parent.__pwned=1</script>"><a href="javascript:window.__pwned=1">&lt;b&gt;{{7*7}}${7*7}<!--';
const HIDDEN = 'ab\u202Efdp.exe\u202C\u2066x\u2069\u200Fz\u200Bero\u200D\uFEFFwidth\u0001\u0007\u061C';
const LONG = 'W'.repeat(5000);

/** Every leaf of a JSON value: its path, with numbers for places in lists. */
const leaves = (value, path = []) => (value !== null && typeof value === 'object'
  ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key])) : [{ path, value }]);

/** The report with other values at some leaves. */
function edited(change) {
  const report = JSON.parse(REPORT);
  for (const { path, value } of leaves(report)) {
    const other = change(path, value);
    if (other === undefined) continue;
    const holder = path.slice(0, -1).reduce((inner, key) => inner[key], report);
    holder[path.at(-1)] = other;
  }
  return report;
}

/** A kind of leaf: its path without places in lists. */
const kind = (path) => path.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('.');

/** What types hold to a form, by kind: everything else is free words. */
const BOUND = /(^|\.)(id|status|date|node|pins\.\w+|side|batch|scenario|source_sha256|load|launch_form)$/;
const free = (path, value) => typeof value === 'string' && !BOUND.test(kind(path));

/** A page of the release with some files changed and every hash fitting. */
async function shown(t, changes, lang = 'en', options = {}) {
  const made = refitted(RELEASE, changes);
  const server = await host(t, (path, bytes) => made.get(path) ?? bytes);
  const context = await visitor(t, options);
  await context.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.effectiveDirective));
  });
  return (await open(context, server.origin + of(lang))).page;
}

/** Whatever the page ends as, nothing of a release runs, and nothing of it is an element or a hidden sign. */
async function assertInert(page) {
  await unfold(page);
  assert.equal(await page.evaluate(() => window.__pwned), undefined);
  assert.deepEqual(await page.evaluate(() => window.refused), []);
  const found = await page.$$eval('#app *', (all) => ({
    // The one field of the page's own, for a root digest.
    tags: [...new Set(all.filter((element) => element.id !== 'told').map((element) => element.localName))],
    attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))].filter((name) => /^on|^style$|^src/.test(name)),
    ways: all.map((element) => element.getAttribute('href')).filter((href) => /^\s*(javascript|data|https?):|^\/\//i.test(href ?? '')),
  }));
  assert.deepEqual(found.tags.filter((tag) => /^(script|style|img|iframe|object|embed|link|meta|base|input|b)$/.test(tag)), []);
  assert.deepEqual([found.attributes, found.ways], [[], []]);
  const text = await page.$eval('#app', (app) => app.textContent + [...app.querySelectorAll('[aria-label]')].map((named) => named.ariaLabel));
  assert.deepEqual(text.match(/[\u0000-\u0008\u000b-\u001f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g), null);
  const figures = (await page.$$eval('figure, .headline, .numbers, #verdict, .ledger', (all) => all.map((part) => part.outerHTML))).join('\n');
  assert.deepEqual(figures.match(/.{0,20}(\bNaN\b|\bInfinity\b|\binf\b|\d[eE][+-]?\d).{0,20}/g), null);
  return text;
}

describe('hostile words in a release whose hashes fit', { concurrency: 2 }, () => {
  for (const lang of ['en', 'zh']) {
    test(`markup and hidden signs in all free words at once are words, in ${lang}`, LIMIT, async (t) => {
      const report = edited((path, value) => (free(path, value) ? `${MARKUP}${HIDDEN}` : undefined));
      const page = await shown(t, { 'report.json': JSON.stringify(report) }, lang);
      const text = await assertInert(page);
      assert.deepEqual(await alerts(page), []);
      assert.ok(text.includes(MARKUP), 'the very words can be read');
      assert.ok(text.includes('ab⟨U+202E⟩fdp.exe⟨U+202C⟩'), 'and the signs that nobody sees are named');
      assert.equal((await charts(page)).length, (await charts(await stand(of(lang)))).length);
    });

    test(`words without an end stay on a screen of 360 px, in ${lang}`, LIMIT, async (t) => {
      const report = edited((path, value) => (free(path, value) ? LONG : undefined));
      const page = await shown(t, { 'report.json': JSON.stringify(report) }, lang, { viewport: { width: 360, height: 800 } });
      await assertInert(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    });
  }

  const kinds = new Map(leaves(JSON.parse(REPORT)).map((leaf) => [kind(leaf.path), leaf]));
  const texts = [...kinds].filter(([, { value }]) => typeof value === 'string');
  test(`each of the ${texts.length} kinds of text in report.json, one by one, is shown as words or refused`, { timeout: 600_000 }, async (t) => {
    const outcomes = { shown: [], refused: [] };
    for (const [name, leaf] of texts) {
      await t.test(name, async (t) => {
        const report = edited((path) => (path.join('.') === leaf.path.join('.') ? MARKUP : undefined));
        const page = await shown(t, { 'report.json': JSON.stringify(report) });
        await assertInert(page);
        const refused = (await alerts(page)).length > 0;
        outcomes[refused ? 'refused' : 'shown'].push(name);
        if (refused) assert.match([...await alerts(page), await seal(page)].join('\n'), /report\.json|catalogue\.json|rounds\//);
        await page.context().close();
      });
    }
    t.diagnostic(`refused: ${outcomes.refused.join(' ')}`);
    assert.ok(outcomes.refused.some((name) => name.endsWith('.id')) && outcomes.shown.length > 5);
  });

  const columns = TABLE.split('\n')[0].split(',');
  test(`each of the ${columns.length} columns of rounds, with markup or path tricks in a cell, is refused by place`, { timeout: 600_000 }, async (t) => {
    for (const [index, column] of columns.entries()) {
      await t.test(column, async (t) => {
        const [head, first, ...rest] = TABLE.split('\n');
        const cells = first.split(',');
        cells[index] = index % 2 ? '"<img src=x onerror=window.__pwned=1>"' : '../../../etc/passwd\u202E';
        const page = await shown(t, { [ROUNDS]: [head, cells.join(','), ...rest].join('\n') });
        await assertInert(page);
        const said = (await alerts(page)).join('\n');
        assert.match(said, new RegExp(`${ROUNDS}.*line 2.*${column}`), said);
        assert.ok((await charts(page)).every(([figure]) => !figure.startsWith(`${RELEASE.batches[0]}-`)));
        await page.context().close();
      });
    }
  });
});

describe('numbers at the edge', { concurrency: 2 }, () => {
  const EDGES = ['1e308', '9007199254740993', '1e-320', 'NaN', 'inf', '-Infinity', '-0', '-1', '0x10', '+1', '１２', '1e9999', '999999999999999', '0.000000001', '0'];
  for (const column of ['ttft_p95_ms', 'requests']) {
    test(`${column} is read to the last digit or refused, and never becomes no number`, { timeout: 600_000 }, async (t) => {
      for (const edge of EDGES) {
        await t.test(edge, async (t) => {
          const [head, first, ...rest] = TABLE.split('\n');
          const cells = first.split(',');
          cells[head.split(',').indexOf(column)] = edge;
          const page = await shown(t, { [ROUNDS]: [head, cells.join(','), ...rest].join('\n') });
          await assertInert(page);
          const said = (await alerts(page)).join('\n');
          const plain = /^(999999999999999|0\.000000001|0)$/.test(edge);
          if (!plain) assert.ok(said.includes(ROUNDS) && said.includes(`\`${edge}\``), said);
          await page.context().close();
        });
      }
    });
  }

  test('every number of report.json is read to the last digit or refused', { timeout: 600_000 }, async (t) => {
    const numbers = [...new Map(leaves(JSON.parse(REPORT)).filter(({ value }) => typeof value === 'number').map((leaf) => [kind(leaf.path), leaf]))];
    assert.ok(numbers.length > 2);
    for (const [name, leaf] of numbers) {
      for (const edge of ['9007199254740993', '1e308', '1e-320', '1e999', '-1', '4294967296']) {
        await t.test(`${name}: ${edge}`, async (t) => {
          const report = edited((path) => (path.join('.') === leaf.path.join('.') ? '@edge@' : undefined));
          const page = await shown(t, { 'report.json': JSON.stringify(report).replace('"@edge@"', edge) });
          await assertInert(page);
          await page.context().close();
        });
      }
    }
  });
});

describe('a JSON bomb', { concurrency: 2 }, () => {
  const DEEP = 100_000;
  const BOMBS = {
    'lists in lists': `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
    'objects in objects': `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
    'lists in a note': REPORT.replace('"limits": [', `"limits": [${'['.repeat(DEEP)}${']'.repeat(DEEP)},`),
  };
  for (const [what, bomb] of Object.entries(BOMBS)) {
    test(`${what}, ${DEEP} deep, is refused by the page and by the command`, LIMIT, async (t) => {
      const page = await shown(t, { 'report.json': bomb });
      assert.match((await alerts(page)).join('\n'), /`report\.json`/);
      assert.equal((await charts(page)).length, 0);
      const site = await spoilt(t, RELEASE, (folder) => writeFileSync(join(folder, 'report.json'), bomb));
      for (const command of ['check', 'show']) {
        const { status, signal, stderr } = spawnSync(COMMAND, [command, join(site, command === 'show' ? RELEASE.folder : 'data')], { encoding: 'utf8' });
        assert.equal(signal, null, command);
        assert.ok(status > 0 && status < 100, `${command} ends with ${status}`);
        assert.match(stderr, /report\.json/, command);
      }
    });
  }
});
