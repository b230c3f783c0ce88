// Networks that stall, trickle, pack, redirect and lie: the page ends with a word and a way on, and never shows a byte it did
// not check as if it had.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { alerts, charts, checkSources, seal, states } from './browser.mjs';
import { RELEASES, REPORT_PAGES } from './site.mjs';
import { spoilt } from './spoilt.mjs';
import { ended, host, hurried, LIMIT, processes, read, stand, visit, visitor } from './stage.mjs';

const RELEASE = RELEASES[0];
const of = (release, lang) => REPORT_PAGES.find((page) => page.release === release && page.lang === lang).path;
const at = (file) => (file === 'catalogue.json' ? '/data/catalogue.json' : `/${RELEASE.folder}/${file}`);
const ROUNDS = `rounds/${RELEASE.batches[0]}-candidate.csv`;
const FILES = ['catalogue.json', 'SHA256SUMS', 'datapackage.json', 'report.json', ROUNDS];

/** Opens a page and waits for its last word; resolves to it and to all that it said of its progress. */
async function told(context, url) {
  await context.addInitScript(() => {
    window.told = [];
    new MutationObserver(() => {
      const said = document.querySelector('#seal-state')?.textContent;
      if (said && said !== window.told.at(-1)) window.told.push(said);
    }).observe(document, { childList: true, subtree: true });
  });
  const page = await context.newPage();
  await page.goto(url);
  await ended(page);
  return { page, said: await page.evaluate(() => window.told) };
}

/** Shares of the whole that the page gave as come, highest first. */
const shares = (said) => {
  const size = (text) => parseFloat(text) * { B: 1, kB: 1e3, MB: 1e6 }[text.split(' ')[1]];
  return said.map((words) => words.match(/^(?:Checking|正在).*?([\d.]+ k?M?B)(?: of | \/ )([\d.]+ k?M?B)/)).filter(Boolean)
    .map(([, come, whole]) => size(come) / size(whole)).toSorted((a, b) => b - a);
};

const LATE = {
  'never answers': (bytes) => ({ bytes, hold: 0 }),
  'stops in the middle': (bytes) => ({ bytes, hold: bytes.length >> 1 }),
  // Often enough by the page's hurried time, so that it never stalls.
  'sends a byte now and then': (bytes) => ({ bytes, trickle: 200 }),
};

// Mostly they wait.
describe('a file that comes too late', { concurrency: 3 }, () => {
  for (const [index, file] of FILES.entries()) {
    for (const [what, answer] of Object.entries(LATE)) {
      const lang = ['en', 'zh'][index % 2];
      test(`a host that ${what} at ${file}: what came stands, unchecked, with the reason and a way on that works`, LIMIT, async (t) => {
        let bad = true;
        const server = await host(t, (path, bytes) => (path === at(file) && bad ? answer(bytes) : bytes));
        const { page, said } = await told(await hurried(t), server.origin + of(RELEASE, lang));
        const word = await seal(page);
        assert.match(word, { en: /^Not checked in this browser: /, zh: /^未经本浏览器校验：/ }[lang]);
        assert.ok(word.includes(`${file}\` ${{ en: 'stopped coming: ', zh: '传输中断：' }[lang]}`), word);
        assert.ok(said.some((words) => /Asking once more|正在重试/.test(words)), said.join('\n'));
        assert.deepEqual(await charts(page), await charts(await read(t, server, of(RELEASE, lang))));
        assert.deepEqual(await alerts(page), []);
        assert.ok((shares(said)[0] ?? 0) <= 1);
        bad = false;
        await page.locator('#seal-again a').click();
        await page.locator('#seal-state').filter({ hasText: /^(All|全部) \d+ / }).waitFor();
      });
    }
  }

  for (const kind of ['.js', '_bg.wasm']) {
    test(`a program whose ${kind} stops in the middle is told of`, LIMIT, async (t) => {
      const server = await host(t, (path, bytes) => (path.endsWith(kind) ? { bytes, hold: 1000 } : bytes));
      const { page } = await told(await hurried(t), server.origin + of(RELEASE, 'en'));
      assert.match(await seal(page), /these figures were not checked in this browser/);
      assert.ok(await page.locator('#seal-again a').isVisible());
      assert.deepEqual(await charts(page), await charts(await read(t, server, of(RELEASE, 'en'))));
    });
  }

  test('a text that no figure rests on and that stalls is named, and the figures stand checked', LIMIT, async (t) => {
    const server = await host(t, (path, bytes) => (path === at('readme.md') ? { bytes, hold: 10 } : bytes));
    const { page } = await told(await hurried(t), server.origin + of(RELEASE, 'en'));
    await page.locator('#seal-again').waitFor();
    assert.match((await states(page)).get('readme.md'), /stopped coming: nothing came for 15 s/);
    assert.deepEqual(await charts(page), await charts(await stand(of(RELEASE, 'en'))));
  });
});

/** The site with its data at another place too. */
const moved = (t) => spoilt(t, RELEASE, (folder) => {
  const site = folder.slice(0, -RELEASE.folder.length);
  cpSync(join(site, 'data'), join(site, 'moved/data'), { recursive: true });
});

