// The checked page takes the place of the one that came as HTML, and a reader notices nothing but the seal.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { charts, checkSources, NUMBER, open, seal, settled, states } from './browser.mjs';
import { files, RELEASES, REPORT_PAGES } from './site.mjs';
import { host, LIMIT, read, visit, visitor } from './stage.mjs';

const ALL_SAME = { en: (count) => `All ${count} files (`, zh: (count) => `全部 ${count} 个文件（` };

/** What a reader reads of the page but for the seal, and for the closed panel of proofs, which only the checked page has. */
const words = (page) => page.$eval('#app', (app) => {
  const copy = app.cloneNode(true);
  copy.querySelector('#seal').remove();
  copy.querySelector('#data-state').remove();
  // What is filled when it is opened.
  copy.querySelector('#shapes')?.remove();
  copy.querySelector('#proof:not([open])')?.remove();
  return copy.textContent;
});

/** Where two texts part, with a few characters around. */
function parting(before, after) {
  if (before === after) return null;
  let at = 0;
  while (before[at] === after[at]) at += 1;
  return { before: before.slice(Math.max(0, at - 20), at + 20), after: after.slice(Math.max(0, at - 20), at + 20) };
}

/** Opens a page that keeps the layout shifts it had, and what it said of its progress. */
async function watched(t, server, path, [width, height]) {
  const context = await visitor(t, { viewport: { width, height } });
  await context.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        window.shifts.push([value, ...sources.map(({ node }) => node?.id || node?.className || node?.nodeName)]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
    window.told = [];
    new MutationObserver(() => {
      const said = document.querySelector('#seal-state')?.textContent;
      if (said && said !== window.told.at(-1)) window.told.push(said);
    }).observe(document, { childList: true, subtree: true });
  });
  const asked = [];
  context.on('request', (request) => asked.push(new URL(request.url())));
  const { page, errors } = await open(context, server.origin + path);
  await settled(page);
  return { page, errors, asked };
}

/** The layout shifts so far, after two frames more, so that one of the last change is among them. */
const shifts = (page) => page.evaluate(() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(window.shifts), 50)));
}));

/** Where everything with a place of its own stands on a screen of this width. */
async function places(page, width) {
  await page.setViewportSize({ width, height: 800 });
  return page.$$eval('h1, h2, h3, section, article, figure, svg.chart, footer', (all) => all.map((element) => {
    const { x, y } = element.getBoundingClientRect();
    return `${element.tagName} ${element.closest('[id]').id} ${(x + scrollX).toFixed(1)} ${(y + scrollY).toFixed(1)}`;
  }));
}

/** Figures that stand elsewhere while the figures after them in their panel have not come yet. */
async function unsteady(page, width) {
  await page.setViewportSize({ width, height: 800 });
  return page.$$eval('.panels', (all) => all.flatMap((panels) => {
    const figures = [...panels.querySelectorAll(':scope > figure')];
    const places = () => figures.map((figure) => figure.getBoundingClientRect())
      .map(({ x, width }) => `${x.toFixed(1)} ${width.toFixed(1)}`);
    const last = places();
    const moved = new Set();
    for (const count of figures.keys()) {
      figures.forEach((figure, index) => { figure.hidden = index > count; });
      places().slice(0, count + 1).forEach((place, index) => { if (place !== last[index]) moved.add(figures[index].id); });
    }
    figures.forEach((figure) => { figure.hidden = false; });
    return [...moved];
  }));
}

function assertStill(shifts) {
  const sum = shifts.reduce((sum, [value]) => sum + value, 0);
  assert.ok(sum < 0.001, `layout shift ${sum}: ${JSON.stringify(shifts)}`);
}

