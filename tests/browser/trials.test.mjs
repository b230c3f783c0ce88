// Two hundred bytes, each another one than was published: no trial ends in a figure that was not checked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alerts, charts, seal, states } from './browser.mjs';
import { flipped, seeded } from './flip.mjs';
import { files, REPORT_PAGES, RELEASES } from './site.mjs';
import { ended, host, stand, visitor } from './stage.mjs';

const TRIALS = 200;
const LANES = 3;

/** What a trial may spoil: the program that checks, the catalogue, and all that a page of `release` fetches unasked. */
const spoilable = (release) => ['/data/catalogue.json', ...files().filter((file) => /^\/page[^/]+\.(js|wasm)$/.test(file)),
  ...['SHA256SUMS', ...release.files].map((file) => `/${release.folder}/${file}`)];

const PLAN = Array.from({ length: TRIALS }, (_, trial) => {
  const release = RELEASES[trial % RELEASES.length];
  const all = spoilable(release);
  const pages = REPORT_PAGES.filter((page) => page.release === release);
  const turn = Math.floor(trial / RELEASES.length);
  return { trial, file: all[turn % all.length], page: pages[turn % pages.length] };
});

/** What the page said at the end, and whether every figure of it is one of the intact page. */
async function tried(context, server, { trial, file, page: { path, lang } }) {
  await context.setExtraHTTPHeaders({ 'x-trial': String(trial) });
  const page = await context.newPage();
  await page.goto(server.origin + path);
  await ended(page);
  await page.waitForFunction(() => [...document.querySelectorAll('#seal tbody tr')].every((row) => !document.documentElement.dataset.ready
    || /^sources\/|^rounds\/.*\.(json|parquet)$/.test(row.cells[0].textContent) || !/^(not checked|未校验)$/.test(row.cells[2].textContent)));
  const intact = new Map(await charts(await stand(path)));
  const strange = (await charts(page)).filter(([figure, markup]) => intact.get(figure) !== markup).map(([figure]) => figure);
  const state = await seal(page);
  const words = [...await alerts(page), state, ...(await states(page)).values()].join('\n');
  const name = file.split('/').slice(file.startsWith('/data/') && !file.endsWith('catalogue.json') ? 4 : -1).join('/');
  const unchecked = { en: /these figures were not checked in this browser/, zh: /以下数字未经本浏览器校验/ }[lang].test(state);
  const whole = /^(All|全部) \d+ /.test(state);
  await page.close();
  return { strange, named: words.includes(name), unchecked, whole, words };
}

describe('a byte of any file', () => {
  test(`${TRIALS} seeded flips, in each file in turn`, { timeout: 600_000 }, async (t) => {
    const server = await host(t, (path, bytes, _nth, request) => {
      const at = PLAN[Number(request.headers['x-trial'] ?? NaN)];
      if (at?.file === path) bytes = flipped(bytes, seeded(`trial ${at.trial}`));
      // The next trial of a lane finds nothing of this one, but for the program.
      return path.startsWith('/data/') || at?.file === path ? { bytes, cache: 'no-store' } : bytes;
    });
    const wrong = [];
    const kinds = { program: 0, named: 0, harmless: 0 };
    const queue = [...PLAN];
    await Promise.all(Array.from({ length: LANES }, async () => {
      const lane = await visitor(t);
      for (let plan = queue.shift(); plan; plan = queue.shift()) {
        const program = /\.(js|wasm)$/.test(plan.file);
        const context = program ? await visitor(t) : lane;
        const end = await tried(context, server, plan);
        if (program) await context.close();
        // Of the catalogue, the page only uses what it says of reports: a space or another report's title may differ.
        const harmless = plan.file.endsWith('catalogue.json') && end.whole;
        const right = program ? end.unchecked && !end.whole : end.named && !end.whole;
        kinds[program ? 'program' : harmless ? 'harmless' : 'named'] += 1;
        if (end.strange.length > 0 || !(right || harmless)) wrong.push({ ...plan, page: plan.page.path, ...end });
      }
    }));
    t.diagnostic(JSON.stringify(kinds));
    assert.deepEqual(wrong, []);
    assert.ok(kinds.harmless < kinds.named / 5);
  });
});
