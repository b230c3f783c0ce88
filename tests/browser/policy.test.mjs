// The content policy: the page lives by it, and what is not the page's own does not.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { charts, open, seal, settled, unfold } from './browser.mjs';
import { files, RELEASES, REPORT_PAGES, SITE } from './site.mjs';
import { host, LIMIT, read, visit, visitor } from './stage.mjs';

/** A page that keeps what its policy refused. */
async function guarded(t, server, path) {
  const context = await visitor(t);
  await context.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      window.refused.push(`${effectiveDirective} ${blockedURI} ${sample}`.trim());
    });
  });
  const asked = [];
  context.on('request', (request) => asked.push(new URL(request.url())));
  const { page, errors } = await open(context, server.origin + path);
  await settled(page);
  return { page, errors, asked };
}

const refused = (page) => page.evaluate(() => window.refused);

describe('the page lives by its policy', { concurrency: 2 }, () => {
  for (const { path, release } of REPORT_PAGES) {
    test(`${path} breaks no rule while it is used`, LIMIT, async (t) => {
      const { page, errors, asked } = await guarded(t, await host(t), path);
      await unfold(page);
      const search = page.locator('input[type="search"]');
      for (const word of await search.count() ? ['C8', 'nothing has this name', ''] : []) await search.first().fill(word);
      for (const way of ['.parts button >> nth=1', '.parts button >> nth=0']) if (await page.locator(way).count()) await page.locator(way).click();
      if (release.sources.length > 0) await page.locator('#check-sources').click();
      for (const button of ['button.save >> nth=0', 'a[data-file] >> nth=0']) {
        const coming = page.waitForEvent('download');
        await page.locator(button).click();
        assert.ok((await readFile(await (await coming).path())).length > 100, button);
      }
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      assert.deepEqual(await refused(page), []);
      assert.deepEqual(errors, []);
      const own = (url) => ['data:', 'blob:'].includes(url.protocol) || url.origin === new URL(page.url()).origin;
      assert.deepEqual(asked.filter((url) => !own(url)).map(String), [], 'nothing of a third party');
    });
  }

  test('no page has a style of an element\'s own or a handler in its markup', async () => {
    for (const file of files().filter((file) => file.endsWith('.html'))) {
      const html = await readFile(join(SITE, file), 'utf8');
      assert.doesNotMatch(html, /<[^>]+\s(style|on[a-z]+)=/, file);
      assert.match(html.slice(0, 1024), /<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /, file);
      assert.doesNotMatch(html, /unsafe-inline|'unsafe-eval'/, file);
    }
  });
});

describe('what is not the page\'s own', { concurrency: 2 }, () => {
  const [{ path }] = REPORT_PAGES;
  const WAYS = {
    'a script in the markup': { rule: /^script-src-elem inline/, html: '<script>window.__pwned = 1</script>' },
    'a handler in the markup': { rule: /^script-src-attr inline/, html: '<img src="data:," onerror="window.__pwned = 1">' },
    'a style in the markup': { rule: /^style-src-elem inline/, html: '<style>#app { display: none }</style>' },
    'a style attribute': { rule: /^style-src-attr inline/, html: '<p style="display: none" id="hostile">x</p>' },
    'a script of a third party': { rule: /^script-src-elem http:\/\/127\.0\.0\.2/, html: '<script src="http://127.0.0.2:9/x.js"></script>' },
    'a picture of a third party': { rule: /^img-src http:\/\/127\.0\.0\.2/, html: '<img src="http://127.0.0.2:9/x.png">' },
    'a frame': { rule: /^frame-src/, html: '<iframe src="/data/catalogue.json"></iframe>' },
    'another base': { rule: /^base-uri/, html: '<base href="http://127.0.0.2:9/">' },
  };

  for (const [what, { rule, html }] of Object.entries(WAYS)) {
    test(`${what} is refused, though it came with the HTML`, LIMIT, async (t) => {
      const server = await host(t, (asked, bytes) => (asked === path ? Buffer.from(String(bytes).replace('</main>', `${html}</main>`)) : bytes));
      const { page } = await guarded(t, server, path);
      assert.ok((await refused(page)).some((found) => rule.test(found)), JSON.stringify(await refused(page)));
      assert.equal(await page.evaluate(() => window.__pwned), undefined);
      assert.match(await seal(page), /files/, 'and the page is checked all the same');
      assert.ok((await charts(page)).length > 0);
    });
  }

  test('a fetch or an import of a third party, made by a script on the page, is refused', LIMIT, async (t) => {
    const { page } = await guarded(t, await host(t), path);
    const tried = await page.evaluate(async () => [
      await fetch('http://127.0.0.2:9/x').then(() => 'came', () => 'refused'),
      await import('http://127.0.0.2:9/x.js').then(() => 'came', () => 'refused'),
      navigator.sendBeacon('http://127.0.0.2:9/x') ? 'queued' : 'refused',
    ]);
    assert.deepEqual(tried.slice(0, 2), ['refused', 'refused']);
    const found = (await refused(page)).join('\n');
    assert.match(found, /connect-src http:\/\/127\.0\.0\.2/);
    assert.match(found, /script-src-elem http:\/\/127\.0\.0\.2/);
  });
});