describe('a host that packs, names or moves files in its own way', { concurrency: 2 }, () => {
  const WAYS = {
    'packed with gzip': (bytes) => ({ bytes, encoding: 'gzip' }),
    'packed with brotli': (bytes) => ({ bytes, encoding: 'br' }),
    'as a page of HTML by its type': (bytes) => ({ bytes, type: 'text/html' }),
    'as a program by its type': (bytes) => ({ bytes, type: 'application/octet-stream' }),
    'without a type it knows': (bytes) => ({ bytes, type: 'x/y' }),
    'from another place of the host': (bytes, path) => ({ bytes, redirect: `/moved${path}` }),
  };
  for (const [what, answer] of Object.entries(WAYS)) {
    test(`everything ${what} is checked all the same, and no progress passes the whole`, LIMIT, async (t) => {
      const server = await host(t, (path, bytes) => (path.startsWith('/data/') ? answer(bytes, path) : bytes), await moved(t));
      const { page, said } = await told(await visitor(t), server.origin + of(RELEASE, 'en'));
      await page.locator('#seal-state').filter({ hasText: /^All \d+ files/ }).waitFor();
      assert.ok(shares(said)[0] <= 1, said.join('\n'));
      assert.ok((await charts(page)).length > 0);
    });
  }
});

describe('a host that lies', { concurrency: 2 }, () => {
  const LIES = {
    'a longer length than it sends': (bytes) => ({ bytes, length: bytes.length + 100 }),
    'a shorter length than it has': (bytes) => ({ bytes, length: bytes.length - 100 }),
    'a packed body that ends too soon': (bytes) => ({ bytes, encoding: 'gzip', cut: 40 }),
    'a 403': () => 403,
    'another host': (bytes) => ({ bytes, redirect: 'http://127.0.0.2:9/x' }),
    'a body that does not end': (bytes) => ({ bytes: Buffer.alloc(bytes.length + (9 << 20), 'x') }),
  };
  for (const file of FILES) {
    test(`about ${file} is found out, whatever the lie`, LIMIT, async (t) => {
      let answer;
      const server = await host(t, (path, bytes) => (path === at(file) ? answer(bytes) : bytes));
      const intact = new Set((await charts(await stand(of(RELEASE, 'en')))).map(([, markup]) => markup));
      for (const [lie, way] of Object.entries(LIES)) {
        await t.test(lie, async (t) => {
          answer = way;
          const { page, said } = await told(await visitor(t), server.origin + of(RELEASE, 'en'));
          const words = [...await alerts(page), await seal(page)].join('\n');
          assert.ok(words.includes(file), words);
          assert.ok((await charts(page)).every(([figure, markup]) => intact.has(markup) && !(file === ROUNDS && figure.startsWith(RELEASE.batches[0]))));
          if (file !== ROUNDS) assert.equal((await charts(page)).length, 0);
          if (/not end/.test(lie)) assert.match([words, ...(await states(page)).values()].join('\n'), /is longer than the \d+ bytes it may have/);
          assert.ok((shares(said)[0] ?? 0) <= 1, said.join('\n'));
          assert.ok(await page.getByText(/^Try again$/).and(page.locator('a')).first().isVisible());
        });
      }
    });
  }
});

describe('a half-finished deployment', { concurrency: 2 }, () => {
  /** A new release in the place of the old one: other rounds, and manifests that fit them. */
  const deployed = (t) => spoilt(t, RELEASE, (folder) => {
    const file = join(folder, ROUNDS);
    const [head, first, ...rest] = readFileSync(file, 'utf8').split('\n');
    const cells = first.split(',');
    cells[head.split(',').indexOf('ttft_p95_ms')] = '12345.678';
    writeFileSync(file, [head, cells.join(','), ...rest].join('\n'));
  });
  for (const [what, fresh] of Object.entries({
    'a stale catalogue with new files': (path) => path !== at('catalogue.json'),
    'a stale manifest with new files': (path) => path !== at('SHA256SUMS'),
    'a stale descriptor with new files': (path) => path !== at('datapackage.json'),
    'a new catalogue with stale files': (path) => path === at('catalogue.json'),
    'a new catalogue and manifest with stale files': (path) => [at('catalogue.json'), at('SHA256SUMS')].includes(path),
    'new manifests with stale rounds': (path) => path !== at(ROUNDS),
  })) {
    test(`${what} never show a figure of the one under the name of the other`, LIMIT, async (t) => {
      const site = await deployed(t);
      const server = await host(t, (path, bytes) => (path.startsWith('/data/') && fresh(path) ? readFileSync(join(site, path)) : bytes));
      const { page } = await told(await visitor(t), server.origin + of(RELEASE, 'en'));
      const shown = (await charts(page)).map(([figure]) => figure).filter((figure) => figure.startsWith(`${RELEASE.batches[0]}-`));
      assert.deepEqual(shown, []);
      assert.ok((await alerts(page)).length > 0);
    });
  }
});

describe('a raw file of 200 MB', () => {
  test('is hashed as it comes, and not kept', { timeout: 300_000 }, async (t) => {
    const release = RELEASES.find(({ sources }) => sources.length > 0);
    const site = await spoilt(t, release, (folder) => {
      const file = join(folder, 'sources/raw/large.json');
      writeFileSync(file, '{"padding": "');
      truncateSync(file, 200e6);
    });
    const { page } = await visit(t, await host(t, undefined, site), of(release, 'en'));
    const [session, renderers] = [await page.context().newCDPSession(page), await processes('renderer')];
    const size = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const sizes = renderers.map((id) => readFileSync(`/proc/${id}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1] / 1e3);
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    const before = await size();
    await checkSources(page);
    assert.equal((await states(page)).get('sources/raw/large.json'), 'same');
    // A browser throws away what it handed out when it likes, here now. The program's own memory never shrinks.
    const grown = await size() - before;
    t.diagnostic(`the page grew by ${grown.toFixed(0)} MB`);
    assert.ok(grown < 80, `${grown} MB`);
  });
});
