// Charts that answer: what they say of a mark by mouse, keyboard and touch, and what a reader chooses to see of them.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { open, settled, unfold } from './browser.mjs';
import { figures, RELEASES, REPORT_PAGES } from './site.mjs';
import { spoilt } from './spoilt.mjs';
import { host, LIMIT, read, visit as plainly, visitor } from './stage.mjs';

const AXE = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const [EXAMPLE] = RELEASES;
const PATH = `/${EXAMPLE.report}/`;
const [{ batch: BATCH, scenarios: SCENARIOS }] = figures(EXAMPLE).batches;
const LONG_INPUT = SCENARIOS.filter(({ scenario }) => scenario.input_tokens >= 16 * scenario.output_tokens);
const THROUGHPUT = `${BATCH}-throughput-long-input`;
const TTFT = `${BATCH}-ttft_p95_ms`;

const tip = (page) => page.locator('#tip');
const asked = (page, name) => new URL(page.url()).searchParams.get(name);

/** Opens a page whose charts answer at once: the program that does is fetched when a reader first turns to one. */
async function visit(t, ...where) {
  const visited = await plainly(t, ...where);
  const { page } = visited;
  await page.locator('svg.chart').first().hover();
  await tip(page).waitFor();
  await page.mouse.move(2, 2);
  await tip(page).waitFor({ state: 'hidden' });
  await page.evaluate(() => scrollTo(0, 0));
  return visited;
}

/** The middle of one mark of a chart, in the window. */
async function middle(page, figure, mark, index) {
  const found = page.locator(`[id="${figure}"] svg.chart ${mark}`).nth(index);
  await found.evaluate((mark) => mark.scrollIntoView({ block: 'center' }));
  const box = await found.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, box };
}

/** Points at it. */
async function point(page, ...mark) {
  const place = await middle(page, ...mark);
  await page.mouse.move(place.x, place.y);
  return place;
}

/** Whether two boxes share more than an edge. */
const overlap = (a, b) => Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1
  && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1;

/** What axe calls serious or critical. */
async function violations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

/** The marks of a latency chart, by the data: the gain, both sides, and every round with a value. */
const marks = (metric) => SCENARIOS.flatMap(({ scenario: { id }, baseline, candidate }) => [`${id}/gain/${metric}`,
  ...Object.entries({ baseline, candidate }).flatMap(([side, { measured }]) => [`${id}/${side}/${metric}`,
    ...(measured?.rounds ?? []).filter(({ values }) => values[metric] !== null).map(({ round }) => `${id}/${side}/${metric}/${round}`)])]);

