// Page and command print the same numbers because both call the same function: one as wasm in the browser, one natively.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NUMBER, table } from './browser.mjs';
import { figures, REPORT_PAGES, show } from './site.mjs';
import { LIMIT, stand } from './stage.mjs';

const SIDES = ['baseline', 'candidate'];
const KINDS = ['http', 'no_done', 'empty_text', 'usage', 'length', 'other'];
const HEADLINE = ['output_tok_s', 'ttft_p95_ms', 'tpot_p95_ms', 'e2e_p95_ms'];
const BY_KIND = ':is([aria-label="Failed requests by kind"], [aria-label="按类型统计的失败请求"])';
const BY_SCENARIO = ':is([aria-label="Failed requests by scenario"], [aria-label="按场景统计的失败请求"])';

const total = (failures) => KINDS.reduce((sum, kind) => sum + failures[kind], 0);
const over = ({ failures, requests }) => `${total(failures)}/${requests}`;
const measured = (scenario, side) => scenario[side].measured;
const daggered = (scenario, side) => Boolean(measured(scenario, side)) && total(measured(scenario, side).failures) > 0;
const change = (gain) => gain.resolved ?? gain.not_resolved;

function name({ input_tokens, output_tokens, load }) {
  const tokens = (count) => (count % 1024 === 0 ? `${count / 1024}K` : String(count));
  const offered = load.rate === undefined ? `C${load.concurrency}` : `${load.rate.toFixed(3)}/s`;
  return `${tokens(input_tokens)} → ${tokens(output_tokens)} · ${offered}`;
}

/** A row as numbers only: the full value where the page has one, else text with a digit in it, else nothing. */
const numbers = (cells) => cells.map(({ text, value }) => value ?? (/\d/.test(text) ? text : ''));

/** The rows that a chart's table must have: for every scenario both sides, by the command. */
const expected = (scenarios, metric) => scenarios.flatMap((scenario) => SIDES.map((side) => {
  const cell = measured(scenario, side);
  if (!cell) return [name(scenario.scenario), ...Array(metric === 'output_tok_s' ? 6 : 7).fill('')];
  const row = [name(scenario.scenario), '', cell.spreads[metric], ...cell.rounds.map((round) => round.values[metric]), over(cell)];
  const valid = cell.rounds.map((round) => round.latency_n);
  const [least, most] = [Math.min(...valid), Math.max(...valid)];
  if (metric !== 'output_tok_s') row.push(least === most ? most : `${least}–${most}`);
  row[2] = row[2]?.median;
  return row.map((number) => String(number ?? ''));
}));

