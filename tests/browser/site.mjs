// The site under test, and the command that must agree with it.
// The built page is copied once a file of tests, since somebody may build it anew meanwhile.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = resolve(ROOT, process.env.DIST ?? 'dist');
/** The command that must agree with the page. */
export const COMMAND = resolve(ROOT, process.env.DAGGERBOARD ?? 'target/debug/daggerboard');

/** The folder to serve. */
export const SITE = copied();

function copied() {
  const folder = mkdtempSync(join(tmpdir(), 'daggerboard-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const shell = () => readFileSync(join(DIST, 'index.html'), 'utf8');
  for (let tries = 4; ; tries -= 1) {
    try {
      const before = shell();
      cpSync(DIST, folder, { recursive: true });
      if (shell() === before) return folder;
    } catch (error) {
      if (tries === 0) throw error;
    }
    // A build is just taking the folder's place.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    rmSync(folder, { recursive: true, force: true });
  }
}

const LANGUAGES = [{ lang: 'en', below: '' }, { lang: 'zh', below: 'zh/' }];

/** Rounds in another form than CSV, which the page fetches only when asked. */
const copy = (path) => /^rounds\/.*\.(json|parquet)$/.test(path);

/** The newest release of each report: its id, title, folder below `data/`, files but for the copies and sources, and batches. */
export const RELEASES = JSON.parse(readFileSync(join(SITE, 'data/catalogue.json'), 'utf8')).reports.map((report) => {
  const release = report.releases.at(-1).id;
  const folder = `data/${report.id}/${release}`;
  const listed = readFileSync(join(SITE, folder, 'SHA256SUMS'), 'utf8').trimEnd().split('\n').map((line) => line.slice(66));
  return {
    report: report.id,
    release,
    title: report.title,
    status: report.status,
    folder,
    files: listed.filter((path) => !path.startsWith('sources/') && !copy(path)),
    copies: listed.filter(copy),
    sources: listed.filter((path) => path.startsWith('sources/')),
    batches: JSON.parse(readFileSync(join(SITE, folder, 'report.json'), 'utf8')).batches.map((batch) => batch.id),
  };
});

/** A page for each report and language: `{ path, lang, release }`. */
export const REPORT_PAGES = RELEASES.flatMap((release) => LANGUAGES
  .map(({ lang, below }) => ({ path: `/${release.report}/${below}`, lang, release })));

/** The start pages: `{ path, lang }`. */
export const START_PAGES = LANGUAGES.map(({ lang, below }) => ({ path: `/${below}`, lang }));

/** What the command prints about a release, as bytes. */
export const show = ({ folder }, ...args) => execFileSync(COMMAND, ['show', join(SITE, folder), ...args], { maxBuffer: 1 << 26 });

/** All figures of a release, by the command. */
export const figures = (release) => JSON.parse(show(release, '--format', 'json'));

/** Every file of the site, as a path on the host. */
export const files = () => readdirSync(SITE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join('/', (entry.parentPath ?? entry.path).slice(SITE.length), entry.name));
