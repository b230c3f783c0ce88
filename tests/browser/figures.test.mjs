// The figures that the method says must come out, read from the page as a reader reads them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { table, words } from './browser.mjs';
import { REPORT_PAGES } from './site.mjs';
import { LIMIT, stand } from './stage.mjs';

/** Opens both languages of a report and tries `check(page, lang)` on each. */
function onBoth(report, title, check) {
  for (const { path, lang } of REPORT_PAGES.filter(({ release }) => release.report === report)) {
    test(`${title} (${lang})`, LIMIT, async () => check(await stand(path), lang));
  }
}

const H20 = 'vllm-0.32.0-8x-h20-3e';
const CPU = 'vllm-0.32.0-2-cpu-cores';

/** The texts of a scenario's rows in the table of a figure. */
const rows = async (page, figure, scenario) => (await table(page, `[id="${figure}"]`))
  .map((cells) => cells.map((cell) => cell.text)).filter(([head]) => head === scenario);

/** The words of a chart in parts that begin with a scenario's name, without the axis. */
async function parts(page, figure) {
  const parts = [];
  for (const word of await words(page, figure)) {
    if (/ → .* · /.test(word)) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** A scenario's medians as the chart writes them: before, after. */
const medians = async (page, figure, scenario) => (await parts(page, figure)).find(([head]) => head === scenario).slice(-2);

const gain = async (page, batch, scenario) => (await rows(page, `${batch}-gain`, scenario))[0];

describe('known figures', { concurrency: 2 }, () => {
  onBoth(H20, 'the upgrade on eight cards has its 60 rounds, 1,968 requests and 17 failures', async (page, lang) => {
    const numbers = await page.locator('.numbers').innerText();
    assert.match(numbers, /60 (rounds, 1,968 requests|轮，1,968 个请求)/);
    assert.match(numbers, /6\/984 \(0\.61 %\) → 11\/984 \(1\.12 %\)/);
    const name = { en: 'Failed requests by kind', zh: '按类型统计的失败请求' }[lang];
    const kinds = await table(page, `[aria-label="${name}"]`);
    const texts = kinds.map((row) => row.slice(1).map((cell) => cell.text));
    assert.deepEqual(texts.filter(([before, after]) => before !== '0/984' || after !== '0/984'),
      [['6/984', '11/984'], ['6/984 (0.61 %)', '11/984 (1.12 %)']]);
    assert.match(kinds[2][0].text, /all text empty|文本全部为空/);
    assert.equal(texts[2][0], '6/984');
  });

  onBoth(H20, 'three scenarios run at C1, three at C8 and four at C32, of 8, 16 and 64 requests a round', async (page) => {
    const all = await table(page, '[id="main-ttft_p95_ms"]');
    const requests = { C1: [3, 3 * 8], C8: [3, 3 * 16], C32: [4, 3 * 64] };
    for (const [load, [scenarios, sent]] of Object.entries(requests)) {
      const here = all.filter(([head]) => head.text.endsWith(` · ${load}`));
      assert.equal(here.length, 2 * scenarios, load);
      for (const row of here) assert.ok(row.some((cell) => cell.text.endsWith(`/${sent}`)), `${row[0].text}: ${sent}`);
    }
    assert.equal(all.length, 20);
  });

  onBoth(H20, '8K at C8 has 2.23 times the throughput and 62.8 % less P95 TTFT', async (page, lang) => {
    const [, throughput, ttft] = await gain(page, 'main', '8K → 128 · C8');
    assert.equal(throughput, { en: '2.23x (+122.6 %)', zh: '+122.6 %（原来的 2.23 倍）' }[lang]);
    assert.equal(ttft, { en: '0.37x (-62.8 %)', zh: '-62.8 %（原来的 0.37 倍）' }[lang]);
    assert.deepEqual((await parts(page, 'main-gain')).find(([head]) => head === '8K → 128 · C8').at(-1),
      { en: '2.23x (+122.6 %)', zh: '2.23 倍 (+122.6 %)' }[lang]);
    assert.ok((await page.locator('.numbers').innerText()).includes(throughput));
    assert.doesNotMatch(await page.innerText('body'), /up 2\.23|提高 ?2\.23|提升 ?2\.23/);
  });

  onBoth(H20, '1K → 512 at C1 goes from 115.00 to 113.69 tok/s, which three short rounds do not resolve', async (page) => {
    assert.deepEqual(await medians(page, 'main-throughput-long-output', '1K → 512 · C1'), ['115.00', '113.69']);
    const [before, after] = await rows(page, 'main-throughput-long-output', '1K → 512 · C1');
    assert.deepEqual([before[2], after[2]], ['115.00', '113.69']);
    const [, throughput] = await gain(page, 'main', '1K → 512 · C1');
    assert.match(throughput, /-1\.1 %/);
    assert.match(throughput, /; (ranges overlap: not resolved|范围重叠：无法判定)$/);
    const part = (await parts(page, 'main-gain')).find(([head]) => head === '1K → 512 · C1');
    assert.match(part.join(' '), /not resolved|无法判定/);
  });

  onBoth(H20, 'the earlier batch stands apart with 15.271 → 5.826 s and 142.979 → 63.282 ms at 4K C32', async (page) => {
    assert.deepEqual(await medians(page, 'first-batch-ttft_p95_ms', '4K → 128 · C32'), ['15.271 s', '5.826 s']);
    assert.deepEqual(await medians(page, 'first-batch-tpot_p95_ms', '4K → 128 · C32'), ['142.979 ms', '63.282 ms']);
    const counted = await rows(page, 'first-batch-ttft_p95_ms', '4K → 128 · C32');
    assert.deepEqual(counted.map((row) => row.at(-1)), ['128', '128'], '128 requests a round');
    for (const figure of await page.$$eval('figure[id^="main-"]', (all) => all.map((figure) => figure.id))) {
      assert.deepEqual((await parts(page, figure)).filter(([head]) => head.startsWith('4K')), [], `${figure} has nothing of it`);
    }
  });

  onBoth(H20, 'the series of arrival rates failed at 0.300 and was not run at 0.480 and 0.660', async (page, lang) => {
    const notRun = { en: 'not run', zh: '未执行' }[lang];
    for (const rate of ['0.480', '0.660']) {
      for (const figure of ['first-batch-throughput-long-input', 'first-batch-ttft_p95_ms']) {
        assert.deepEqual(await medians(page, figure, `8K → 128 · ${rate}/s`), [notRun, notRun], `${figure} at ${rate}`);
        assert.deepEqual((await rows(page, figure, `8K → 128 · ${rate}/s`)).map((row) => row[2]), [notRun, notRun]);
      }
      assert.ok(await page.locator('#first-batch li', { hasText: `${rate}/s` }).count() > 0, `${rate} is listed with its reason`);
    }
    const failing = await medians(page, 'first-batch-throughput-long-input', '8K → 128 · 0.300/s');
    assert.match(failing.join(' '), /†/);
    const stopped = await page.locator('#first-batch').innerText();
    assert.match(stopped, { en: /guard stopped the series at 0\.300 req\/s/, zh: /0\.300/ }[lang]);
  });

  onBoth(H20, 'the times of monitoring and of both sides are stated', async (page) => {
    const text = await page.innerText('main');
    for (const time of [/2026-10-27/, /UTC\+8/, /09:45.11:04/, /09:49.10:30/, /10:38.11:01/]) assert.match(text, time);
  });

  onBoth(H20, 'a reconstruction says that it is one: under its title', async (page, lang) => {
    assert.match(await page.locator('.banner').innerText(), { en: /^Illustrative\./, zh: /^示意数据。/ }[lang]);
  });

  onBoth(CPU, 'the real upgrade says that it was measured', async (page, lang) => {
    assert.equal(await page.locator('.banner').count(), 0);
    assert.match(await page.locator('.numbers').innerText(), /60 (rounds, 1,056 requests|轮，1,056 个请求)/);
    assert.match(await page.locator('.numbers').innerText(), /0\/528 .*→ 0\/528/);
  });

  onBoth(CPU, 'the real upgrade has its medians and changes, resolved only where the ranges lie apart', async (page) => {
    for (const [scenario, before, after, size, resolved] of [
      ['128 → 128 · C4', '76.68', '112.97', '+47.3 %', true],
      ['512 → 32 · C8', '41.26', '41.63', '+0.9 %', false],
      ['128 → 32 · C1', '35.39', '31.74', '-10.3 %', false],
    ]) {
      const figures = await page.$$eval('figure[id^="main-throughput"]', (all) => all.map((figure) => figure.id));
      const found = (await Promise.all(figures.map((figure) => rows(page, figure, scenario)))).flat();
      assert.deepEqual(found.map((row) => row[2]), [before, after], scenario);
      const [, throughput] = await gain(page, 'main', scenario);
      assert.ok(throughput.includes(size), `${scenario}: ${throughput}`);
      assert.equal(!/not resolved|无法判定/.test(throughput), resolved, `${scenario}: ${throughput}`);
    }
  });
});

describe('words of charts', { concurrency: 2 }, () => {
  for (const { path } of REPORT_PAGES) {
    test(`no chart on ${path} shows digits that mean nothing`, LIMIT, async () => {
      const page = await stand(path);
      const ids = await page.$$eval('figure', (all) => all.map((figure) => figure.id));
      const all = (await Promise.all(ids.map(async (id) => (await words(page, id)).map((word) => `${id}: ${word}`)))).flat();
      assert.deepEqual(all.filter((word) => /\d\.\d{4,}/.test(word)), []);
    });
  }
});

describe('daggers', { concurrency: 2 }, () => {
  for (const { path, release } of REPORT_PAGES) {
    test(`on ${path} a dagger stands on exactly the sides with a failure, which get no gain`, LIMIT, async () => {
      const page = await stand(path);
      const failed = (row) => row.some((text) => /^[1-9]\d*\/\d+$/.test(text));
      for (const batch of release.batches) {
        const ids = await page.$$eval(`figure[id^="${batch}-"]:not([id$="-gain"])`, (all) => all.map((figure) => figure.id));
        const failing = new Set();
        for (const id of ids) {
          const all = (await table(page, `[id="${id}"]`)).map((cells) => cells.map((cell) => cell.text));
          for (const row of all) {
            assert.equal(row[2].endsWith(' †'), failed(row), `${id}: ${row.join(', ')}`);
            if (failed(row)) failing.add(row[0]);
          }
          const drawn = (await parts(page, id)).flatMap((part) => part.slice(-2).map((word) => word.endsWith(' †')));
          assert.deepEqual(drawn, all.map(failed), `the chart ${id}`);
          if (id.includes('throughput')) {
            const outlines = await page.locator(`[id="${id}"] rect[class^="s-"]`).count();
            assert.equal(outlines, drawn.filter(Boolean).length, `${id}: an outline for each bar with a dagger, the others filled`);
          }
        }
        const gains = (await parts(page, `${batch}-gain`)).map(([head]) => head);
        assert.deepEqual(gains.filter((scenario) => failing.has(scenario)), [], `${batch}: gains of scenarios with a failure`);
        const listed = (await table(page, `[id="${batch}-gain"]`)).map(([head]) => head.text);
        assert.deepEqual(listed, gains, `${batch}: chart and table of gains`);
      }
    });

    test(`on ${path} every figure with a dagger says what it means`, LIMIT, async () => {
      const page = await stand(path);
      const silent = await page.$$eval('figure', (all) => all
        .filter((figure) => figure.querySelector('svg').textContent.includes('†'))
        .filter((figure) => ![...figure.querySelectorAll('p')].some((p) => /^†[ （]./.test(p.textContent)))
        .map((figure) => figure.id));
      assert.deepEqual(silent, []);
    });
  }
});
