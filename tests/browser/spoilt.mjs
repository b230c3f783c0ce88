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

/** Makes `datapackage.json`, `SHA256SUMS` and the catalogue fit the files of a release. */
export async function rehash(site, { report, release, folder: below }) {
  const folder = join(site, below);
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
    const said = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    Object.assign(listed, { title: said.title, status: said.status });
  });
}