describe('Trusted Types', { concurrency: 2 }, () => {
  for (const [what, way] of Object.entries({
    'innerHTML of an element': () => { document.querySelector('main').innerHTML = '<p>hostile'; },
    'a document parsed into a frame': () => { document.createElement('iframe').srcdoc = '<p>hostile'; },
    'the text of a script': () => { document.createElement('script').text = 'window.__pwned = 1'; },
    'the address of a script': () => { document.createElement('script').src = '/data/catalogue.json'; },
    'a second policy of our name': () => { trustedTypes.createPolicy('daggerboard', { createHTML: (html) => html }); },
    'a policy that every other text would go through': () => { trustedTypes.createPolicy('default', { createHTML: (html) => html }); },
    'a timer of text': () => { setTimeout('window.__pwned = 1'); },
  })) {
    test(`${what} is closed once the page is checked`, LIMIT, async (t) => {
      const { page } = await guarded(t, await host(t), REPORT_PAGES[0].path);
      const before = await charts(page);
      const thrown = await page.evaluate(`(() => { try { (${way})(); } catch (error) { return error.name; } return null; })()`);
      assert.equal(thrown, 'TypeError');
      assert.deepEqual(await charts(page), before);
      assert.equal(await page.evaluate(() => window.__pwned), undefined);
      assert.ok((await refused(page)).length > 0, 'and it is reported');
    });
  }
});

describe('the file of headers', () => {
  test('keeps the page out of frames, and takes every right from a raw file opened by itself', LIMIT, async (t) => {
    const server = await host(t, (asked, bytes) => (asked === '/data/catalogue.json' ? Buffer.from('<script>window.__pwned = 1</script>') : bytes));
    const headers = async (path) => (await fetch(server.origin + path)).headers;
    assert.match((await headers('/')).get('content-security-policy'), /frame-ancestors \*/);
    assert.equal((await headers('/')).get('x-content-type-options'), 'nosniff');
    assert.match((await headers('/data/catalogue.json')).get('content-security-policy'), /frame-ancestors \*, default-src 'none'; sandbox/);
    const page = await read(t, server, '/data/catalogue.json', { javaScriptEnabled: true });
    assert.equal(await page.evaluate(() => window.__pwned), undefined);
  });
});

describe('the program itself', { concurrency: 2 }, () => {
  for (const { path, lang } of REPORT_PAGES.filter(({ release }) => release === RELEASES[0])) {
    for (const kind of ['.js', '_bg.wasm']) {
      test(`one other byte in its ${kind} and ${path} stands as it came, and says that nothing was checked`, LIMIT, async (t) => {
        const server = await host(t, (asked, bytes) => {
          if (!asked.endsWith(kind)) return bytes;
          const other = Buffer.from(bytes);
          // A comment's letter or a spare byte: a program that would run all the same.
          const at = kind === '.js' ? other.indexOf('@returns') : other.length - 3;
          other[at] ^= 1;
          return other;
        });
        const context = await visitor(t);
        const page = await context.newPage();
        await page.goto(server.origin + path);
        await page.locator('#seal-again').waitFor();
        assert.match(await seal(page), { en: /not checked in this browser/, zh: /未经本浏览器校验/ }[lang]);
        assert.equal(await page.getAttribute('html', 'data-ready'), null);
        assert.deepEqual(await charts(page), await charts(await read(t, server, path)));
      });
    }
  }
});