describe('a mark that is pointed at', { concurrency: 2 }, () => {
  test('says its figures, by the data', LIMIT, async (t) => {
    const { page, errors } = await visit(t, await host(t), PATH);
    const { measured } = LONG_INPUT[1].candidate;
    await point(page, THROUGHPUT, 'rect', 3);
    const said = await tip(page).innerText();
    const { rounds, spreads: { output_tok_s: { median, min, max } } } = measured;
    assert.ok(said.startsWith('16K → 128 · C1, after the upgrade'), said);
    for (const part of [`median of ${rounds.length} rounds: ${median.toFixed(2)} tokens/s`, `Range: ${min.toFixed(2)} to ${max.toFixed(2)} tokens/s`,
      rounds.map(({ values }) => values.output_tok_s.toFixed(2)).join(', '), `Failed requests: 0/${measured.requests}`]) {
      assert.ok(said.includes(part), `${part} in ${said}`);
    }

    const sum = ({ failures }) => Object.values(failures).reduce((all, count) => all + count, 0);
    const failing = SCENARIOS.findIndex(({ candidate }) => candidate.measured && sum(candidate.measured) > 0);
    const { requests, failures } = SCENARIOS[failing].candidate.measured;
    // Six dots a scenario: the last three are after the upgrade.
    await point(page, TTFT, 'circle', failing * 6 + 4);
    const withFailures = await tip(page).innerText();
    const kinds = Object.values(failures).filter((count) => count > 0);
    for (const part of [`Failed requests: ${sum({ failures })}/${requests} (`, ...kinds.map((count) => `: ${count}`), 'Valid responses a round: ', '† a request failed']) {
      assert.ok(withFailures.includes(part), `${part} in ${withFailures}`);
    }

    await point(page, `${BATCH}-gain`, 'circle', 0);
    assert.match(await tip(page).innerText(), /after against before\n+Output throughput: [\d.]+x \([+-][\d.]+ %\)\nWhat the rounds allow: [\d.]+x to [\d.]+x/);
    assert.deepEqual(errors, []);
  });

  test('stays while it is pointed at itself, goes at Escape, covers not what it is about, and a click is the proof', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH);
    const { x, y, box } = await point(page, THROUGHPUT, 'rect', 2);
    const shown = await tip(page).boundingBox();
    assert.ok(!overlap(shown, box), 'the bar is free');
    await page.mouse.move(x + 10, y + 4);
    await page.mouse.move(shown.x + 20, shown.y + 20, { steps: 8 });
    assert.ok((await tip(page).innerText()).startsWith('16K → 128 · C1, before'), 'the way to it leads over nothing else');
    await page.mouse.move(2, 2);
    assert.ok(await tip(page).isHidden());

    await point(page, THROUGHPUT, 'rect', 2);
    await page.keyboard.press('Escape');
    await page.mouse.move(x + 3, y);
    assert.ok(await tip(page).isHidden(), 'sent away, it does not come back for the same mark');
    await point(page, THROUGHPUT, 'rect', 3);
    assert.ok(await tip(page).isVisible());
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForSelector('#proof[open] #proof-title');
    assert.ok(await tip(page).isHidden());
    assert.ok(asked(page, 'figure').startsWith(`${BATCH}/${LONG_INPUT[1].scenario.id}/candidate/output_tok_s`));
  });

  test('a tap shows it, with the way to the proof; a tap elsewhere takes it away', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH, { hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });
    const { x, y } = await middle(page, THROUGHPUT, 'rect', 1);
    await page.touchscreen.tap(x, y);
    assert.ok(await tip(page).isVisible());
    assert.equal(await page.locator('#proof[open]').count(), 0);
    const small = await page.$$eval('#tip button', (all) => all.map((one) => one.getBoundingClientRect().height).filter((height) => height < 24));
    assert.deepEqual(small, []);
    await page.locator('h2').first().tap();
    assert.ok(await tip(page).isHidden());
    await page.touchscreen.tap(...Object.values(await middle(page, THROUGHPUT, 'rect', 1)).slice(0, 2));
    await page.locator('#tip button[name]').tap();
    await page.waitForSelector('#proof[open] #proof-title');
    assert.equal(asked(page, 'figure'), `${BATCH}/${LONG_INPUT[0].scenario.id}/candidate/output_tok_s`);
  });

  for (const width of [320, 640]) {
    test(`what it says stays in a window of ${width} px`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t), `/${EXAMPLE.report}/zh/`, { viewport: { width, height: 640 } });
      for (const figure of [THROUGHPUT, TTFT, `${BATCH}-gain`]) {
        const count = await page.locator(`[id="${figure}"] svg.chart g`).count();
        for (const index of [0, count - 1]) {
          const row = await middle(page, figure, 'g', index);
          for (const x of [20, width / 2, width - 20]) {
            await page.mouse.move(x, row.y);
            const { x: left, width: wide } = await tip(page).boundingBox();
            assert.ok(left >= 0 && left + wide <= width, `${figure} ${index}: from ${left}, ${wide} wide`);
          }
        }
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    });
  }

  for (const { path, lang } of REPORT_PAGES.filter(({ release }) => release === EXAMPLE)) {
    test(`axe has nothing serious to say beside it (${lang})`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t), `${path}?pick=${LONG_INPUT[0].scenario.id}`);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await point(page, THROUGHPUT, 'rect', 1);
        assert.ok(await tip(page).isVisible());
        assert.deepEqual(await violations(page), [], colorScheme);
        await page.mouse.move(2, 2);
        await page.locator(`[id="${TTFT}"] .keys`).focus();
        await page.keyboard.press('ArrowRight');
        assert.deepEqual(await violations(page), [], `${colorScheme}, by keyboard`);
      }
    });
  }
});

/** What the keyboard is at in a chart, as a screen reader is told. */
const at = (page) => page.evaluate(() => {
  const active = document.getElementById(document.activeElement.getAttribute('aria-activedescendant'));
  return active && { role: active.getAttribute('role'), said: active.getAttribute('aria-label'), selected: active.getAttribute('aria-selected'), stroke: getComputedStyle(active).stroke };
});

