// What only some readers ask for is a second program: loaded when it is asked for, once, and missed without harm.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { charts, open, settled } from './browser.mjs';
import { files, REPORT_PAGES, RELEASES } from './site.mjs';
import { host, hurried, LIMIT, stand, visit, visitor } from './stage.mjs';

const [RELEASE] = RELEASES;
const of = (lang) => REPORT_PAGES.find((page) => page.release === RELEASE && page.lang === lang).path;
const VERDICT = 'section.verdict .hint button';
const desk = (path) => /^\/desk-[0-9a-f]{16}(_bg)?\.(js|wasm)$/.test(path);

const MISSED = {
  en: /The program that shows this did not come, or is not the one this page was built with\. The figures on the page stand\./,
  zh: /用于显示的程序未能加载，或与本页生成时的程序不符。页面上的数字不受影响。/,
};

/** Waits until the panel shows a proof. */
const proven = (page) => page.waitForSelector('#proof[open] #proof-link');

const fold = (page, part) => page.locator(`${part} > summary`).first().click();

describe('what only some readers ask for', { concurrency: 2 }, () => {
  test('has two files, and neither comes before somebody asks', LIMIT, async (t) => {
    assert.equal(files().filter(desk).length, 2);
    const server = await host(t);
    const { page } = await visit(t, server, of('en'));
    await page.waitForLoadState('networkidle');
    assert.deepEqual(server.requests.filter(desk), []);
  });

  test('comes once, whatever is asked for and however fast, and brings no file of the release again', LIMIT, async (t) => {
    const server = await host(t);
    const { page, errors } = await visit(t, server, of('en'));
    await page.waitForLoadState('networkidle');
    const before = server.requests.length;
    await page.$eval(VERDICT, (button) => { button.click(); button.click(); });
    await page.$$eval('.asked', (all) => all.forEach((part) => { part.open = true; }));
    await proven(page);
    await page.keyboard.press('Escape');
    await page.locator('#choose-files').waitFor();
    await page.locator('.rounds td').first().waitFor();
    // What is there stays when it is folded and opened again.
    const rows = await page.locator('.rounds tr').count();
    for (const part of ['.rounds', '.drop']) for (let press = 0; press < 2; press += 1) await fold(page, part);
    assert.equal(await page.locator('#choose-files').count(), 1);
    assert.equal(await page.locator('.rounds tr').count(), rows);
    assert.deepEqual(server.requests.slice(before).map((path) => desk(path)), [true, true]);
    assert.deepEqual(errors, []);
  });

  test('is asked for by the address, once the figures stand checked', LIMIT, async (t) => {
    let release;
    const held = new Promise((done) => { release = done; });
    const context = await visitor(t);
    await context.route(/\/desk-/, async (route) => { await held; await route.continue(); });
    const { page } = await open(context, `${(await host(t)).origin}${of('en')}?figure=${RELEASE.batches[0]}/verdict`);
    await page.waitForFunction(() => document.querySelector('#proof-said').textContent === 'Loading what shows this.');
    assert.deepEqual(await charts(page), await charts(await stand(of('en'))));
    // Who closes it meanwhile does not find it open again.
    await page.locator('#proof .bar button').last().click();
    release();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('#proof[open]').count(), 0);
    await page.locator(VERDICT).click();
    await proven(page);
    assert.equal(await page.textContent('#proof-said'), '');
  });
});

describe('where it does not come', { concurrency: 2 }, () => {
  const WAYS = {
    'the network is gone': () => 503,
    'one byte is another one': (bytes) => {
      const other = Buffer.from(bytes);
      other[other.length - 3] ^= 1;
      return other;
    },
  };
  for (const [what, way] of Object.entries(WAYS)) {
    for (const [kind, lang] of [['.js', 'en'], ['.wasm', 'zh']]) {
      test(`since ${what}, in its ${kind}, words say so, the figures stand, and it comes once the host is mended`, LIMIT, async (t) => {
        let bad = true;
        const server = await host(t, (path, bytes) => {
          if (!desk(path)) return bytes;
          const answer = bad && path.endsWith(kind) ? way(bytes) : bytes;
          return Buffer.isBuffer(answer) ? { bytes: answer, cache: 'no-store' } : answer;
        });
        const { page } = await visit(t, server, of(lang));
        const checked = await page.textContent('#seal-state');
        await page.locator(VERDICT).click();
        await page.locator('#proof-lines').filter({ hasText: MISSED[lang] }).waitFor();
        assert.equal(await page.evaluate(() => document.activeElement.id), 'proof-title');
        assert.equal(await page.textContent('#proof-said'), '');
        await page.locator('#proof .bar button').first().click();
        await page.locator('#proof .bar button').last().click();
        for (const part of ['.drop', '.rounds']) {
          await fold(page, part);
          await page.locator(part).first().filter({ hasText: MISSED[lang] }).waitFor();
          await fold(page, part);
        }
        assert.deepEqual(await charts(page), await charts(await stand(of(lang))));
        assert.equal(await page.textContent('#seal-state'), checked);

        bad = false;
        // Asked for again, or by a page that is loaded anew, which asks for the same figure.
        await fold(page, '.drop');
        await page.locator('#choose-files').waitFor();
        await page.locator(VERDICT).click();
        await proven(page);
      });
    }
  }

  test('since its wasm stalls, words say so after a while, and it can be asked for again', LIMIT, async (t) => {
    let bad = true;
    const server = await host(t, (path, bytes) => (bad && desk(path) && path.endsWith('.wasm') ? { bytes, hold: 1000, cache: 'no-store' } : bytes));
    const { page } = await open(await hurried(t), server.origin + of('en'));
    await settled(page);
    await page.locator(VERDICT).click();
    await page.locator('#proof-lines').filter({ hasText: MISSED.en }).waitFor();
    bad = false;
    await page.locator('#proof .bar button').last().click();
    await page.locator(VERDICT).click();
    await proven(page);
  });

  test('a page loaded anew asks for the same figure', LIMIT, async (t) => {
    let bad = true;
    const server = await host(t, (path, bytes) => (bad && desk(path) ? 503 : bytes));
    const { page } = await visit(t, server, of('en'));
    await page.locator(VERDICT).click();
    await page.locator('#proof-lines').filter({ hasText: MISSED.en }).waitFor();
    bad = false;
    await page.locator('#proof-lines a').click();
    await proven(page);
    await settled(page);
    assert.deepEqual(await charts(page), await charts(await stand(of('en'))));
  });
});

test('a second policy for text as HTML is not made for it', LIMIT, async (t) => {
  const context = await visitor(t);
  await context.addInitScript(() => {
    window.made = [];
    window.refused = [];
    const make = TrustedTypePolicyFactory.prototype.createPolicy;
    TrustedTypePolicyFactory.prototype.createPolicy = function (...given) {
      window.made.push(given[0]);
      return make.apply(this, given);
    };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => window.refused.push(effectiveDirective));
  });
  const { page, errors } = await open(context, (await host(t)).origin + of('en'));
  await page.locator(VERDICT).click();
  await proven(page);
  assert.deepEqual(await page.evaluate(() => [window.made, window.refused]), [['daggerboard'], []]);
  assert.deepEqual(errors, []);
});
