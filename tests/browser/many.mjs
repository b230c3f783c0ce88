// A site of many reports: copies of the gauntlet's sound release, each another report by its id, title, day and status.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './releases.mjs';

const SOUND = fileURLToPath(new URL('../gauntlet/sound/data/small/r1/', import.meta.url));
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The title of copy `n`, in both languages; some with an accent, a wide sign, a word of their own. */
const title = (n) => ({
  en: `${['Upgrade', 'Café rollout', 'Ｗｉｄｅ upgrade'][n % 3]} number ${n} on one machine`,
  zh: `第 ${n} 次${['升级', '灰度发布', '全角Ｗ升级'][n % 3]}：单机对比`,
});

/** A day for copy `n`; several have the same. */
const day = (n) => new Date(Date.UTC(2024, 0, 1 + Math.floor(n / 2))).toISOString().slice(0, 10);

/** Writes copy `n` below `data`, and says what the catalogue lists of it. */
function copy(data, n) {
  const id = `copy-${String(n).padStart(3, '0')}`;
  const folder = join(data, id, 'r1');
  cpSync(SOUND, folder, { recursive: true });
  const status = n % 5 === 0 ? 'illustrative' : 'measured';
  const report = { ...JSON.parse(readFileSync(join(SOUND, 'report.json'), 'utf8')), id, title: title(n), date: day(n), status };
  const files = { 'report.json': `${JSON.stringify(report, null, 2)}\n` };
  const descriptor = JSON.parse(readFileSync(join(SOUND, 'datapackage.json'), 'utf8'));
  Object.assign(descriptor, { name: id, daggerboard: { ...descriptor.daggerboard, report: id } });
  // What search engines are told of a file, which the gauntlet's files leave out.
  for (const resource of descriptor.resources) resource.mediatype = 'text/plain';
  const own = descriptor.resources.find(({ path }) => path === 'report.json');
  Object.assign(own, { bytes: Buffer.byteLength(files['report.json']), hash: `sha256:${digest(files['report.json'])}` });
  files['datapackage.json'] = `${JSON.stringify(descriptor, null, 2)}\n`;
  files.SHA256SUMS = readFileSync(join(SOUND, 'SHA256SUMS'), 'utf8').replace(/^.{64}(?=  (\S+)$)/gm, (old, path) => (files[path] ? digest(files[path]) : old));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { id, title: title(n), status, releases: [{ id: 'r1', root: digest(files.SHA256SUMS) }] };
}

/** Builds a site of `count` reports; the folder goes with the process. */
export function many(count) {
  const work = mkdtempSync(join(tmpdir(), 'daggerboard-many-'));
  process.on('exit', () => rmSync(work, { recursive: true, force: true }));
  const data = join(work, 'data');
  mkdirSync(data);
  const reports = Array.from({ length: count }, (_, n) => copy(data, n));
  writeFileSync(join(data, 'catalogue.json'), JSON.stringify({ format: 1, reports }));
  // The pictures for previews of links take most of the time.
  return built(work, '--font', 'none');
}
