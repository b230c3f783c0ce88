// Signatures, keys that a reader brings, and what a browser remembers of a report.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { alerts, charts, open, settled } from './browser.mjs';
import { RELEASES, REPORT_PAGES, SITE } from './site.mjs';
import { host, LIMIT, stand, visit, visitor } from './stage.mjs';

const PAGE = REPORT_PAGES[0];
const SIGNATURE = `/${PAGE.release.folder}/SHA256SUMS.minisig`;
const KEYS = '/data/keys.json';
const KEY = JSON.parse(readFileSync(join(SITE, KEYS), 'utf8')).keys[0].key;
const OTHER = 'RWR+YztDA3C+ZsnLPxGi1DaOvSmgC48KdDCOyA6Q95XgzJGYRUC5AfJR';

const signed = (page) => page.textContent('#seal-signed');

describe('a signed release', { concurrency: 2 }, () => {
  for (const { path, lang, release } of REPORT_PAGES) {
    test(`${path} says whose key signed it, and that the key needs comparing`, LIMIT, async () => {
      const said = await signed(await stand(path));
      assert.ok(said.includes(KEY), said);
      assert.ok(said.includes(`daggerboard ${release.release} seq=1`), said);
      assert.match(said, { en: /^Signed by key .*Compare this key with one you got from the team by another route.*proves nothing/, zh: /^由密钥 .*请与通过其他渠道获得的公钥核对/ }[lang]);
      assert.doesNotMatch(said, /verified/i);
    });
  }

  test('that comes without a program says that its signature was not checked', LIMIT, async (t) => {
    const page = await (await visitor(t, { javaScriptEnabled: false })).newPage();
    await page.goto((await host(t)).origin + PAGE.path);
    assert.match(await signed(page), /^Not checked here yet: signed by key RW/);
  });

  const spoilt = {
    'one other byte in the signature': (path, bytes) => (path === SIGNATURE ? Buffer.from(bytes.toString().replace(/\n(RU.{20})./, (_, head) => `\n${head}!`)) : bytes),
    'the number of another release': (path, bytes) => (path === SIGNATURE ? Buffer.from(bytes.toString().replace('seq=1', 'seq=2')) : bytes),
    'the signature of another release': (path, bytes) => (path === SIGNATURE ? readFileSync(join(SITE, RELEASES[1].folder, 'SHA256SUMS.minisig')) : bytes),
    'a page in place of the signature': (path, bytes) => (path === SIGNATURE ? Buffer.from('<!doctype html><title>404</title>') : bytes),
    'no signature any more': (path, bytes) => (path === SIGNATURE ? 404 : bytes),
    'a signature without end': (path, bytes) => (path === SIGNATURE ? Buffer.alloc(1 << 20, 'x') : bytes),
    'a list of keys that is none': (path, bytes) => (path === KEYS ? Buffer.from('{}') : bytes),
    'a key that is revoked': (path, bytes) => (path === KEYS ? changed(bytes, (key) => { key.revoked = { reason: { en: 'lost', zh: '丢失' }, roots: [] }; }) : bytes),
    'a key of other years': (path, bytes) => (path === KEYS ? changed(bytes, (key) => { key.to = key.from; }) : bytes),
  };
  const changed = (bytes, change) => {
    const keys = JSON.parse(bytes);
    change(keys.keys[0]);
    return Buffer.from(JSON.stringify(keys));
  };
  for (const [what, change] of Object.entries(spoilt)) {
    test(`with ${what} is withheld, and the file is named`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t, change), PAGE.path);
      assert.deepEqual(await charts(page), []);
      assert.match((await alerts(page)).join(), /SHA256SUMS\.minisig|keys\.json/);
    });
  }

  test('by a key that nobody lists is said not to be checked', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t, (path, bytes) => (path === KEYS ? changed(bytes, (key) => { key.key = OTHER; }) : bytes)), PAGE.path);
    assert.match(await signed(page), /keys\.json does not list: the signature was not checked/);
    assert.notDeepEqual(await charts(page), []);
  });
});

describe('where the program that holds to signatures does not come', { concurrency: 2 }, () => {
  const signer = (path) => /^\/signer-[0-9a-f]{16}(_bg)?\.(js|wasm)$/.test(path);
  const ways = {
    'from the host': (path, bytes) => (signer(path) ? 404 : bytes),
    'as it was built': (path, bytes) => (signer(path) ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes),
  };
  for (const [what, change] of Object.entries(ways)) {
    test(`${what}, the checked figures stand and the page says what was not checked`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t, change), PAGE.path);
      assert.match(await signed(page), /^The signature was not checked here/);
      assert.match(await page.textContent('#seal-state'), /match this site's manifest/);
      assert.notDeepEqual(await charts(page), []);
    });

    test(`${what}, a reader with a key gets no checked figures`, LIMIT, async (t) => {
      const { page } = await open(await visitor(t), (await host(t, change)).origin + `${PAGE.path}?key=${KEY}`);
      assert.match(await page.textContent('#seal-state'), /^Not checked in this browser: the program that holds/);
    });
  }
});

