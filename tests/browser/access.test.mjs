// A reader without a mouse, with a screen reader, or with eyes that need size and contrast.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { settled, unfold } from './browser.mjs';
import { RELEASES, REPORT_PAGES } from './site.mjs';
import { ended, host, LIMIT, visit, visitor } from './stage.mjs';

const AXE = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** What axe calls serious or critical: rule and place. */
async function violations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`));
}

/** With everything unfolded there are many stops. */
const LONG = { timeout: 4 * LIMIT.timeout };

/** What is missing on the host for each way a page can end. */
const ENDS = {
  ready: () => undefined,
  'one batch withheld': (release) => `/${release.folder}/rounds/${release.batches[0]}-baseline.csv`,
  trouble: (release) => `/${release.folder}/report.json`,
  unchecked: () => '.wasm',
};

describe('axe', { concurrency: 2 }, () => {
  for (const { path, lang, release } of REPORT_PAGES) {
    for (const [end, missing] of Object.entries(ENDS)) {
      // The page of trouble is the same for every report.
      if (end !== 'ready' && release !== RELEASES[0]) continue;
      test(`has nothing serious to say about ${path} (${end})`, LONG, async (t) => {
        const server = await host(t, (asked, bytes) => (missing(release) && asked.endsWith(missing(release)) ? 404 : bytes));
        const page = await (await visitor(t)).newPage();
        await page.goto(server.origin + path);
        await ended(page);
        if (end !== 'unchecked') await settled(page);
        assert.equal(await page.locator('[role="alert"]').count(), ['one batch withheld', 'trouble'].includes(end) ? 1 : 0);
        await unfold(page);
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await violations(page), [], `${colorScheme}, ${lang}`);
        }
      });
    }
  }
});

describe('axe, where a reader has asked for more', { concurrency: 2 }, () => {
  const ASKED = {
    'a proof': async (page) => {
      await page.locator('.numbers button').first().click();
      await page.locator('#proof-title').waitFor();
    },
    'a shape of requests': async (page) => {
      await page.locator('.workload summary').first().click();
      await page.locator('#shapes select').first().waitFor();
    },
    'other charts': async (page) => {
      await page.locator('select[name="stat"]').first().selectOption('p50');
      await page.locator('[id$="-ttft_p50_ms"]').first().waitFor();
    },
  };
  for (const { path, lang, release } of REPORT_PAGES) {
    if (release !== RELEASES[0]) continue;
    for (const [what, ask] of Object.entries(ASKED)) {
      test(`has nothing serious to say about ${what} (${lang})`, LIMIT, async (t) => {
        const { page } = await visit(t, await host(t), path);
        await ask(page);
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await violations(page), [], colorScheme);
        }
      });
    }
  }
});

/** Marks everything that Tab must reach, in the order of the document, and gives it names. */
const stops = (page) => page.evaluate(() => {
  window.stops = [...document.querySelectorAll('a[href], button, summary, input, select, textarea, [tabindex="0"]')]
    .filter((element) => element.getAttribute('tabindex') !== '-1')
    .filter((element) => element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }));
  const name = (element) => element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
  return window.stops.map((element) => `${element.tagName.toLowerCase()} ${name(element)}`);
});

/** Where the focus is: its place among the stops, and how it shows. */
const focus = (page) => page.evaluate(() => {
  const colour = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (rgb) => rgb.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const element = document.activeElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  let ground = [255, 255, 255];
  for (let under = element.parentElement; under; under = under.parentElement) {
    const own = colour(getComputedStyle(under).backgroundColor);
    if (own.length === 3 || own[3] > 0) {
      ground = own;
      break;
    }
  }
  const [dark, light] = [luminance(colour(outlineColor)), luminance(ground)].toSorted((a, b) => a - b);
  const box = element.getBoundingClientRect();
  return {
    at: window.stops.indexOf(element),
    ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth),
    contrast: (light + 0.05) / (dark + 0.05),
    inSight: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
});

/** Walks through the whole page with Tab, and says where the focus was lost or hard to see. */
async function walk(page) {
  const names = await stops(page);
  const [lost, faint] = [[], []];
  let last = -1;
  for (const [index, name] of names.entries()) {
    await page.keyboard.press('Tab');
    const { at, ring, contrast, inSight } = await focus(page);
    last = at;
    if (at !== index) {
      lost.push(`${name}: the focus went to ${names[at] ?? 'something else'}`);
      break;
    }
    if (!inSight) lost.push(`${name}: out of sight`);
    if (ring < 2) faint.push(`${name}: no ring`);
    else if (contrast < 3) faint.push(`${name}: a ring of contrast ${contrast.toFixed(2)}`);
  }
  await page.keyboard.press('Tab');
  if (names.length > 1 && (await focus(page)).at === last) lost.push('the last stop holds the focus');
  return { names, lost, faint };
}

const few = (wrong) => [wrong.length, ...wrong.slice(0, 5)];

describe('the keyboard', { concurrency: 2 }, () => {
  for (const { path, release } of REPORT_PAGES) {
    test(`walks through ${path}`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t), path, { colorScheme: 'light' });
      const { names, lost, faint } = await walk(page);
      await t.test('every stop in its order, none holds the focus', async () => {
        assert.deepEqual(few(lost), [0]);
        assert.ok(names.length > 20, `${names.length} stops`);
        assert.equal(names.filter((name) => name.startsWith('svg ')).length, await page.locator('svg.chart').count(), 'each chart is one');
      });
      await t.test('one sees where the focus is', () => assert.deepEqual(few(faint), [0]));
      await t.test('what is folded unfolds', async () => {
        await page.locator('figure summary').first().focus();
        await page.keyboard.press('Enter');
        assert.ok(await page.locator('figure table').first().isVisible());
      });
    });

    test(`walks through ${path} with everything unfolded, in the dark`, LONG, async (t) => {
      const { page } = await visit(t, await host(t), path, { colorScheme: 'dark' });
      await unfold(page);
      const { names, lost, faint } = await walk(page);
      await t.test('every stop in its order, none holds the focus', async () => {
        assert.deepEqual(few(lost), [0]);
        const count = (tag) => names.filter((name) => name.startsWith(`${tag} `)).length;
        assert.ok(count('a') > release.files.length + release.sources.length, 'a link to every file');
        assert.ok(count('div') >= release.batches.length * 6, 'every scroll region');
        const inTables = await page.evaluate(() => window.stops.filter((stop) => stop.closest('figure td')).length);
        assert.equal(inTables, 0, 'a table is one stop');
      });
      await t.test('one sees where the focus is', () => assert.deepEqual(few(faint), [0]));
    });
  }

  test('reaches the way on when there is trouble', LIMIT, async (t) => {
    const server = await host(t, (asked, bytes) => (asked.endsWith('/report.json') ? 404 : bytes));
    const { page } = await visit(t, server, REPORT_PAGES[0].path);
    const { names, lost, faint } = await walk(page);
    assert.deepEqual([...lost, ...faint], []);
    assert.deepEqual(names, ['a Try again', 'a All reports']);
  });
});

/** Words smaller than `least` px, with their size. */
const smaller = (page, least) => page.evaluate((least) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (data.trim() && parent.checkVisibility() && size < least) small.push(`${data.trim().slice(0, 30)}: ${size.toFixed(1)} px`);
  }
  return small;
}, least);

describe('names and sizes', { concurrency: 2 }, () => {
  for (const { path } of REPORT_PAGES) {
    test(`${path} can be told and hit`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t), path);
      await unfold(page);

      await t.test('every chart is an image with a name of its own', async () => {
        const images = await page.$$eval('svg.chart', (all) => all
          .map((svg) => [svg.getAttribute('role'), svg.getAttribute('aria-label')?.trim() ?? '']));
        assert.ok(images.length > 0);
        for (const [role, name] of images) {
          assert.equal(role, 'img');
          assert.ok(name.length > 10, name);
        }
      });

      await t.test('no text is smaller than 12 px', async () => assert.deepEqual(await smaller(page, 12), []));

      await t.test('every button and summary is at least 24 px high and wide', async () => {
        const small = await page.$$eval('button, summary, .button, input', (all) => all
          .filter((element) => element.checkVisibility())
          .map((element) => [element.textContent, element.getBoundingClientRect()])
          .filter(([, box]) => box.height < 24 || box.width < 24)
          .map(([text, box]) => `${text}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`));
        assert.deepEqual(small, []);
      });
    });
  }
});
