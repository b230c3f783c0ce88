// A site with a history: three releases of the measured report, made by the command from its published sources. r2 corrects r1,
// which is withdrawn as well; r3 follows. The page's program is the one under test; a stand-in for trunk brings it.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND, RELEASES, SITE } from './site.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PRERENDER = join(ROOT, 'target/debug/prerender');
const PUBLISHED = RELEASES.find(({ sources }) => sources.length > 0);

/** The report. */
export const REPORT = PUBLISHED.report;

/** Runs the command in `folder`. */
export const run = (folder, ...args) => execFileSync(COMMAND, args, { cwd: folder, maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });

/** All figures of a release, by the command. */
export const figuresOf = (site, release) => JSON.parse(run(site, 'show', `data/${REPORT}/${release}`, '--format', 'json'));

/** The scenario whose after-side has a failure since the correction. */
const CORRECTED = 'raw/v0.32.0/in128-out32-c4-r2.json';

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** What trunk makes of the shell: the styles in their place, the program beside it. */
function shell(folder) {
  mkdirSync(folder);
  for (const file of readdirSync(SITE).filter((name) => /\.(js|wasm)$/.test(name))) copyFileSync(join(SITE, file), join(folder, file));
  const html = readFileSync(join(ROOT, 'index.html'), 'utf8')
    .replace(/<link data-trunk rel="inline" type="css" href="([^"]+)">/g, (_, css) => `<style>${readFileSync(join(ROOT, css), 'utf8')}</style>`)
    .replace(/<link data-trunk [^>]*>\n/g, '').replace('</head>', '<!-- program --></head>');
  writeFileSync(join(folder, 'index.html'), html);
}

/** Makes the site anew; the folder goes with the process. */
export function released() {
  const work = mkdtempSync(join(tmpdir(), 'daggerboard-history-'));
  process.on('exit', () => rmSync(work, { recursive: true, force: true }));
  writeFileSync(join(work, 'private-terms.txt'), 'no such name\n');
  cpSync(join(SITE, PUBLISHED.folder, 'sources'), join(work, 'src'), { recursive: true });
  const publish = (name, ...more) => {
    run(work, 'ingest', 'src/plan.toml', '--out', name);
    run(work, 'publish', name, '--data', 'data', ...more);
  };
  publish('first');
  edit(join(work, 'src', CORRECTED), (text) => {
    const raw = JSON.parse(text);
    raw.generated_texts[0] = '';
    return JSON.stringify(raw);
  });
  edit(join(work, 'src/plan.toml'), (text) => text.replace('on two CPU cores"', 'on two processor cores"').replace('双核 CPU', '双核处理器'));
  publish('second', '--supersedes', 'r1');
  edit(join(work, 'src/plan.toml'), (text) => text.replace('on two processor cores"', 'on two cores"'));
  publish('third');
  run(work, 'withdraw', REPORT, 'r1', '--date', '2026-11-30', '--why-en', 'One answer was empty.', '--why-zh', '有一条回答为空。');
  return built(work);
}

/** The site of what is in `data` below `work`, in a folder that goes with it. */
export function built(work, ...more) {
  shell(join(work, 'shell'));
  mkdirSync(join(work, 'bin'));
  writeFileSync(join(work, 'bin/trunk'), '#!/bin/sh\nmkdir -p "$4" && cp -r data "$4/data" && cp shell/* "$4/"\n');
  chmodSync(join(work, 'bin/trunk'), 0o755);
  execFileSync(COMMAND, ['build', '--prerender', PRERENDER, ...more], {
    cwd: work, env: { ...process.env, PATH: `${join(work, 'bin')}:${process.env.PATH}` }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  return join(work, 'dist');
}