describe('the keyboard in charts and tables', { concurrency: 2 }, () => {
  test('reaches every mark of a chart from one stop, and its proof', LIMIT, async (t) => {
    const { page, errors } = await visit(t, await host(t), PATH);
    const expected = marks('ttft_p95_ms');
    const keys = page.locator(`[id="${TTFT}"] .keys`);
    await keys.focus();
    const said = new Set();
    for (let presses = 0; presses < expected.length; presses += 1) {
      const mark = await at(page);
      assert.deepEqual([mark.role, mark.selected], ['option', 'true']);
      assert.notEqual(mark.stroke, 'none', 'one sees where the keys are');
      assert.ok(await tip(page).isVisible());
      assert.ok(await page.evaluate(() => {
        const box = document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight;
      }), `in sight: ${mark.said}`);
      said.add(mark.said);
      await page.keyboard.press('ArrowRight');
    }
    assert.equal(said.size, expected.length, 'each mark once');
    assert.equal(await page.locator(`[id="${TTFT}"] [role="option"]`).count(), expected.length);

    await page.keyboard.press('Home');
    const [first, second] = SCENARIOS.map(({ scenario }) => scenario.id);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#proof[open] #proof-title');
    assert.equal(asked(page, 'figure'), `${BATCH}/${second}/baseline/ttft_p95_ms`);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#proof:not([open])', { state: 'attached' });
    assert.ok(await keys.evaluate((keys) => keys === document.activeElement), 'the focus is where it was');
    await page.keyboard.press('ArrowUp');
    assert.ok((await at(page)).said.includes('before the upgrade'));
    await page.keyboard.press('Escape');
    assert.ok(await tip(page).isHidden());
    assert.ok(first && errors.length === 0, errors.join());
  });

  test('the marks stand where the chart has them', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH);
    for (const figure of [THROUGHPUT, TTFT]) {
      await page.locator(`[id="${figure}"] .keys`).focus();
      const [dots, rings] = await page.$eval(`[id="${figure}"]`, (figure) => ['.chart', '.keys']
        .map((svg) => [...figure.querySelectorAll(`${svg} circle`)].map((dot) => dot.getBoundingClientRect()).map(({ x, y, width, height }) => [x + width / 2, y + height / 2])));
      assert.equal(rings.length, dots.length);
      for (const [index, [x, y]] of rings.entries()) {
        assert.ok(Math.abs(x - dots[index][0]) < 1.5 && Math.abs(y - dots[index][1]) < 1.5, `${figure} ${index}: ${x} ${y}, not ${dots[index]}`);
      }
    }
  });

  test('a table is one stop, and arrow keys lead to each of its figures', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH);
    await unfold(page);
    assert.equal(await page.locator('td :is(button, [tabindex="0"]):not([tabindex="-1"]):visible').count(), await page.locator('td.copy button:visible').count());
    const table = page.locator(`[id="${TTFT}"] .scroll`);
    const focused = () => page.evaluate(() => document.activeElement.name ?? document.activeElement.className);
    await table.focus();
    const names = await table.locator('button').evaluateAll((all) => all.map((one) => one.name));
    await page.keyboard.press('ArrowRight');
    for (const name of names) {
      assert.equal(await focused(), name);
      await page.keyboard.press('ArrowRight');
    }
    const [first, second] = SCENARIOS.map(({ scenario }) => scenario.id);
    await page.keyboard.press('Home');
    assert.equal(await focused(), `${BATCH}/${first}/baseline/ttft_p95_ms`);
    for (const expected of [`${first}/candidate`, `${second}/baseline`]) {
      await page.keyboard.press('ArrowDown');
      assert.equal(await focused(), `${BATCH}/${expected}/ttft_p95_ms`);
    }
    await page.keyboard.press('ArrowUp');
    assert.equal(await focused(), `${BATCH}/${first}/candidate/ttft_p95_ms`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#proof[open] #proof-title');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#proof:not([open])', { state: 'attached' });
    await page.keyboard.press('Escape');
    assert.equal(await focused(), 'scroll');
  });
});

/** The ids of the figures of a batch that stand. */
const standing = (page) => page.$$eval('figure', (all) => all.map((figure) => figure.id));
const choose = (page, name, value) => page.locator(`select[name="${name}"]`).first().selectOption(value);
const said = (page) => page.locator('.shown').first().textContent();