/** The words that must stand for a gain, before a remark that it is not resolved. */
function said({ ratio, percent }, lang) {
  const size = Math.abs(percent) < 0.05 ? '0.0 %' : `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
  return { en: `${ratio.toFixed(2)}x (${size})`, zh: `${size}（原来的 ${ratio.toFixed(2)} 倍）` }[lang];
}

/** The rule whose breach a kind of failure is. */
const RULE_OF = { http: 'http', no_done: 'done', empty_text: 'text', usage: 'usage', length: 'length' };

/** The rows of a table as texts, those without a digit blank. */
const counts = (locator) => locator.locator('tbody tr').evaluateAll((rows) => rows
  .map((row) => [...row.cells].map(({ textContent: text }) => (/\d/.test(text) ? text : ''))));

describe('numbers', { concurrency: 2 }, () => {
  for (const { path, lang, release } of REPORT_PAGES) {
    test(`${path} has the command's numbers`, LIMIT, async (t) => {
      const page = await stand(path);
      const { batches } = figures(release);

      for (const [index, { batch, scenarios, ...totals }] of batches.entries()) {
        await t.test(`every number in a chart's table of ${batch} is the command's, to the last bit`, async () => {
          for (const metric of HEADLINE.slice(1)) {
            const rows = await table(page, `[id="${batch}-${metric}"]`);
            assert.deepEqual(rows.map(numbers), expected(scenarios, metric), metric);
          }
          // Together the two panels show every scenario once, each panel in the order of the plan.
          const shown = [];
          for (const panel of ['long-input', 'long-output']) {
            const id = `[id="${batch}-throughput-${panel}"]`;
            const rows = await page.locator(id).count() ? await table(page, id) : [];
            const names = new Set(rows.map(([head]) => head.text));
            const here = scenarios.filter(({ scenario }) => names.has(name(scenario)));
            assert.deepEqual(rows.map(numbers), expected(here, 'output_tok_s'), panel);
            shown.push(...names);
          }
          assert.deepEqual(shown.toSorted(), scenarios.map(({ scenario }) => name(scenario)).toSorted());

          const clean = scenarios.filter(({ gains }) => change(gains.output_tok_s));
          const ratios = clean.map(({ scenario, gains }) => [
            name(scenario), ...HEADLINE.map((metric) => String(change(gains[metric])?.ratio ?? '')),
          ]);
          assert.deepEqual((await table(page, `[id="${batch}-gain"]`)).map(numbers), ratios, 'gains');
        });

        await t.test(`every count of failures of ${batch} is the command's`, async () => {
          const section = page.locator(`main section:has(> ${BY_KIND})`).nth(index);
          const kinds = await counts(section.locator(BY_KIND));
          assert.deepEqual(kinds.map(([, ...row]) => row), [
            // Where the files cannot show a rule, its kind has no count: nobody looked.
            ...KINDS.map((kind) => SIDES.map((side) => (totals[side].unchecked.includes(RULE_OF[kind]) ? ''
              : `${totals[side].failures[kind]}/${totals[side].requests}`))),
            SIDES.map((side) => `${over(totals[side])} (${totals[side].failed_percent.toFixed(2)} %)`),
          ]);
          const failing = scenarios.filter((scenario) => SIDES.some((side) => daggered(scenario, side)));
          assert.deepEqual(await counts(section.locator(BY_SCENARIO)), failing.map((scenario) => [
            name(scenario.scenario), ...SIDES.map((side) => (measured(scenario, side) ? over(measured(scenario, side)) : '')),
          ]));
        });

        await t.test(`every number of ${batch} is shown rounded, not changed`, async () => {
          const ids = await page.$$eval(`figure[id^="${batch}-"]`, (all) => all.map((figure) => figure.id));
          for (const id of ids.filter((id) => id !== `${batch}-gain`)) {
            for (const { text, value } of (await table(page, `[id="${id}"]`)).flat().filter((cell) => cell.value !== null)) {
              assert.equal(text.replace(/ †$/, ''), Number(value).toFixed(2), id);
            }
          }
          for (const [head, ...cells] of await table(page, `[id="${batch}-gain"]`)) {
            const { gains } = scenarios.find(({ scenario }) => name(scenario) === head.text);
            for (const [at, { text }] of cells.entries()) {
              const gain = gains[HEADLINE[at]];
              if (!change(gain)) continue;
              const words = said(change(gain), lang);
              assert.ok(gain.resolved ? text === words : text.startsWith(`${words}; `), `${head.text}: ${text}, expected ${words}`);
            }
          }
        });

        await t.test(`the verdict on ${batch} is the command's, word for word`, async () => {
          const lines = show(release, '--batch', batch, '--lang', lang).toString().split('\n');
          const verdict = lines[lines.indexOf(`batch ${batch}`) + 1];
          const paragraphs = await page.locator(index === 0 ? '#verdict' : `[id="${batch}"] p`).allTextContents();
          assert.ok(paragraphs.includes(verdict), verdict);
        });
      }

      await t.test('nothing was left out', async () => {
        const leftOut = batches.flatMap(({ verdict }) => verdict.ledger);
        assert.equal(await page.locator('.ledger li').count(), leftOut.length, 'a line in the ledger for each scenario without a gain');
        const figures = await page.$$eval('figure', (all) => all.map((figure) => figure.id));
        const ours = (id) => batches.some(({ batch }) => id.startsWith(`${batch}-`));
        assert.deepEqual(figures.filter((id) => !ours(id)), [], 'no figures but those of the batches');
        assert.equal(await page.locator(NUMBER).count(), await page.locator(`figure ${NUMBER}`).count(), 'no number stands elsewhere');
      });
    });
  }
});
