// Sizes and speeds of what is built, printed and never asserted: this machine may be noisy.
//   node tests/browser/bench.mjs [--runs 5]
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const { values: args } = parseArgs({ options: {
  runs: { type: 'string', default: '5' },
} });

const scratch = mkdtempSync(join(tmpdir(), 'daggerboard-bench-'));
const print = (name, value) => console.log(`${name.padEnd(58)} ${value}`);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The report that is loaded. */
const CATALOGUE = JSON.parse(readFileSync('dist/data/catalogue.json', 'utf8'));
const REPORT = CATALOGUE.reports[0].id;

function sizes() {
  const programs = { page: 0, signer: 0, desk: 0 };
  for (const file of readdirSync('dist').filter((name) => /\.(wasm|js)$/.test(name))) {
    const bytes = readFileSync(join('dist', file));
    const packed = brotliCompressSync(bytes).length;
    programs[file.split('-')[0]] += packed;
    print(`size of ${file.replace(/-[0-9a-f]{16}/, '')}, bytes raw / brotli`, `${bytes.length} / ${packed}`);
  }
  print('page wasm + JS, kB brotli (at most 250)', (programs.page / 1000).toFixed(1));
  print('signer wasm + JS, kB brotli, after the figures stand', (programs.signer / 1000).toFixed(1));
  print('desk wasm + JS, kB brotli, loaded when asked for', (programs.desk / 1000).toFixed(1));
  const html = { 'start page': 'dist/index.html', 'report': `dist/${REPORT}/index.html` };
  for (const [name, file] of Object.entries(html)) print(`${name}: HTML, kB brotli`, (brotliCompressSync(readFileSync(file)).length / 1000).toFixed(1));
}

/** Loads `url` cold and returns its time stamps in ms from navigation. */
async function load(browser, url, profile) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  if (profile) {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await page.goto(url);
  await page.waitForSelector('html[data-ready="1"]', { timeout: 120_000 });
  const marks = await page.evaluate(() => {
    const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
    return { paint: at('first-contentful-paint'), sealed: at('files-sealed'), ready: at('charts-ready') };
  });
  return { page, context, marks };
}

async function loads(browser, name, url, profile) {
  const all = [];
  for (let run = 0; run < Number(args.runs); run += 1) {
    const { context, marks } = await load(browser, url, profile);
    all.push(marks);
    await context.close();
  }
  const of = (pick) => median(all.map(pick)).toFixed(0);
  print(`${name}: first paint / verified charts, ms`, `${of((m) => m.paint)} / ${of((m) => m.ready)}`);
  print(`${name}: parse + summarise + draw, ms`, of((m) => m.ready - m.sealed));
}