describe('what a reader chooses', { concurrency: 2 }, () => {
  test('is shown in charts, tables, proofs and files, stands in the address, and comes back from it', LIMIT, async (t) => {
    const server = await host(t);
    const { page, errors } = await visit(t, server, PATH);
    await page.locator(`[id="${TTFT}"] summary`).click();
    await page.locator('select[name="stat"]').first().focus();
    await choose(page, 'stat', 'p50');
    assert.equal(asked(page, 'stat'), 'p50');
    const median = `${BATCH}-ttft_p50_ms`;
    assert.ok((await standing(page)).includes(median) && !(await standing(page)).includes(TTFT));
    assert.ok(await page.locator(`[id="${median}"] table`).isVisible(), 'what was unfolded stays so');
    assert.equal(await page.evaluate(() => document.activeElement.name), 'stat', 'the focus stays');
    const shown = await page.$$eval(`[id="${median}"] td:nth-child(3) [value]`, (all) => all.map((one) => Number(one.value)));
    const expected = SCENARIOS.flatMap(({ baseline, candidate }) => [baseline, candidate])
      .flatMap(({ measured }) => measured?.spreads.ttft_p50_ms?.median ?? []);
    assert.deepEqual(shown, expected);
    assert.match(await page.textContent(`[id="${BATCH}-gain"] thead`), /median time to first token/);

    await choose(page, 'scale', 'linear');
    assert.ok((await page.$$eval(`[id="${median}"] .chart > text`, (all) => all.map((one) => one.textContent))).includes('0'));
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[id="${median}"] .save:not([data-png])`).click()]);
    const file = await readFile(await download.path(), 'utf8');
    assert.match(file, /linear scale from zero/);
    assert.match(download.suggestedFilename(), /ttft_p50_ms/);

    await choose(page, 'load', 'c8');
    const eight = SCENARIOS.filter(({ scenario }) => scenario.load.concurrency === 8);
    assert.equal(await said(page), `${eight.length} of ${SCENARIOS.length} scenarios are shown.`);
    assert.equal(await page.locator(`[id="${median}"] .chart g`).count(), eight.length);
    await choose(page, 'panel', 'long-input');
    assert.ok(!(await standing(page)).includes(`${BATCH}-throughput-long-output`));

    await choose(page, 'metric', 'e2e');
    assert.ok((await standing(page)).includes(`${BATCH}-gain-e2e_p50_ms`) && !(await standing(page)).includes(`${BATCH}-gain`));
    assert.match(await page.textContent(`[id="${BATCH}-gain-e2e_p50_ms"] h3`), /^Gain in median end-to-end time \(E2E\): /);

    assert.deepEqual(['stat', 'scale', 'load', 'panel', 'metric'].map((name) => asked(page, name)), ['p50', 'linear', 'c8', 'long-input', 'e2e']);
    const before = await page.$$eval('.body', (all) => all.map((body) => body.textContent));
    const other = await page.$eval('a.lang', (link) => link.href);
    assert.equal(new URL(other).search, new URL(page.url()).search, 'the other language shows the same');
    await page.reload();
    await page.waitForSelector('html[data-ready="1"]');
    assert.deepEqual(await page.$$eval('.body', (all) => all.map((body) => body.textContent)), before);
    assert.deepEqual(await page.$$eval('.choices select', (all) => [...new Set(all.map((one) => `${one.name}=${one.value}`))].toSorted()),
      ['load=c8', 'metric=e2e', 'panel=long-input', 'pick=', 'scale=linear', 'stat=p50']);

    await choose(page, 'stat', '');
    assert.equal(asked(page, 'stat'), null, 'what everybody sees is not in the address');
    assert.deepEqual(errors, []);
  });

  test('of many scenarios is a part, found by words that the address keeps', LIMIT, async (t) => {
    const site = await spoilt(t, EXAMPLE, (folder) => {
      const file = join(folder, 'report.json');
      const report = JSON.parse(readFileSync(file, 'utf8'));
      // Planned and never measured: 30 in all.
      for (let n = report.batches[0].scenarios.length; n < 30; n += 1) {
        report.batches[0].scenarios.push({ id: `more-${n}`, input_tokens: 1024 * (n + 30), output_tokens: 128, load: { concurrency: 2 }, requests: 8, rounds: 3 });
      }
      writeFileSync(file, JSON.stringify(report));
    });
    const server = await host(t, undefined, site);
    const { page, errors } = await plainly(t, server, PATH);
    const rows = (page) => page.locator(`[id="${TTFT}"] .chart g`).count();
    const shown = page.locator('.shown').first();
    const usual = await shown.textContent();
    assert.equal(await rows(page), 12);
    await page.locator('.turn[value="1"]').first().click();
    await page.waitForFunction((usual) => document.querySelector('.shown').textContent !== usual, usual);
    assert.match(await shown.textContent(), /13.*24.*30/);
    const search = page.locator('.parts input').first();
    await search.fill('8k c8');
    await page.waitForFunction(() => /1.*1.*1/.test(document.querySelector('.shown').textContent) && !/13/.test(document.querySelector('.shown').textContent));
    assert.equal(await rows(page), 1);
    assert.equal(asked(page, 'find'), '8k c8');
    await page.reload();
    await page.waitForSelector('html[data-ready="1"]');
    assert.equal(await search.inputValue(), '8k c8');
    assert.equal(await rows(page), 1);
    await search.fill('');
    await page.waitForFunction((usual) => document.querySelector('.shown').textContent === usual, usual);
    assert.equal(asked(page, 'find'), null);
    // What is preloaded of a signature is gone with it.
    assert.deepEqual(errors.filter((error) => !error.startsWith('Failed to load resource')), []);
  });

  test('which parts stand open is in the address too, and what is not there is said', LIMIT, async (t) => {
    const server = await host(t);
    const { page } = await plainly(t, server, PATH);
    await page.locator(`[id="${TTFT}"] summary`).click();
    await page.locator('.workload > summary').click();
    await page.waitForFunction(() => new URL(location).searchParams.get('open')?.includes(','));
    assert.equal(asked(page, 'open'), `shapes,${TTFT}`);
    await page.locator('#shapes select').first().waitFor();
    await page.locator('.workload > summary').click();
    await page.waitForFunction(() => !new URL(location).searchParams.get('open').includes(','));
    await page.reload();
    await page.waitForSelector('html[data-ready="1"]');
    assert.ok(await page.locator(`[id="${TTFT}"] table`).isVisible());
    assert.ok(!await page.locator('#shapes').isVisible());

    const { page: other, errors } = await plainly(t, server, `${PATH}?open=nothing,${TTFT}`);
    assert.ok(await other.locator(`[id="${TTFT}"] table`).isVisible());
    assert.match(await other.locator('.shown').first().textContent(), /The address asks for open=nothing, .*It can be .*shapes/);
    assert.deepEqual(errors, []);
  });

  test('is missed in words where the program that shows it does not come, which is not asked for by passing over charts', LIMIT, async (t) => {
    const server = await host(t, (path, bytes) => (/desk.*wasm/.test(path) ? 404 : bytes));
    const { page } = await plainly(t, server, PATH);
    const usual = await page.$$eval('.body', (all) => all.map((body) => body.textContent));
    const asked = () => server.requests.filter((path) => /desk.*wasm/.test(path)).length;
    const chart = page.locator('svg.chart').first();
    await chart.hover();
    await page.waitForTimeout(500);
    for (const x of [40, 80, 120]) await chart.hover({ position: { x, y: 30 } });
    await page.waitForTimeout(500);
    assert.equal(asked(), 1);
    await choose(page, 'stat', 'p50');
    await page.locator('.shown').first().filter({ hasText: /did not come/ }).waitFor();
    assert.deepEqual(await page.$$eval('.body', (all) => all.map((body) => body.textContent)), usual);
    assert.ok(asked() > 1, 'who asks for something has it tried again');
  });

  test('what the address asks for in vain is said, and the usual view stands', LIMIT, async (t) => {
    const server = await host(t);
    for (const { path, lang } of REPORT_PAGES.filter(({ release }) => release === EXAMPLE)) {
      const { page: usual } = await visit(t, server, path);
      const { page, errors } = await visit(t, server, `${path}?stat=p99&load=%3Cscript%3E&pick=nothing&find=nothing`);
      const status = page.locator('.shown').first();
      assert.equal(await status.getAttribute('role'), 'status');
      for (const part of ['stat=p99', 'load=<script>', 'pick=nothing', 'p50', 'c8']) assert.ok((await status.innerText()).includes(part), part);
      assert.match(await status.innerText(), { en: /The address asks for/, zh: /地址要求/ }[lang]);
      assert.ok(await status.isVisible());
      const bodies = (page) => page.$$eval('.body', (all) => all.map((body) => body.textContent));
      assert.deepEqual(await bodies(page), await bodies(usual));
      assert.deepEqual(errors, []);
    }
  });

  test('a scenario stands out in every chart and table, by more than its colour', LIMIT, async (t) => {
    const { scenario: { id } } = LONG_INPUT[2];
    const { page } = await visit(t, await host(t), `${PATH}?pick=${id}`);
    const picked = async () => page.$$eval('[data-row].picked', (all) => [...new Set(all.map((row) => row.dataset.row))]);
    assert.deepEqual(await picked(), [id]);
    const [charts, tables] = [page.locator('.chart g.picked'), page.locator('figure tr.picked')];
    const shown = await page.$$eval('figure', (all, id) => all.filter((figure) => figure.querySelector(`[data-row="${id}"]`)).length, id);
    assert.equal(await charts.count(), shown);
    assert.ok(await tables.count() >= shown);
    const stroke = (row) => row.locator('path').first().evaluate((path) => getComputedStyle(path).stroke);
    for (const media of [{}, { forcedColors: 'active' }]) {
      await page.emulateMedia(media);
      assert.notEqual(await stroke(charts.first()), 'none', 'a mark beside the name');
      assert.equal(await stroke(page.locator('.chart g:not(.picked)').first()), 'none');
      assert.equal(await tables.first().evaluate((row) => getComputedStyle(row).outlineStyle), 'solid');
    }
    await choose(page, 'pick', '');
    assert.deepEqual([await picked(), asked(page, 'pick')], [[], null]);
    await point(page, THROUGHPUT, 'rect', 0);
    assert.equal(await page.locator('.chart g.here').count(), shown);
    await page.locator('#tip [data-pick]').click();
    assert.deepEqual([await picked(), asked(page, 'pick')], [[LONG_INPUT[0].scenario.id], LONG_INPUT[0].scenario.id]);
    assert.equal(await page.locator('select[name="pick"]').first().inputValue(), LONG_INPUT[0].scenario.id);
  });

  test('nothing moves where the reader wants no motion', LIMIT, async (t) => {
    const server = await host(t);
    for (const [reducedMotion, moves] of [['reduce', false], ['no-preference', true]]) {
      const context = await visitor(t, { reducedMotion });
      const { page } = await open(context, server.origin + PATH);
      await settled(page);
      const duration = await page.$eval('.chart rect', (bar) => parseFloat(getComputedStyle(bar).transitionDuration));
      assert.equal(duration > 0, moves, reducedMotion);
    }
  });

  test('sides are told apart in forced colours', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH, { forcedColors: 'active' });
    const colours = await page.evaluate(() => {
      const [before, after] = ['baseline', 'candidate'].map((side) => getComputedStyle(document.querySelector(`.chart rect.f-${side}`)).fill);
      const ground = getComputedStyle(document.documentElement).backgroundColor;
      const words = getComputedStyle(document.querySelector('.chart text.f-text')).fill;
      return [before, after, ground, words];
    });
    assert.equal(new Set(colours.slice(0, 3)).size, 3, colours.join());
    assert.notEqual(colours[3], colours[2]);
  });

  test('a page that is only read has no controls, and keeps their room', LIMIT, async (t) => {
    const page = await read(t, await host(t), PATH);
    assert.equal(await page.locator('select:visible, .keys').count(), 0);
    const heights = await page.$$eval('.choices', (all) => all.map((row) => row.getBoundingClientRect().height));
    assert.ok(heights.length >= 2 && heights.every((height) => height >= 24), heights.join());
  });

  test('what the charts of a section have in common is said once, and in every picture that leaves', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH);
    const sections = await page.$$eval('section:has(.panels)', (all) => all.map((section) => [...section.querySelectorAll('p.note')].map((note) => note.textContent)));
    for (const notes of sections) {
      assert.ok(notes.length > 0);
      assert.equal(new Set(notes).size, notes.length, notes.join('\n'));
    }
    const dagger = /a request failed in at least one round/;
    assert.ok(sections[0].some((note) => dagger.test(note)));
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`[id="${TTFT}"] .save:not([data-png])`).click()]);
    assert.match(await readFile(await download.path(), 'utf8'), dagger);
  });
});
