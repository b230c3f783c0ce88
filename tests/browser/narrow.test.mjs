// A phone, 360 px wide: nothing to scroll sideways but what scrolls by itself, and no word over another.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unfold } from './browser.mjs';
import { REPORT_PAGES } from './site.mjs';
import { host, LIMIT, visit } from './stage.mjs';

const PHONE = { viewport: { width: 360, height: 800 } };

/** How wide the document is, and what reaches out of it. */
const overflow = (page) => page.evaluate(() => {
  const wide = document.documentElement.scrollWidth;
  const inside = (element) => element.parentElement?.closest('.scroll, pre');
  const out = wide <= innerWidth ? [] : [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !inside(element))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  return { wide, out: out.slice(0, 5) };
});

/** Words of charts that leave the screen, and pairs of words in one chart that cover each other by more than 2 px. */
const clashes = (page) => page.evaluate(() => {
  const wrong = [];
  for (const svg of document.querySelectorAll('svg.chart')) {
    const figure = svg.closest('figure').id;
    // A word's box without the no-break spaces before it, which are only distance.
    const words = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim()).map((text) => {
      const start = text.textContent.search(/[^\u00a0]/);
      const box = text.getBoundingClientRect();
      const left = box.left + (start > 0 ? text.getSubStringLength(0, start) : 0);
      return { word: text.textContent.trim(), left, right: box.right, top: box.top, bottom: box.bottom };
    });
    for (const { word, left, right } of words) {
      if (left < 0 || right > innerWidth) wrong.push(`${figure}: "${word}" from ${left.toFixed(1)} to ${right.toFixed(1)}`);
    }
    for (const [index, a] of words.entries()) {
      for (const b of words.slice(index + 1)) {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 2 && down > 2) wrong.push(`${figure}: "${a.word}" and "${b.word}" by ${across.toFixed(1)} x ${down.toFixed(1)}`);
      }
    }
  }
  return wrong;
});

describe('at 360 px', { concurrency: 2 }, () => {
  for (const { path } of REPORT_PAGES) {
    test(`${path} fits`, LIMIT, async (t) => {
      const { page } = await visit(t, await host(t), path, PHONE);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await t.test(`no sideways scrolling, ${colorScheme}`, async () => {
          assert.deepEqual(await overflow(page), { wide: 360, out: [] });
        });
        await t.test(`no word of a chart out of sight or over another, ${colorScheme}`, async () => {
          assert.deepEqual(await clashes(page), []);
        });
      }
      await unfold(page);
      await t.test('no sideways scrolling with everything unfolded', async () => {
        assert.deepEqual(await overflow(page), { wide: 360, out: [] });
      });
    });
  }
});