describe('a key from elsewhere', { concurrency: 2 }, () => {
  test('that signed the release is named as the reader\'s, in the address or pasted', LIMIT, async (t) => {
    const server = await host(t);
    for (const written of [KEY, encodeURIComponent(KEY)]) {
      const { page } = await visit(t, server, `${PAGE.path}?key=${written}`);
      assert.match(await signed(page), /^Signed by the key that you supplied, RW/);
    }
    const { page } = await visit(t, server, PAGE.path);
    await page.click('#seal details summary');
    const told = async (key, said) => {
      await page.fill('#told', key);
      await page.locator('#seal-told', { hasText: said }).waitFor();
    };
    await told(KEY, /^Signed by the key that you supplied, RW/);
    await told(OTHER, /^Differs: the release is signed by another key/);
    await page.fill('#told', KEY.slice(1));
    assert.match(await page.textContent('#seal-told'), /neither a root digest.* nor a minisign key/);
  });

  test('that did not sign it withholds the figures', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), `${PAGE.path}?key=${OTHER}`);
    assert.deepEqual(await charts(page), []);
    assert.match((await alerts(page)).join(), /the release is signed by another key than `RWR\+/);
  });

  test('that is none is told, and nothing claims that it was compared', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), `${PAGE.path}?key=RWnonsense`);
    assert.match(await page.textContent('#seal-told'), /neither a root digest.* nor a minisign key/);
    assert.match(await signed(page), /^Signed by key /);
  });
});

describe('what a browser saw before', { concurrency: 2 }, () => {
  /** A visit to the page with another state of the catalogue, by the same reader. */
  async function again(context, server, path = PAGE.path) {
    const { page } = await open(context, server.origin + path);
    await settled(page);
    const warning = page.locator('#seal-memory');
    return (await warning.count()) === 0 ? '' : warning.textContent();
  }
  const remember = (context, server, change) => context.addInitScript(change, server.origin);

  test('is kept, and a return to an older state is warned of, not blocked', LIMIT, async (t) => {
    const [context, server] = [await visitor(t), await host(t)];
    assert.equal(await again(context, server), '');
    const { page } = await open(context, server.origin + PAGE.path);
    const [[name, kept]] = await page.evaluate(() => Object.entries(localStorage));
    assert.deepEqual(JSON.parse(kept), { [KEY]: 1 });
    assert.match(name, new RegExp(`^daggerboard /${PAGE.release.report}$`));
    // As if it had been here when there were three releases.
    await page.evaluate(([key, of]) => localStorage.setItem(key, JSON.stringify({ [of]: 3 })), [name, KEY]);
    assert.match(await again(context, server), /has seen release number 3 of this report; the newest here is number 1/);
    assert.notDeepEqual(await charts(page), []);
    // Another key's numbers say nothing about this one's.
    await page.evaluate(([key, of]) => localStorage.setItem(key, JSON.stringify({ [of]: 999 })), [name, OTHER]);
    assert.equal(await again(context, server), '');
  });

  test('tells that a signature is gone', LIMIT, async (t) => {
    const context = await visitor(t);
    let stripped = false;
    const server = await host(t, (path, bytes) => (stripped && path === PAGE.path
      ? Buffer.from(bytes.toString().replace(' data-signature', '').replace(' data-keys', '')) : bytes));
    assert.equal(await again(context, server), '');
    stripped = true;
    assert.match(await again(context, server, `${PAGE.path}?past-the-cache`), /not signed, and this browser has seen releases of this report signed by key RW/);
  });

  test('cannot be compared where nothing is kept, and the page says so', LIMIT, async (t) => {
    const [context, server] = [await visitor(t), await host(t)];
    await remember(context, server, () => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }));
    assert.match(await again(context, server), /keeps no memory for this site/);
  });

  test('that cannot be read is begun anew', LIMIT, async (t) => {
    const [context, server] = [await visitor(t), await host(t)];
    await again(context, server);
    const { page } = await open(context, server.origin + PAGE.path);
    await page.evaluate(() => Object.keys(localStorage).forEach((name) => localStorage.setItem(name, '{"a": -1, nonsense')));
    assert.equal(await again(context, server), '');
  });
});
