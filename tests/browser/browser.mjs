// Debian's Chromium, started so that it asks the network for nothing, and what the tests read from a page in it.
import { chromium } from 'playwright-core';

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--font-render-hinting=none'],
});

/** Opens `url` and waits until the page says that what stands is final. */
export async function open(context, url) {
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  await page.goto(url);
  await page.waitForSelector('html[data-ready="1"]', { timeout: 20_000 });
  return { page, errors };
}

/** Waits until no file that the page checks unasked is on its way any more; a page of trouble has none. */
export const settled = (page) => page.waitForFunction(() => [...document.querySelectorAll('#seal tbody tr')]
  .every((row) => /^sources\/|^rounds\/.*\.(json|parquet)$/.test(row.cells[0].textContent) || !/^(not checked|未校验)$/.test(row.cells[2].textContent)));

/** Every chart of the page, `[figure's id, markup]`. */
export const charts = (page) => page.$$eval('svg.chart', (all) => all.map((svg) => [svg.closest('figure').id, svg.outerHTML]));

/** The words in a chart, as a reader reads them. */
export const words = (page, figure) => page.$$eval(`[id="${figure}"] svg.chart text`, (all) => all.map((text) => text.textContent.trim()));

/** What holds a number with every digit: a button where the page can show its proof, else plain data. */
export const NUMBER = ':is(data, button)[value]';

/** The body of a table: for each cell its text, and the full number behind it or null. */
export const table = (page, selector) => page.$eval(selector, (element, number) => {
  const body = (element.matches('table') ? element : element.querySelector('table')).tBodies[0];
  return [...body.rows].map((row) => [...row.cells].map((cell) => ({
    text: cell.textContent.trim(),
    value: cell.querySelector(number)?.value ?? null,
  })));
}, NUMBER);

/** How the check of each file went, by the table under the seal: path to state. */
export const states = async (page) => new Map((await page.$$eval('#seal tbody tr', (rows) => rows
  .map((row) => [row.cells[0].textContent, row.cells[2].textContent]))));

/** Has the sources checked too, and waits until every file has a state. */
export async function checkSources(page) {
  await page.locator('#seal summary').first().click();
  await page.locator('#check-sources').click();
  await page.waitForFunction(() => [...document.querySelectorAll('#seal tbody tr')]
    .every((row) => !/^(not checked|未校验)$/.test(row.cells[2].textContent)));
}

/** The sentence on the state of all files, or what the page of trouble says. */
export const seal = (page) => page.textContent('#seal-state');

/** What stands in place of the figures of a release, or of one batch: the text of each alert. */
export const alerts = (page) => page.$$eval('[role="alert"]', (all) => all.map((alert) => alert.textContent));

/** Opens everything that can be unfolded, and waits until what is filled only then is full. */
export async function unfold(page) {
  await page.$$eval('details', (all) => all.forEach((details) => { details.open = true; }));
  await page.waitForFunction(() => !document.documentElement.dataset.ready
    || [...document.querySelectorAll('.asked > :last-child')].every((place) => place.ariaBusy === 'false'));
}
