// Old links keep working, a correction shows what it changed, and no change of the past goes unseen.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { alerts, charts, open, seal, settled, unfold } from './browser.mjs';
import { flipped, seeded } from './flip.mjs';
import { figuresOf, released, REPORT, run } from './releases.mjs';
import { rehash } from './spoilt.mjs';
import { host, LIMIT, read, visit, visitor } from './stage.mjs';

const AXE = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const SITE = released();
const catalogue = () => JSON.parse(readFileSync(join(SITE, 'data/catalogue.json'), 'utf8'));
const { releases: LISTED } = catalogue().reports[0];
const rootOf = (id) => LISTED.find((release) => release.id === id).root;
const LANGUAGES = [['en', ''], ['zh', 'zh/']];
const path = (release, below = '') => `/${REPORT}/${release}/${below}`;

/** A host of the site on which the catalogue says something else. */
const relisted = (t, change, folder = SITE) => host(t, (asked, bytes) => {
  if (asked !== '/data/catalogue.json') return bytes;
  const other = JSON.parse(bytes);
  change(other.reports[0].releases);
  return Buffer.from(JSON.stringify(other));
}, folder);

/** Waits until the other releases were looked at. */
const walked = (page) => page.waitForFunction(() => !document.getElementById('history')
  || !/^(Not checked yet|本浏览器尚未校验)/.test(document.getElementById('history').textContent));

/** Opens a page and waits until everything on it was checked. */
async function look(t, server, where, options) {
  const { page, errors } = await visit(t, server, where, options);
  await walked(page);
  return { page, errors };
}

/** What a correction shows: its first line, and the rows of its first table, `[figure, before, after]`. */
const correction = (page, other) => page.$eval(`[id="correction-${other}"]`, (part) => ({
  line: part.querySelector('summary')?.textContent ?? part.textContent,
  rows: [...part.querySelector('table')?.rows ?? []].slice(1).filter((row) => row.cells.length === 3)
    .map((row) => [...row.cells].map((cell) => cell.querySelector('data')?.value ?? cell.textContent)),
}));

const HEADLINE = ['output_tok_s', 'ttft_p95_ms', 'tpot_p95_ms', 'e2e_p95_ms'];

/** Every number of a release's comparable figures by its name, by the command. */
function numbers(release) {
  const all = new Map();
  for (const { batch, verdict, scenarios } of figuresOf(SITE, release).batches) {
    all.set(`${batch} mean`, verdict.geometric_mean);
    for (const { scenario, gains, ...sides } of scenarios) {
      for (const metric of HEADLINE) {
        for (const side of ['baseline', 'candidate']) {
          all.set(`${batch} ${scenario.id} ${side} ${metric}`, sides[side].measured?.spreads[metric]?.median);
        }
        all.set(`${batch} ${scenario.id} gain ${metric}`, (gains[metric].resolved ?? gains[metric].not_resolved)?.ratio);
      }
    }
  }
  return all;
}