/** A copy of dist/ with the page of a release of `scenarios` x 2 sides x 3 rounds with a large source file. */
function large(scenarios) {
  const dist = join(scratch, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync('dist').filter((name) => /\.(wasm|js)$/.test(name))) cpSync(join('dist', name), join(dist, name));
  const from = CATALOGUE.reports[0];
  const old = join('dist/data', from.id, from.releases.at(-1).id);
  const report = JSON.parse(readFileSync(join(old, 'report.json'), 'utf8'));
  const header = readFileSync(join(old, 'rounds/main-baseline.csv'), 'utf8').split('\n')[0];
  const [batch] = report.batches;
  report.batches = [batch];
  batch.scenarios = Array.from({ length: scenarios }, (_, i) => ({
    id: `s${i}`, input_tokens: 1024 * (1 + (i % 32)), output_tokens: 128, load: { concurrency: 1 + (i % 64) }, requests: 16, rounds: 3,
  }));
  const files = { 'report.json': JSON.stringify(report) };
  let seed = 1;
  const random = () => { seed = (seed * 48271) % 2147483647; return seed / 2147483647; };
  for (const [side, factor] of [['baseline', 1], ['candidate', 1.3]]) {
    const rows = [header];
    for (let i = 0; i < scenarios; i += 1) {
      for (let round = 1; round <= 3; round += 1) {
        const duration = (20 + 5 * random()) / factor;
        const hex = sha256(`${side} ${i} ${round}`);
        rows.push([`s${i}`, round, 16, 0, 0, 0, 0, 0, 0, 0, '', duration.toFixed(9), 2048, (2048 / Number(duration.toFixed(9))).toFixed(9),
          (500 * random()).toFixed(6), (600 + 100 * random()).toFixed(6), '8.1', (9 + random()).toFixed(6), '1500.5', (1800 + 90 * random()).toFixed(6),
          16, `lengths:${sha256(`${i}`)}`, hex, 'bench'].join(','));
      }
    }
    files[`rounds/${batch.id}-${side}.csv`] = `${rows.join('\n')}\n`;
  }
  files['sources/large.txt'] = randomBytes(64 * 2 ** 20);
  const release = join(dist, 'data', 'bench', 'r1');
  const write = (path, bytes) => { mkdirSync(dirname(join(release, path)), { recursive: true }); writeFileSync(join(release, path), bytes); };
  const lineage = { format: 1, report: 'bench', release: 'r1', seq: 1, previous: null, supersedes: null };
  const resources = Object.entries(files).map(([path, bytes]) => ({ path, bytes: Buffer.byteLength(bytes), hash: `sha256:${sha256(bytes)}` }));
  files['datapackage.json'] = JSON.stringify({ resources, daggerboard: lineage });
  const sums = Object.keys(files).sort().map((path) => `${sha256(files[path])}  ${path}\n`).join('');
  for (const [path, bytes] of Object.entries(files)) write(path, bytes);
  write('SHA256SUMS', sums);
  const listed = { id: 'bench', title: report.title, status: report.status, releases: [{ id: 'r1', root: sha256(sums) }] };
  writeFileSync(join(dist, 'data', 'catalogue.json'), JSON.stringify({ format: 1, reports: [listed] }));
  const html = readFileSync(`dist/${REPORT}/index.html`, 'utf8')
    .replace(/<link rel="preload"[^>]*as="fetch"[^>]*data\/[^>]*>|<link rel="preload" href="[^"]*data\/[^>]*>/g, '')
    .replace(/data-report="[^"]*" data-release="[^"]*"/, 'data-report="bench" data-release="r1"');
  mkdirSync(join(dist, 'bench'));
  writeFileSync(join(dist, 'bench/index.html'), html);
  return dist;
}

async function pages() {
  const browser = await launch();
  const host = await serve('dist');
  await loads(browser, '60 rounds, no limits', `${host.origin}/${REPORT}/`, false);
  await loads(browser, '60 rounds, slow 4G and a CPU four times slower', `${host.origin}/${REPORT}/`, true);
  await host.close();

  const many = await serve(large(10_000));
  await loads(browser, '60,000 rounds, no limits', `${many.origin}/bench/`, false);
  const { page, context } = await load(browser, `${many.origin}/bench/`, false);
  const filter = await page.evaluate(async () => {
    const [input, shown] = ['.parts input', '.shown'].map((place) => document.querySelector(place));
    const find = async (words) => {
      const before = shown.textContent;
      const start = performance.now();
      input.value = words;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      while (shown.textContent === before) await new Promise((done) => setTimeout(done, 1));
      return performance.now() - start;
    };
    // With the first one, the program that answers is fetched.
    return { first: await find('s77'), next: await find('s777') };
  });
  print('60,000 rounds: the first filter / the next one, ms', `${filter.first.toFixed(0)} / ${filter.next.toFixed(0)}`);
  const hashed = await page.evaluate(async () => {
    const fetched = async () => {
      const start = performance.now();
      const reader = (await fetch('../data/bench/r1/sources/large.txt', { cache: 'no-store' })).body.getReader();
      while (!(await reader.read()).done);
      return performance.now() - start;
    };
    const alone = Math.min(await fetched(), await fetched());
    const start = performance.now();
    document.querySelector('#check-sources').click();
    while (!/^All \d+ files \(/.test(document.querySelector('#seal-state').textContent)) await new Promise((done) => setTimeout(done, 5));
    return { alone, both: performance.now() - start };
  });
  const rate = (ms) => (64 / (ms / 1000)).toFixed(0);
// Fetching and hashing overlap, so the rate of both is a lower bound for hashing.
  print('64 MiB fetched and hashed in wasm / fetched alone, MiB/s', `${rate(hashed.both)} / ${rate(hashed.alone)}`);
  await context.close();
  await browser.close();
  await many.close();
}

try {
  sizes();
  await pages();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
