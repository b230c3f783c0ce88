// What a test stands on: one browser for its file, and hosts and visits that end with the test.
import { after } from 'node:test';
import { launch, open, settled } from './browser.mjs';
import { serve } from './serve.mjs';
import { SITE } from './site.mjs';

const browser = await launch();
const good = await serve(SITE);
after(() => Promise.all([browser.close(), good.close()]));

/** Options of every test: nothing here may hang the suite. */
export const LIMIT = { timeout: 60_000 };

/** A host of the site or of a copy of it, perhaps a bad one: see `change` of serve. */
export async function host(t, change, folder = SITE) {
  const server = await serve(folder, { change });
  t.after(() => server.close());
  return server;
}

// Motion is off, so that what scrolls has arrived.
async function fresh(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(20_000);
  return context;
}

/** A browser nobody has used yet, with an empty cache. */
export async function visitor(t, options) {
  const context = await fresh(options);
  t.after(() => context.close());
  return context;
}

/** Opens a page of `server` and waits until its checks are through. */
export async function visit(t, server, path, options) {
  const { page, errors } = await open(await visitor(t, options), server.origin + path);
  await settled(page);
  return { page, errors };
}

/** A visitor whose timers run ten times as fast, so that no test waits for the page's patience to end. */
export async function hurried(t, options) {
  const context = await visitor(t, options);
  await context.addInitScript(() => {
    for (const timer of ['setTimeout', 'setInterval']) {
      const real = window[timer];
      window[timer] = (run, ms, ...rest) => real(run, ms / 10, ...rest);
    }
  });
  return context;
}

/** Waits until a page has said its last word, with or without its program. */
export const ended = (page) => page.waitForFunction(() => document.documentElement.dataset.ready
  || document.getElementById('seal-again')?.hidden === false);

/** What runs in this browser: the ids of its processes of one type. */
export async function processes(type) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter((info) => info.type === type).map(({ id }) => id);
}

const standing = new Map();

/** A checked page of a good host, for tests that only read it; opened once. */
export function stand(path) {
  if (!standing.has(path)) {
    standing.set(path, (async () => {
      const { page } = await open(await fresh(), good.origin + path);
      await settled(page);
      return page;
    })());
  }
  return standing.get(path);
}

/** Opens a page with scripts off: what came as HTML. */
export async function read(t, server, path, options) {
  const page = await (await visitor(t, { javaScriptEnabled: false, ...options })).newPage();
  await page.goto(server.origin + path);
  return page;
}
