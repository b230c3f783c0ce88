// Pictures of the built page to look at: node tests/browser/screenshots.mjs [out] [path ...]
import { mkdirSync } from 'node:fs';
import { launch, open } from './browser.mjs';
import { serve } from './serve.mjs';
import { REPORT_PAGES, START_PAGES } from './site.mjs';

const [out = 'bench-out/screenshots', ...paths] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const host = await serve('dist');
const browser = await launch();
for (const path of paths.length ? paths : [...START_PAGES, ...REPORT_PAGES].map(({ path }) => path)) {
  for (const width of [360, 768, 1440]) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      const { page, errors } = await open(context, host.origin + path);
      const name = `${path.replaceAll('/', '_')}${width}-${colorScheme}.png`;
      await page.screenshot({ path: `${out}/${name}`, fullPage: true });
      if (errors.length) console.error(name, errors);
      await context.close();
    }
  }
}
await browser.close();
await host.close();
