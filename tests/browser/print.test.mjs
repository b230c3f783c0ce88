// A report on paper: light, everything open, nothing to press, no chart across two pages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { figures, REPORT_PAGES } from './site.mjs';
import { host, LIMIT, visit } from './stage.mjs';

/** An A4 page without the margins of style/print.css, in CSS px. */
const PAPER = { width: Math.floor((210 - 28) * 96 / 25.4), height: Math.floor((297 - 30) * 96 / 25.4) };

describe('on paper', { concurrency: 2 }, () => {
  for (const { path, lang, release } of REPORT_PAGES) {
    test(`${path} is all there`, LIMIT, async (t) => {
      const server = await host(t);
      const { page } = await visit(t, server, path, { colorScheme: 'dark', viewport: PAPER });
      const root = await page.textContent('footer .digest');
      const headline = await page.textContent('.headline');
      const rows = await page.$$eval('figure details table tbody tr', (all) => all.length);
      const file = join(mkdtempSync(join(tmpdir(), 'daggerboard-print-')), 'page.pdf');
      t.after(() => rmSync(join(file, '..'), { recursive: true }));
      writeFileSync(file, await page.pdf({ format: 'A4', preferCSSPageSize: true }));

      await t.test('the verdict, every row of every table, the root digest and whole addresses', () => {
        const text = execFileSync('pdftotext', ['-raw', file, '-'], { maxBuffer: 1 << 26 }).toString();
        // A font may draw a Chinese sign as the radical that looks like it.
        const pack = (words) => words.normalize('NFKC').replace(/\s/g, '');
        const packed = pack(text);
        assert.ok(packed.includes(pack(headline)), headline);
        assert.ok(packed.includes(root), root);
        assert.ok(packed.includes(`${server.origin}/${release.folder}/SHA256SUMS`), 'the address of the manifest');
        // Every scenario of the main batch stands in each of its tables.
        const names = figures(release).batches[0].scenarios.length;
        assert.ok(rows > names && text.split('\n').length > rows, `${rows} rows`);
        const pages = text.split('\f').length - 1;
        assert.ok(pages > 3 && pages < 20, `${pages} pages`);
      });

      await t.test('the ground is white, and every page has something on it', () => {
        execFileSync('pdftoppm', ['-r', '20', '-gray', file, join(file, '../page')]);
        const pictures = readdirSync(join(file, '..')).filter((name) => name.endsWith('.pgm'));
        const shares = pictures.map((name) => light(join(file, '..', name)));
        for (const share of shares) assert.ok(share > 0.6 && share < 0.999, `${shares}`);
      });

      await t.test('no chart is cut, and nothing to press is left', async () => {
        await page.emulateMedia({ media: 'print' });
        const charts = await page.$$eval('svg.chart', (all) => all.map((svg) => [getComputedStyle(svg).breakInside, svg.getBoundingClientRect().height]));
        assert.ok(charts.length > 0);
        for (const [kept, height] of charts) assert.ok(kept === 'avoid' && height < PAPER.height, `${kept}, ${height} px`);
        assert.equal(await page.locator('button:not(.figure):visible, input:visible, select:visible, a.lang:visible').count(), 0, lang);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
      });
    });
  }
});

/** The share of a picture that is white. */
function light(file) {
  const bytes = readFileSync(file);
  // `P5`, width, height and the greatest value are three lines.
  let at = 0;
  for (let lines = 0; lines < 3; at += 1) if (bytes[at] === 10) lines += 1;
  const pixels = bytes.subarray(at);
  return pixels.filter((value) => value > 250).length / pixels.length;
}
