// What hosts, caches and networks really do wrong: the page names the file, the likely cause, and the way on.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alerts, charts, checkSources, open, seal, settled, states } from './browser.mjs';
import { flipped, seeded } from './flip.mjs';
import { RELEASES, REPORT_PAGES } from './site.mjs';
import { host, LIMIT, read, stand, visit, visitor } from './stage.mjs';

const RELEASE = RELEASES[0];
const { path: PATH } = REPORT_PAGES.find(({ release, lang }) => release === RELEASE && lang === 'en');
const at = (file) => (file === 'catalogue.json' ? '/data/catalogue.json' : `/${RELEASE.folder}/${file}`);

const FAULTS = [
  { fault: 'a 404', answer: () => 404 },
  { fault: 'a 500', answer: () => 500 },
  { fault: 'an HTML page', answer: () => Buffer.from('<!doctype html>\n<title>Welcome</title>\n'), cause: /HTML page/ },
  { fault: 'half of it', answer: (bytes) => bytes.subarray(0, bytes.length >> 1) },
  { fault: 'a connection that breaks', answer: (bytes) => ({ bytes, cut: bytes.length >> 1 }) },
  { fault: 'nothing at all', answer: () => Buffer.alloc(0), cause: /empty file/ },
  {
    fault: 'a git-lfs pointer',
    answer: () => Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 20854\n`),
    cause: /git-lfs pointer/,
  },
];

const ROUNDS = `rounds/${RELEASE.batches[0]}-candidate.csv`;
const FATAL = ['catalogue.json', 'SHA256SUMS', 'datapackage.json', 'report.json'];
const FILES = [...FATAL, ROUNDS, 'readme.md'];

/** Everything the page says about what went wrong. */
const complaint = async (page) => [...await alerts(page), await seal(page), ...(await states(page)).values()].join('\n');

/** The figures that may be shown when `file` is not there. */
async function spared(file) {
  if (FATAL.includes(file)) return [];
  const all = (await charts(await stand(PATH))).map(([figure]) => figure);
  return file === ROUNDS ? all.filter((figure) => !figure.startsWith(`${RELEASE.batches[0]}-`)) : all;
}

describe('a file that does not come', { concurrency: 2 }, () => {
  for (const file of FILES) {
    test(`${file} is named, and so is what it looks like`, LIMIT, async (t) => {
      let answer;
      const server = await host(t, (path, bytes) => (path === at(file) ? answer(bytes) : bytes));
      for (const fault of FAULTS) {
        answer = fault.answer;
        const { page } = await visit(t, server, PATH);
        const said = await complaint(page);
        await t.test(`when the host sends ${fault.fault}, the page names the file and shows nothing of it`, async () => {
          assert.ok(said.includes(file), said);
          assert.deepEqual((await charts(page)).map(([figure]) => figure), await spared(file));
        });
        if (fault.cause) await t.test(`${fault.fault} is recognised`, () => assert.match(said, fault.cause));
        await page.context().close();
      }
    });
  }
});

const TRY_AGAIN = /try again|retry|重试/i;

describe('the way on', { concurrency: 2 }, () => {
  for (const file of FILES) {
    test(`after ${file} did not come there is a way to try again, which works once the host is mended`, LIMIT, async (t) => {
      let broken = true;
      const server = await host(t, (path, bytes) => (path === at(file) && broken ? 500 : bytes));
      const { page } = await visit(t, server, PATH);
      broken = false;
      const again = page.locator('#app').getByText(TRY_AGAIN).and(page.locator('a, button'));
      assert.ok(await again.count() > 0, 'a link or a button');
      await again.first().click();
      await page.locator('#seal-state').filter({ hasText: /^All \d+ files/ }).waitFor();
      assert.deepEqual(await charts(page), await charts(await stand(PATH)));
    });
  }
});

describe('a stale cache', { concurrency: 2 }, () => {
  for (const file of [...FILES, 'license.txt', `rounds/${RELEASE.batches.at(-1)}-baseline.csv`]) {
    test(`${file} that is wrong at first is asked for past the cache, and the page ends checked`, LIMIT, async (t) => {
      const server = await host(t, (path, bytes, nth) => (path === at(file) && nth === 1 ? flipped(bytes, seeded('stale')) : bytes));
      const { page } = await visit(t, server, PATH);
      assert.match(await complaint(page), /^All \d+ files/m);
      assert.deepEqual(await charts(page), await charts(await stand(PATH)));
      assert.equal(server.requests.filter((path) => path === at(file)).length, 2);
    });
  }

  for (const file of FILES) {
    test(`${file} as the browser kept it from a bad host does not outlive that host`, LIMIT, async (t) => {
      let bad = true;
      const server = await host(t, (path, bytes) => (path === at(file) && bad ? flipped(bytes, seeded('kept')) : bytes));
      const context = await visitor(t);
      for (const visit of ['first', 'second']) {
        const { page } = await open(context, server.origin + PATH);
        await settled(page);
        if (visit === 'first') assert.ok((await complaint(page)).includes(file));
        else assert.match(await complaint(page), /^All \d+ files/m);
        bad = false;
      }
    });
  }

  test('a report published after the browser kept the catalogue can be opened', LIMIT, async (t) => {
    const [fresh, known] = RELEASES;
    let published = false;
    const old = (bytes) => {
      const catalogue = JSON.parse(bytes);
      return Buffer.from(JSON.stringify({ ...catalogue, reports: catalogue.reports.filter(({ id }) => id !== fresh.report) }));
    };
    const server = await host(t, (path, bytes) => (path === at('catalogue.json') && !published ? old(bytes) : bytes));
    const context = await visitor(t);
    for (const { report } of [known, fresh]) {
      const { page } = await open(context, `${server.origin}/${report}/`);
      await settled(page);
      assert.deepEqual(await alerts(page), []);
      published = true;
    }
  });

  test('a source that is wrong at first is asked for past the cache too', LIMIT, async (t) => {
    const release = RELEASES.find(({ sources }) => sources.length > 0);
    const [file] = release.sources;
    const server = await host(t, (path, bytes, nth) => (path.endsWith(`/${file}`) && nth === 1 ? flipped(bytes, seeded('stale')) : bytes));
    const { page } = await visit(t, server, `/${release.report}/`);
    await checkSources(page);
    assert.match(await seal(page), /^All \d+ files/);
  });
});

describe('the program itself', { concurrency: 2 }, () => {
  for (const kind of ['.js', '.wasm']) {
    test(`a page whose ${kind} does not come still shows its figures, and says that nothing was checked`, LIMIT, async (t) => {
      const server = await host(t, (path, bytes) => (path.endsWith(kind) ? 404 : bytes));
      const context = await visitor(t);
      const page = await context.newPage();
      await page.goto(server.origin + PATH);
      await page.locator('#seal-again').waitFor();
      assert.match(await seal(page), /these figures were not checked in this browser\.$/);
      assert.ok(await page.locator('#seal-again').getByText(TRY_AGAIN).isVisible());
      assert.deepEqual(await charts(page), await charts(await read(t, server, PATH)));
    });
  }
});

describe('what became of a release', { concurrency: 2 }, () => {
  /** The page where the catalogue says something else of its release. */
  async function listed(t, change) {
    const server = await host(t, (path, bytes) => {
      if (path !== at('catalogue.json')) return bytes;
      const catalogue = JSON.parse(bytes);
      const { releases } = catalogue.reports.find(({ id }) => id === RELEASE.report);
      change(releases);
      return Buffer.from(JSON.stringify(catalogue));
    });
    return (await visit(t, server, PATH)).page;
  }

  test('that it was withdrawn, and why', LIMIT, async (t) => {
    const page = await listed(t, (releases) => {
      releases.at(-1).withdrawn = { date: '2026-12-01', reason: { en: 'The node was shared.', zh: '节点被共用。' } };
    });
    assert.match((await alerts(page)).join(), /Withdrawn on 2026-12-01\. .*The node was shared\./);
    assert.notDeepEqual(await charts(page), [], 'its files stay, and so do its figures');
  });

  test('that another one corrects it', LIMIT, async (t) => {
    const page = await listed(t, (releases) => {
      const { id, root } = releases.at(-1);
      releases.push({ id: 'r9', root: 'a'.repeat(64), previous: root, supersedes: id });
    });
    assert.match(await page.textContent('.verdict'), /Release r9 of this report corrects this one\./);
  });

  test('an entry that was slipped in before it is found', LIMIT, async (t) => {
    const page = await listed(t, (releases) => {
      const root = 'a'.repeat(64);
      releases.unshift({ id: 'r0', root });
      releases[1].previous = root;
    });
    assert.match((await alerts(page)).join(), /disagree on what came before this release/);
    assert.deepEqual(await charts(page), []);
  });
});

describe('a root digest from elsewhere', { concurrency: 2 }, () => {
  const told = (page) => page.textContent('#seal-told');

  test('that is the release\'s is compared with its manifest', LIMIT, async (t) => {
    const server = await host(t);
    const { page } = await visit(t, server, PATH);
    assert.equal(await told(page), '');
    const root = (await page.textContent('#root-digest')).trim();
    const { page: again } = await visit(t, server, `${PATH}?root=${root}`);
    assert.match(await told(again), /matches the root digest that you supplied/);
    await again.click('#seal details summary');
    await again.fill('#told', `${root.slice(0, -1)}g`);
    assert.match(await told(again), /neither a root digest, which has 64 lower-case hex digits/);
    await again.fill('#told', `sha256:${'0'.repeat(64)}`);
    assert.match(await told(again), /^Differs: no release of this report here/);
  });

  test('that is no release\'s withholds the figures', LIMIT, async (t) => {
    const server = await host(t);
    const { page } = await visit(t, server, `${PATH}?root=${'0'.repeat(64)}`);
    assert.match((await alerts(page)).join(), /has the root digest 0{64} that the address asks for/);
    assert.deepEqual(await charts(page), []);
  });

  test('that is another release\'s is told as such', LIMIT, async (t) => {
    const server = await host(t, (path, bytes) => {
      if (path !== at('catalogue.json')) return bytes;
      const catalogue = JSON.parse(bytes);
      const { releases } = catalogue.reports.find(({ id }) => id === RELEASE.report);
      releases.push({ id: 'r9', root: '9'.repeat(64), previous: releases.at(-1).root });
      return Buffer.from(JSON.stringify(catalogue));
    });
    const { page } = await visit(t, server, `${PATH}?root=${'9'.repeat(64)}`);
    assert.match(await told(page), /the root digest of release r9 of this report, not of this one/);
  });
});