describe('takeover', { concurrency: 2 }, () => {
  for (const { path, release } of REPORT_PAGES) {
    test(`on ${path} the checked page takes over`, LIMIT, async (t) => {
      const [there, here] = [await host(t), await host(t)];
      const [before, { page: after, errors, asked }] = await Promise.all([read(t, there, path), watched(t, here, path, [1280, 800])]);

      await t.test('the charts are the same, mark for mark', async () => {
        const [old, now] = [await charts(before), await charts(after)];
        assert.deepEqual(now.map(([id]) => id), old.map(([id]) => id));
        for (const [index, [id, markup]] of now.entries()) assert.ok(markup === old[index][1], `${id} has the same markup`);
      });

      await t.test('the tables are the same, to the last digit', async () => {
        const numbers = (page) => page.$$eval(`figure ${NUMBER}`, (all) => all
          .map((data) => `${data.closest('figure').id} ${data.value} ${data.textContent}`));
        assert.ok((await numbers(before)).length > 0);
        assert.deepEqual(await numbers(after), await numbers(before));
      });

      await t.test('the words are the same but for the seal', async () => {
        assert.notEqual(await seal(after), await seal(before));
        assert.deepEqual(parting(await words(before), await words(after)), null);
      });

      await t.test('nothing jumps, and the page says once that it is final', async () => {
        assertStill(await shifts(after));
        assert.equal(await after.getAttribute('html', 'data-ready'), '1');
        assert.equal(await after.evaluate(() => performance.getEntriesByName('charts-ready', 'mark').length), 1);
        assert.deepEqual(errors, []);
      });

      await t.test('it tells how far the check is, and never passes the whole', async () => {
        const size = (text) => parseFloat(text) * { B: 1, kB: 1e3, MB: 1e6 }[text.split(' ')[1]];
        const steps = (await after.evaluate(() => window.told))
          .map((said) => said.match(/^(?:Checking|正在).*?([\d.]+ k?M?B)(?: of | \/ )([\d.]+ k?M?B)/)).filter(Boolean)
          .map(([, come, whole]) => [size(come), size(whole)]);
        assert.ok(steps.length > 0);
        for (const [come, whole] of steps) assert.ok(come <= whole, `${come} of ${whole}`);
        assert.deepEqual(steps, steps.toSorted(([a], [b]) => a - b), 'it never goes back');
      });

      // New nodes in place of old ones are no shift to the browser, but they are to a reader if they stand elsewhere.
      for (const width of [360, 768, 1280]) {
        await t.test(`everything stands where it stood, at ${width} px`, async () => {
          const [old, now] = [await places(before, width), await places(after, width)];
          const moved = now.filter((place, index) => place !== old[index]);
          assert.deepEqual([moved.length, moved[0]], [0, undefined], `before: ${old.find((place, index) => place !== now[index])}`);
        });
      }

      for (const width of [360, 768, 1280]) {
        await t.test(`no figure waits for the next one to find its place, at ${width} px`, async () => {
          assert.deepEqual(await unsteady(before, width), []);
        });
      }

      await t.test('it asked its own host, for its own files, each once, and for no source', async () => {
        await after.waitForLoadState('networkidle');
        const remote = asked.filter((url) => url.protocol !== 'data:');
        assert.deepEqual(remote.filter((url) => url.origin !== here.origin).map(String), []);
        const program = files().filter((file) => /^\/(page|signer)[^/]+\.(js|wasm)$/.test(file));
        const listed = ['SHA256SUMS', 'SHA256SUMS.minisig', ...release.files].map((file) => `/${release.folder}/${file}`);
        assert.deepEqual(here.requests.toSorted(), [path, ...program, '/data/catalogue.json', '/data/keys.json', ...listed].toSorted());
        assert.deepEqual(remote.map((url) => url.pathname).filter((asked) => !here.requests.includes(asked)), []);
      });
    });
  }

  for (const { path } of REPORT_PAGES) {
    for (const size of [[360, 800], [480, 900]]) {
      test(`nothing jumps on ${path} on a screen of ${size.join(' x ')}`, LIMIT, async (t) => {
        const { page } = await watched(t, await host(t), path, size);
        assertStill(await shifts(page));
      });
    }
  }

  for (const { path, lang, release } of REPORT_PAGES) {
    test(`${path} checks every file, and its sources when asked`, LIMIT, async (t) => {
      const server = await host(t);
      const { page } = await visit(t, server, path);
      // The seal's table has every file but the descriptor, which was checked before there was a table.
      const extra = [...release.copies, ...release.sources].toSorted();
      const listed = [...release.files, ...extra];
      assert.deepEqual([...(await states(page)).keys()], listed.toSorted());
      const unchecked = async () => [...await states(page)].filter(([, state]) => !/^(same|一致)$/.test(state)).map(([file]) => file);
      assert.deepEqual(await unchecked(), extra);
      await checkSources(page);
      assert.deepEqual(await unchecked(), []);
      const fetched = server.requests.filter((asked) => extra.some((file) => asked.endsWith(`/${file}`)));
      assert.deepEqual(fetched.toSorted(), extra.map((file) => `/${release.folder}/${file}`), 'each once');
      assert.ok((await seal(page)).startsWith(ALL_SAME[lang](listed.length)), await seal(page));
    });
  }

  test('both reports are tried: one with sources, one without', () => {
    assert.deepEqual(RELEASES.map((release) => release.sources.length > 0).toSorted(), [false, true]);
  });
});
