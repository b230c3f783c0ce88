// Every figure has its proof: chosen by pointer, by keyboard or by address, and the same as the command's, line for line.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { open, settled, unfold } from './browser.mjs';
import { figures, RELEASES, REPORT_PAGES, show } from './site.mjs';
import { host, LIMIT, read, visit, visitor } from './stage.mjs';

const AXE = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const [EXAMPLE] = RELEASES;
const PATH = `/${EXAMPLE.report}/`;

/** Waits until a proof is in the panel, not only on its way. */
const shown = (page) => page.waitForSelector('#proof[open] #proof-title');

/** What the open panel says, line by line, but for what only the page can know. */
async function lines(page) {
  await shown(page);
  return page.$eval('#proof', (panel) => [...panel.querySelectorAll(':is(h2, h3, p:not(.bar), code)')].map((line) => {
    const copy = line.cloneNode(true);
    copy.querySelectorAll('.checked').forEach((mark) => mark.remove());
    return copy.textContent;
  }));
}

/** The same of the command. */
const explained = (release, name, lang) => show(release, '--explain', name, '--lang', lang).toString().split('\n').filter(Boolean);

/** The figure that the page's address asks for. */
const asked = (page) => new URL(page.url()).searchParams.get('figure');

/** Where one mark of a chart stands in the window. */
const middle = async (page, figure, mark, index) => {
  const found = page.locator(`[id="${figure}"] svg.chart ${mark}`).nth(index);
  await found.scrollIntoViewIfNeeded();
  const box = await found.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

async function closed(page) {
  await page.keyboard.press('Escape');
  await page.waitForSelector('#proof:not([open])', { state: 'attached' });
}

describe('proof', { concurrency: 2 }, () => {
  for (const { path, lang, release } of REPORT_PAGES) {
    test(`${path} says of every kind of figure what the command says`, LIMIT, async (t) => {
      const server = await host(t);
      const { page, errors } = await visit(t, server, path);
      const { batches } = figures(release);
      for (const { batch, scenarios } of batches) {
        // A scenario that has a gain, one that has none, and one that was not run, where there are such.
        const some = [
          ({ gains }) => gains.output_tok_s.resolved,
          ({ gains }) => gains.output_tok_s.not_resolved,
          ({ gains, candidate }) => gains.output_tok_s.left_out && candidate.measured,
        ].map((wanted) => scenarios.find(wanted)).filter(Boolean).map(({ scenario }) => scenario.id);
        const stopped = scenarios.find(({ candidate }) => candidate === 'not_run')?.scenario.id;
        const names = [`${batch}/verdict`, `${batch}/baseline/failed`, ...some.flatMap((id) => [
          `${batch}/${id}/gain/ttft_p95_ms`, `${batch}/${id}/candidate/output_tok_s`, `${batch}/${id}/baseline/tpot_p95_ms/2`, `${batch}/${id}/candidate/failed`,
        ]), ...(stopped ? [`${batch}/${stopped}/candidate/e2e_p95_ms`] : [])];
        for (const name of names) {
          const button = page.locator(`main :is(section, figure) button[name="${name}"]`);
          // What has no button of its own is reached by its address.
          if (await button.count()) await button.first().evaluate((button) => button.click());
          else await page.goto(`${server.origin}${path}?figure=${name}`);
          await shown(page);
          assert.deepEqual(await lines(page), explained(release, name, lang), name);
          assert.equal(asked(page), name);
        }
      }
      assert.deepEqual(errors, []);
    });
  }

  test('a cell, a bar, a dot, a gain, a count and the verdict open their own', LIMIT, async (t) => {
    const { page, errors } = await visit(t, await host(t), PATH);
    const chosen = async (name) => {
      await shown(page);
      assert.equal(asked(page), name);
      assert.deepEqual(await lines(page), explained(EXAMPLE, name, 'en'));
      await closed(page);
      assert.equal(asked(page), null, 'a closed panel leaves the address');
    };
    const { batch, scenarios } = figures(EXAMPLE).batches[0];
    const latency = `${batch}-ttft_p95_ms`;
    const [{ scenario: { id } }] = scenarios;

    await page.locator(`[id="${latency}"] summary`).click();
    await page.locator(`[id="${latency}"] tbody tr`).first().locator('button').nth(2).click();
    await chosen(`${batch}/${id}/baseline/ttft_p95_ms/2`);

    // The first bar of the panel is its first scenario before the upgrade.
    const long = scenarios.find(({ scenario }) => scenario.input_tokens >= 16 * scenario.output_tokens).scenario.id;
    const [x, y] = await middle(page, `${batch}-throughput-long-input`, 'rect', 0);
    await page.mouse.click(x, y + 7);
    await shown(page);
    await chosen(`${batch}/${long}/baseline/output_tok_s`);

    // Six dots a scenario: the last one is the third round after the upgrade.
    await page.mouse.click(...await middle(page, latency, 'circle', 5));
    await chosen(`${batch}/${id}/candidate/ttft_p95_ms/3`);

    const clean = scenarios.filter(({ gains }) => gains.output_tok_s.left_out === undefined);
    await page.mouse.click(...await middle(page, `${batch}-gain`, 'circle', 1));
    await chosen(`${batch}/${clean[1].scenario.id}/gain/output_tok_s`);

    await page.locator('.numbers button').last().click();
    await chosen(`${batch}/candidate/failed`);

    await page.locator('section.verdict .hint button').click();
    await chosen(`${batch}/verdict`);
    assert.deepEqual(errors, []);
  });

  test('the keyboard opens, follows, closes and comes back', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH);
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.name || document.activeElement.tagName);
    await page.locator('section.verdict .hint button').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.id === 'proof-title');
    // From the verdict to its first gain, and on to a side of it: no stop of the way is out of reach.
    for (const part of ['gain/output_tok_s', 'baseline/output_tok_s', 'baseline/output_tok_s/1']) {
      const before = await page.textContent('#proof-title');
      for (let tabs = 0; !String(await focused()).endsWith(part); tabs += 1) {
        assert.ok(tabs < 20, `no way to ${part}`);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.waitForFunction((before) => document.activeElement.id === 'proof-title' && document.activeElement.textContent !== before, before);
      assert.ok(asked(page).endsWith(part));
    }
    await closed(page);
    assert.equal(await focused(), 'main/verdict', 'the focus is where it was');
    await page.keyboard.press('Enter');
    await shown(page);
    await page.locator('#proof .bar button').last().click();
    await page.waitForSelector('#proof:not([open])', { state: 'attached' });
    assert.equal(await focused(), 'main/verdict');
  });

  test('the link is the page of this release, keeps what else was asked, and shows the same again', LIMIT, async (t) => {
    const server = await host(t);
    const context = await visitor(t);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const { path, lang, release } of REPORT_PAGES) {
      const name = `${release.batches[0]}/verdict`;
      const { root } = figures(release);
      const { page } = await open(context, `${server.origin}${path}?root=${root}`);
      await settled(page);
      await page.locator('section.verdict .hint button').click();
      await shown(page);
      const query = `?figure=${name}&root=${root}`;
      assert.equal(page.url(), `${server.origin}${path}${query}`);
      const link = await page.$eval('#proof-link', (link) => link.href);
      assert.equal(link, `${server.origin}/${release.report}/${release.release}/${lang === 'zh' ? 'zh/' : ''}${query}`);
      await page.locator('#proof .bar button').first().click();
      await page.waitForFunction(() => document.querySelector('#proof [role="status"]').textContent);
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);

      const said = await lines(page);
      await page.goto(`${server.origin}${path}${query.replaceAll('/', '%2F')}`);
      await shown(page);
      assert.deepEqual(await lines(page), said);
      await page.close();
    }
  });

  test('a file is called checked here only where it was', LIMIT, async (t) => {
    const release = RELEASES.find(({ sources }) => sources.length > 0);
    const { batch, scenarios } = figures(release).batches[0];
    const name = `${batch}/${scenarios[0].scenario.id}/candidate/output_tok_s/1`;
    const { page } = await visit(t, await host(t), `/${release.report}/?figure=${name}`);
    await shown(page);
    const states = await page.$$eval('#proof p:has(a[download])', (all) => all
      .map((line) => [line.querySelector('a').textContent.split('/')[0], line.querySelector('.checked')?.textContent.trim()]));
    assert.deepEqual(states, [['rounds', 'checked here'], ['sources', undefined]]);
  });

  test('a name that names nothing is said in words', LIMIT, async (t) => {
    const server = await host(t);
    for (const { path, lang } of REPORT_PAGES.slice(0, 2)) {
      const { page, errors } = await visit(t, server, `${path}?figure=main/%3Cscript%3E`);
      const said = await lines(page);
      assert.equal(said[0], { en: 'There is no such figure here', zh: '此处没有该数字' }[lang]);
      assert.ok(said[1].includes('`main/<script>`') && said[1].includes('BATCH/verdict'), said[1]);
      assert.deepEqual(errors, []);
    }
  });

  test('a batch that is withheld proves nothing', LIMIT, async (t) => {
    const missing = `/${EXAMPLE.folder}/rounds/${EXAMPLE.batches[0]}-baseline.csv`;
    const server = await host(t, (asked, bytes) => (asked === missing ? 404 : bytes));
    const { page } = await visit(t, server, `${PATH}?figure=${EXAMPLE.batches[0]}/verdict`);
    const said = await lines(page);
    assert.equal(said.length, 2);
    assert.match(said[1], /^Its batch is withheld/);
    assert.equal(await page.locator(`button[name^="${EXAMPLE.batches[0]}/"]`).count(), 0);
  });

  test('a page that is only read has nothing to choose', LIMIT, async (t) => {
    const page = await read(t, await host(t), PATH);
    assert.equal(await page.locator('#proof, button[name]:visible').count(), 0);
    assert.equal(await page.locator('.hint:visible').count(), 0);
  });

  for (const { path, release } of REPORT_PAGES) {
    test(`an open panel on ${path} fits a phone and axe has nothing serious to say`, LIMIT, async (t) => {
      const { batch, scenarios } = figures(release).batches[0];
      const name = `${batch}/${scenarios[0].scenario.id}/candidate/ttft_p95_ms/1`;
      const server = await host(t);
      for (const figure of [`${batch}/verdict`, name]) {
        const { page } = await visit(t, server, `${path}?figure=${figure}`, { viewport: { width: 360, height: 800 } });
        await shown(page);
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme });
          const [wide, panel, inside] = await page.$eval('#proof[open]', (panel) => [
            document.documentElement.scrollWidth, panel.getBoundingClientRect().right, panel.scrollWidth - panel.clientWidth]);
          assert.ok(wide === 360 && panel <= 360 && inside === 0, `${wide} ${panel} ${inside}`);
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
          assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].target}`), [], colorScheme);
        }
        const small = await page.$$eval('#proof :is(button, a)', (all) => all.map((one) => one.getBoundingClientRect().height).filter((height) => height < 24));
        assert.deepEqual(small, []);
      }
    });
  }

  test('the tables have their numbers on paper', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), PATH);
    await unfold(page);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('td button.figure:not(:visible)').count(), 0);
    assert.equal(await page.locator('button:not(.figure):visible').count(), 0);
  });
});