describe('a permanent page', { concurrency: 2 }, () => {
  for (const { id, root } of LISTED) {
    for (const [lang, below] of LANGUAGES) {
      test(`of ${id} in ${lang} is that release's, with and without scripts`, LIMIT, async (t) => {
        const server = await host(t, undefined, SITE);
        const before = await read(t, server, path(id, below));
        const { page: after, errors } = await look(t, server, path(id, below));
        assert.deepEqual(errors, []);
        for (const page of [before, after]) {
          assert.equal((await page.textContent('#root-digest')).trim(), root);
          assert.match(await page.title(), { r1: /r1.*(withdrawn|已撤回)/, r2: /r2/, r3: /^(?!.*r3)/ }[id]);
        }
        assert.match(await seal(after), /^(All|全部) \d+ /);
        assert.deepEqual(await charts(after), await charts(before));
        const text = (page) => page.$eval('#app', (app) => {
          const copy = app.cloneNode(true);
          copy.querySelectorAll('#seal, #history, #proof, #data-state, #shapes').forEach((element) => element.remove());
          return copy.textContent;
        });
        assert.equal(await text(after), await text(before));

        await after.click('.lang');
        await after.waitForURL((url) => url.pathname === path(id, lang === 'en' ? 'zh/' : ''));
        await settled(after);
        assert.equal((await after.textContent('#root-digest')).trim(), root);
        await after.click('.top nav a');
        await after.waitForURL((url) => url.pathname === (lang === 'en' ? '/zh/' : '/'));
        await after.goBack();
        await settled(after);
        const other = id === 'r1' ? 'r2' : 'r1';
        await after.click(`footer a:has-text("${other}")`);
        await after.waitForURL((url) => url.pathname === path(other, lang === 'en' ? 'zh/' : ''));
      });
    }
  }

  test('works below a folder of a host', LIMIT, async (t) => {
    const above = mkdtempSync(join(tmpdir(), 'daggerboard-below-'));
    t.after(() => rmSync(above, { recursive: true, force: true }));
    cpSync(SITE, join(above, 'some/where'), { recursive: true });
    const { page, errors } = await look(t, await host(t, undefined, above), `/some/where${path('r1', 'zh/')}`);
    assert.deepEqual(errors, []);
    assert.equal((await page.textContent('#root-digest')).trim(), rootOf('r1'));
    await page.click('.verdict .banner a');
    await page.waitForURL((url) => url.pathname === `/some/where${path('r2', 'zh/')}`);
  });

  test('is where ?release= leads, with what else the address asks for', LIMIT, async (t) => {
    const server = await host(t, undefined, SITE);
    const page = await (await visitor(t)).newPage();
    await page.goto(`${server.origin}/${REPORT}/?release=r1&root=${rootOf('r1')}`);
    await page.waitForURL(`${server.origin}${path('r1')}?root=${rootOf('r1')}`);
    await page.waitForSelector('html[data-ready="1"]');
    assert.match(await page.textContent('#seal-told'), /matches the root digest/);
  });

  test('is missed in words where ?release= names none', LIMIT, async (t) => {
    const server = await host(t, undefined, SITE);
    for (const [asked, says] of [['r9', /asks for a release r9 that this report does not have\. It has r1, r2, r3; this is r3\./],
      ['%3Cimg%3E', /asks for a release that this report does not have/]]) {
      const { page } = await look(t, server, `/${REPORT}/?release=${asked}`);
      assert.match((await alerts(page)).join(), says);
      assert.notDeepEqual(await charts(page), []);
    }
  });

  test('says what became of its release, for those who only see a preview', LIMIT, async (t) => {
    const page = await read(t, await host(t, undefined, SITE), path('r1'));
    assert.match(await page.title(), /on two CPU cores, r1 \(corrected by r2\) \(withdrawn\) · Daggerboard$/);
    assert.match(await page.getAttribute('meta[name="description"]', 'content'), /^Withdrawn on 2026-11-30\..*One answer was empty\. .*throughput/);
    assert.match((await alerts(page)).join(), /Withdrawn on 2026-11-30/);
    assert.ok((await charts(page)).length > 0, 'its figures stand below');
  });
});

