// Releases spoilt behind the back of their hashes, as tests/suite/rehash.rs does for the command: what a release *says* can only
// be tried with manifests that fit.
import { createHash } from 'node:crypto';
import { cpSync, createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SITE } from './site.mjs';

async function digest(file) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, digest: hash.digest('hex') };
}

/** A copy of the site in which `edit(folder of the release)` has changed files, and all manifests fit again. */
export async function spoilt(t, release, edit) {
  const site = mkdtempSync(join(tmpdir(), 'daggerboard-spoilt-'));
  t.after(() => rmSync(site, { recursive: true, force: true }));
  cpSync(SITE, site, { recursive: true });
  const folder = join(site, release.folder);
  await edit(folder);
  await rehash(site, release);
  return site;
}

/** What the page holds a report and the catalogue to alike; nothing of a report that is no such JSON. */
function told(text) {
  try {
    const { title, status } = JSON.parse(text);
    return title && status ? { title, status } : {};
  } catch {
    return {};
  }
}

/** The page of a release that nobody signed. */
const unsigned = (html) => html.replace(' data-signature', '').replace(' data-keys', '');

/** Every page of a site that shows a report, as a path in it. */
const pages = (site, report) => readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.name === 'index.html')
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(site.length + 1))
  .filter((path) => readFileSync(join(site, path), 'utf8').includes(`data-report="${report}"`));

/** Makes `datapackage.json`, `SHA256SUMS` and the catalogue fit the files of a release. */
export async function rehash(site, { report, release, folder: below }) {
  const folder = join(site, below);
  rmSync(join(folder, 'SHA256SUMS.minisig'), { force: true });
  for (const path of pages(site, report)) writeFileSync(join(site, path), unsigned(readFileSync(join(site, path), 'utf8')));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .filter((name) => name !== 'SHA256SUMS').sort();
  const edit = (file, change) => {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    change(value);
    writeFileSync(file, JSON.stringify(value));
  };
  const digests = new Map();
  for (const name of names) if (name !== 'datapackage.json') digests.set(name, await digest(join(folder, name)));
  const descriptor = join(folder, 'datapackage.json');
  edit(descriptor, (value) => {
    const known = new Map(value.resources.map((resource) => [resource.path, resource]));
    value.resources = [...digests].map(([path, { bytes, digest }]) => ({ ...known.get(path), path, bytes, hash: `sha256:${digest}` }));
  });
  digests.set('datapackage.json', await digest(descriptor));
  const sums = names.map((name) => `${digests.get(name).digest}  ${name}\n`).join('');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  edit(join(site, 'data/catalogue.json'), ({ reports }) => {
    const listed = reports.find(({ id }) => id === report);
    const newest = listed.releases.find(({ id }) => id === release);
    newest.root = createHash('sha256').update(sums).digest('hex');
    Object.assign(listed, told(readFileSync(join(folder, 'report.json'), 'utf8')));
  });
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * The same in memory: `changes` (file of the release to text) and the manifests that fit them, by path on the host. What is not
 * among them stays as it is.
 */
export function refitted({ report, release, folder }, changes) {
  const old = (path) => readFileSync(join(SITE, path), 'utf8');
  const made = new Map();
  const put = (path, text) => { made.set(`/${path}`, Buffer.from(text)); };
  for (const [file, text] of Object.entries(changes)) put(`${folder}/${file}`, text);
  const listed = new Map(old(`${folder}/SHA256SUMS`).trimEnd().split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  const descriptor = JSON.parse(old(`${folder}/datapackage.json`));
  for (const resource of descriptor.resources) {
    const changed = made.get(`/${folder}/${resource.path}`);
    if (!changed) continue;
    listed.set(resource.path, sha256(changed));
    Object.assign(resource, { bytes: changed.length, hash: `sha256:${sha256(changed)}` });
  }
  put(`${folder}/datapackage.json`, JSON.stringify(descriptor));
  listed.set('datapackage.json', sha256(made.get(`/${folder}/datapackage.json`)));
  put(`${folder}/SHA256SUMS`, [...listed].map(([path, digest]) => `${digest}  ${path}\n`).join(''));
  const catalogue = JSON.parse(old('data/catalogue.json'));
  const entry = catalogue.reports.find(({ id }) => id === report);
  entry.releases.find(({ id }) => id === release).root = sha256(made.get(`/${folder}/SHA256SUMS`));
  Object.assign(entry, told(changes['report.json'] ?? old(`${folder}/report.json`)));
  put('data/catalogue.json', JSON.stringify(catalogue));
  for (const path of pages(SITE, report)) put(path.replace(/index\.html$/, ''), unsigned(old(path)));
  return made;
}
