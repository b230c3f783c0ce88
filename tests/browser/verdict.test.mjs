// What a reader gets in half a minute: the verdict on the first screen of a phone, and advice for a shape of requests.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { figures, REPORT_PAGES } from './site.mjs';
import { host, LIMIT, stand, visit, visitor } from './stage.mjs';

const PHONE = { viewport: { width: 360, height: 740 } };

describe('the first screen of a phone', { concurrency: 2 }, () => {
  for (const { path } of REPORT_PAGES) {
    test(`of ${path} has what was upgraded, the verdict, its shapes, what was left out, and the check`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t), path, PHONE);
      for (const part of ['h1', '.headline', '.numbers', '#data-state']) {
        const { y, height } = await page.locator(part).first().boundingBox();
        assert.ok(y >= 0 && y + height <= PHONE.viewport.height, `${part} ends at ${y + height}`);
      }
      assert.match(await page.textContent('#data-state'), /^\d+ (files match this site's manifest|个文件与本站清单一致)$/);
    });
  }

  test('says before the check that there was none', LIMIT, async (t) => {
    const page = await (await visitor(t, { javaScriptEnabled: false, ...PHONE })).newPage();
    await page.goto((await host(t)).origin + REPORT_PAGES[0].path);
    assert.equal(await page.textContent('#data-state'), 'not checked in this browser yet');
  });
});

/** Opens the part, and waits until it is filled. */
async function opened(page) {
  await page.$eval('.workload', (part) => { part.open = true; });
  await page.locator('#shapes[aria-busy="false"]').waitFor();
}

/** Every scenario below its shape, by the page: `[shape, scenarios]`. */
const shapes = (page) => page.$$eval('.shapes > li', (all) => all.map((shape) => [
  `${shape.dataset.input} ${shape.dataset.output} ${shape.dataset.users}`,
  [...shape.querySelectorAll(':scope li strong')].map((name) => name.textContent),
]));

describe('which is my workload', { concurrency: 2 }, () => {
  test('has each scenario once, below the shape that it has', LIMIT, async () => {
    for (const { path, release } of REPORT_PAGES) {
      const page = await stand(path);
      await opened(page);
      const found = await shapes(page);
      const all = found.flatMap(([, scenarios]) => scenarios);
      const planned = figures(release).batches.find(({ batch }) => batch === release.batches[0]).scenarios;
      assert.equal(new Set(all).size, planned.length);
      assert.equal(all.length, planned.length);
      assert.equal(new Set(found.map(([shape]) => shape)).size, found.length);
    }
  });

  test('narrows the shapes, says how many are left, and opens the last one', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), REPORT_PAGES[0].path);
    await page.locator('.workload > summary').click();
    await page.locator('#shapes[aria-busy="false"]').waitFor();
    const visible = () => page.$$eval('.shapes > li', (all) => all.filter((shape) => shape.checkVisibility()).length);
    const all = await visible();
    const said = () => page.textContent('#shapes-found');
    assert.equal(await said(), `${all} shapes of ${all} fit.`);
    await page.selectOption('[data-axis="input"]', 'long');
    assert.equal(await visible(), 3);
    assert.equal(await said(), `3 shapes of ${all} fit.`);
    assert.equal(new URL(page.url()).searchParams.get('input'), 'long');
    await page.selectOption('[data-axis="users"]', 'several');
    assert.equal(await visible(), 1);
    assert.equal(await said(), `One shape of ${all} fits.`);
    const advice = await page.innerText('.shapes [open]');
    assert.match(advice, /Worth a trial rollout: output throughput rose in every clean scenario, 2 of 2 \(\+107\.5 % to \+122\.6 %\)/);
    assert.match(advice, /first token comes sooner \(P95 -62\.8 % to -59\.4 %\)/);
    await page.selectOption('[data-axis="output"]', 'long');
    assert.equal(await visible(), 0);
    assert.match(await said(), /^No scenario here has this shape/);
    await page.selectOption('[data-axis="input"]', '');
    assert.equal(await visible(), 1);
    // One that failed before only: no advice on speed, and a word of what failed.
    assert.match(await page.innerText('.shapes > li:not([hidden])'), /No advice on speed.*Requests failed only before the upgrade in 1 of 1/s);
  });

  test('stands as the address says, and a value that is none is told', LIMIT, async (t) => {
    const server = await host(t);
    const { page } = await visit(t, server, `${REPORT_PAGES[0].path}?input=long&users=single`);
    await page.locator('#shapes[aria-busy="false"]').waitFor();
    assert.equal(await page.inputValue('[data-axis="input"]'), 'long');
    assert.equal(await page.$$eval('.shapes > li:not([hidden])', (all) => all.length), 1);
    const { page: other } = await visit(t, server, `${REPORT_PAGES[0].path}?input=wide`);
    await other.locator('#shapes[aria-busy="false"]').waitFor();
    assert.equal(await other.inputValue('[data-axis="input"]'), '');
    assert.match(await other.textContent('#no-such-shape'), /input=wide/);
  });

  test('can be read without a script, in the words that the checked page has', LIMIT, async (t) => {
    const server = await host(t);
    for (const { path } of REPORT_PAGES) {
      const page = await (await visitor(t, { javaScriptEnabled: false })).newPage();
      await page.goto(server.origin + path);
      await page.locator('.workload > summary').click();
      assert.ok(!await page.isVisible('.choices'));
      await page.locator('.shapes summary').first().click();
      assert.ok(await page.isVisible('.shapes [open] p'));
      const checked = await stand(path);
      await opened(checked);
      assert.equal(await checked.textContent('.workload'), await page.textContent('.workload'));
    }
  });
});