describe('a correction', { concurrency: 2 }, () => {
  const [old, now] = [numbers('r1'), numbers('r2')];
  const differing = [...now.keys()].filter((name) => now.get(name) !== old.get(name));
  const scenarios = figuresOf(SITE, 'r2').batches.flatMap((batch) => batch.scenarios).length;

  for (const [release, other] of [['r1', 'r2'], ['r2', 'r1']]) {
    for (const [lang, below] of LANGUAGES) {
      test(`between r1 and r2 shows on ${release} in ${lang} the figures of both, by the command`, LIMIT, async (t) => {
        const server = await host(t, undefined, SITE);
        const { page } = await look(t, server, path(release, below));
        const { line, rows } = await correction(page, other);
        assert.deepEqual(await correction(await read(t, server, path(release, below)), other), { line, rows });

        const pairs = rows.map(([, before, after]) => [before, after]);
        for (const name of differing) {
          const pair = [old.get(name), now.get(name)].map((number) => (number === undefined ? undefined : String(number)));
          assert.ok(pairs.some((shown) => pair.every((number, at) => number === undefined || number === shown[at])), `${name}: ${pair}`);
        }
        assert.ok(pairs.some(([before, after]) => /^0\/\d+$/.test(before) && /^1\/\d+$/.test(after)), 'the failure');
        // The verdict, its mean, and 14 figures of each scenario.
        const counts = line.match(/\d+/g).map(Number);
        assert.ok(counts.includes(rows.length) && counts.includes(2 + 14 * scenarios), `${line}: ${rows.length} rows`);
        assert.ok(rows.length >= differing.length && rows.length < differing.length + 10);
        assert.match(await page.textContent(`[id="correction-${other}"]`), /title\.(en|zh)/);

        const printed = String(run(SITE, 'compare', `data/${REPORT}/r1`, `data/${REPORT}/r2`, '--lang', lang));
        const shown = await page.$$eval(`[id="correction-${other}"] table:first-of-type tbody tr`, (all) => all
          .filter((row) => row.cells.length === 3).map((row) => [...row.cells].map((cell) => cell.textContent)));
        for (const [name, before, after] of shown) assert.ok(printed.includes(`${name}: ${before} → ${after}\n`), `${name}: ${before} → ${after}`);
      });
    }
  }

  test('of neither is shown on a release that has nothing to do with it', LIMIT, async (t) => {
    const { page } = await look(t, await host(t, undefined, SITE), path('r3'));
    assert.equal(await page.locator('[id^="correction-"]').count(), 0);
    assert.match(await page.textContent('#history'), /^Each of the 3 releases says of itself what stands here/);
  });

  for (const [what, file] of [['a file of rounds', 'rounds/main-candidate.csv'], ['the manifest', 'SHA256SUMS'], ['the report', 'report.json']]) {
    test(`is not shown where ${what} of the other release is not what it should be`, LIMIT, async (t) => {
      const [batch] = figuresOf(SITE, 'r1').batches;
      const spoilt = file.replace('main', batch.batch);
      const server = await host(t, (asked, bytes) => (asked === `/data/${REPORT}/r1/${spoilt}` ? flipped(bytes, seeded('other')) : bytes), SITE);
      const { page } = await look(t, server, path('r2'));
      const { line, rows } = await correction(page, 'r1');
      assert.deepEqual(rows, []);
      assert.match(line, /What the correction changed cannot be shown\. Release r1: /);
      assert.ok(line.includes(spoilt), line);
      assert.notDeepEqual(await charts(page), [], 'its own figures stand');
    });
  }

  test('that does not come is said so, and the page stands', LIMIT, async (t) => {
    const server = await host(t, (asked, bytes) => (asked.startsWith(`/data/${REPORT}/r1/`) ? 404 : bytes), SITE);
    const { page } = await look(t, server, path('r2'));
    assert.match((await correction(page, 'r1')).line, /Release r1: .*the host answered 404/);
    assert.match(await page.textContent('#history'), /^Not every release of this report could be checked: r1: /);
    assert.notDeepEqual(await charts(page), []);
  });

  for (const width of [360, 1280]) {
    test(`does not push the page around, at ${width} px`, LIMIT, async (t) => {
      const context = await visitor(t, { viewport: { width, height: 800 } });
      await context.addInitScript(() => {
        window.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.shift += value; })).observe({ type: 'layout-shift', buffered: true });
      });
      const server = await host(t, undefined, SITE);
      const { page } = await open(context, server.origin + path('r1'));
      await walked(page);
      assert.ok(await page.evaluate(() => window.shift) < 0.001);
      await unfold(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    });
  }

  test('has nothing serious wrong for a screen reader, light and dark', LIMIT, async (t) => {
    const { page } = await look(t, await host(t, undefined, SITE), path('r2'));
    await unfold(page);
    await page.evaluate(AXE);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].target}`), []);
    }
  });
});

describe('a change of the past', { concurrency: 2 }, () => {
  const NOWHERE = 'a'.repeat(64);
  const CHANGES = {
    'the root of r1': (releases) => { releases[0].root = NOWHERE; },
    'the root of r1, and what r2 says of it': (releases) => { releases[0].root = NOWHERE; releases[1].previous = NOWHERE; },
    'that r2 corrects r1': (releases) => { delete releases[1].supersedes; },
    'what r2 corrects, on r3': (releases) => { releases[2].supersedes = 'r1'; },
    'r1, taken out': (releases) => { releases.shift(); delete releases[0].previous; delete releases[0].supersedes; },
    'r2, taken out': (releases) => { releases.splice(1, 1); releases[1].previous = releases[0].root; },
    'a release slipped in before r1': (releases) => { releases.unshift({ id: 'r0', root: NOWHERE }); releases[1].previous = NOWHERE; },
  };
  for (const [what, change] of Object.entries(CHANGES)) {
    test(`is found on the newest page: ${what}`, LIMIT, async (t) => {
      const server = await relisted(t, change);
      const { page } = await open(await visitor(t), `${server.origin}/${REPORT}/`);
      await page.locator('[role="alert"]').first().waitFor();
      assert.match((await alerts(page)).join(), /an entry was changed or taken out/);
      assert.deepEqual(await charts(page), []);
    });
  }

  test('is found on the corrected release itself, where the catalogue hides the correction', LIMIT, async (t) => {
    const server = await relisted(t, (releases) => { delete releases[1].supersedes; });
    const { page } = await open(await visitor(t), server.origin + path('r1'));
    await page.locator('h1:has-text("withheld")').waitFor();
    assert.match((await alerts(page)).join(), /`r2` disagree on what came before this release/);
    assert.deepEqual(await charts(page), []);
  });

  /** Rewrites r1 and everything that pins it: the whole chain fits again, to the newest root. */
  async function rewritten(t) {
    const site = mkdtempSync(join(tmpdir(), 'daggerboard-rewritten-'));
    t.after(() => rmSync(site, { recursive: true, force: true }));
    cpSync(SITE, site, { recursive: true });
    const edit = (file, change) => {
      const value = JSON.parse(readFileSync(file, 'utf8'));
      change(value);
      writeFileSync(file, JSON.stringify(value));
    };
    let previous;
    for (const { id } of LISTED) {
      const folder = `data/${REPORT}/${id}`;
      if (previous) edit(join(site, folder, 'datapackage.json'), (value) => { value.daggerboard.previous = previous; });
      else edit(join(site, folder, 'report.json'), (value) => { value.limits.pop(); });
      await rehash(site, { report: REPORT, release: id, folder });
      const root = createHash('sha256').update(readFileSync(join(site, folder, 'SHA256SUMS'))).digest('hex');
      edit(join(site, 'data/catalogue.json'), ({ reports: [{ releases }] }) => {
        const entry = releases.find((release) => release.id === id);
        if (previous) entry.previous = previous;
        entry.root = root;
      });
      previous = root;
    }
    return site;
  }

  test('that fits to the newest release is found by one remembered root digest', LIMIT, async (t) => {
    const site = await rewritten(t);
    run(site, 'verify', 'data');
    const server = await host(t, undefined, site);
    const { page } = await look(t, server, `/${REPORT}/`);
    assert.deepEqual(await alerts(page), [], 'by itself it cannot be seen');
    for (const { root } of LISTED) {
      assert.throws(() => run(site, 'verify', 'data', '--root', root), /no release here has the root digest/);
      const { page: asked } = await visit(t, server, `/${REPORT}/?root=${root}`);
      assert.match((await alerts(asked)).join(), /has the root digest [0-9a-f]{64} that the address asks for/);
      assert.deepEqual(await charts(asked), []);
    }
  });
});
