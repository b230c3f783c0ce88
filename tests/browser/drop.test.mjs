// Files of the reader's own, compared with the release where they are; and lines that check a file without the page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { COMMAND, RELEASES, REPORT_PAGES, SITE } from './site.mjs';
import { flipped, seeded } from './flip.mjs';
import { refitted } from './spoilt.mjs';
import { host, LIMIT, processes, read, visit } from './stage.mjs';

const WITH_SOURCES = RELEASES.find(({ sources }) => sources.length > 0);
const WITHOUT = RELEASES.find(({ sources }) => sources.length === 0);
const of = (release, lang = 'en') => REPORT_PAGES.find((page) => page.release === release && page.lang === lang).path;
const bytes = (release, file) => readFileSync(join(SITE, release.folder, file));
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const given = (name, data) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(data) });

const [BATCH] = WITHOUT.batches;
const [BASELINE, CANDIDATE] = ['baseline', 'candidate'].map((side) => `rounds/${BATCH}-${side}.csv`);
const HOSTILE = '"\'><img src=x onerror=window.__pwned=1>\u202Efdp.csv';

/** A folder that ends with the test. */
function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), 'daggerboard-drop-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of a release's folder. */
function copied(t, release) {
  const folder = join(temporary(t), 'release');
  cpSync(join(SITE, release.folder), folder, { recursive: true });
  return folder;
}

/** Opens the place for files on a page, and keeps the addresses that are asked for from then on. */
async function opened(t, server, path, options) {
  const { page, errors } = await visit(t, server, path, options);
  await page.waitForLoadState('networkidle');
  await page.locator('.drop > summary').click();
  await page.locator('#choose-files').waitFor();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  return { page, errors, asked };
}

async function choose(page, files, button = '#choose-files') {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator(button).click()]);
  await chooser.setFiles(files);
}

/** Drops what lies at a path, as a hand does. */
async function drop(page, path) {
  await page.locator('#zone').scrollIntoViewIfNeeded();
  const { x, y } = await page.locator('#zone').boundingBox();
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    await session.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
  }
}

/** The sentence on a comparison once it is through. */
async function said(page) {
  await page.waitForFunction(() => document.querySelector('#compared').textContent);
  return page.textContent('#compared');
}

/** What came of each file: `kind: count` to lines. */
const found = async (page) => new Map(await page.$$eval('#found h3', (all) => all
  .map((name) => [name.textContent, [...name.nextElementSibling.children].map((line) => line.textContent)])));

/** The release with two rounds made of one raw file, and a third one of a salted file. */
function sourced(raw) {
  const [head, ...rows] = String(bytes(WITHOUT, CANDIDATE)).split('\n');
  const column = (name) => head.split(',').indexOf(name);
  const edit = (at, values) => {
    const cells = rows[at].split(',');
    for (const [name, value] of Object.entries(values)) cells[column(name)] = value;
    rows[at] = cells.join(',');
  };
  edit(0, { source_sha256: sha256(raw), source_part: '1' });
  edit(1, { source_sha256: sha256(raw), source_part: '2' });
  edit(2, { source_sha256: `salted:${'5a'.repeat(32)}` });
  return refitted(WITHOUT, { [CANDIDATE]: [head, ...rows].join('\n') });
}

const OUTCOMES = {
  en: {
    'different: 4': [
      `${BATCH}-baseline.csv: named like ${BASELINE}, but different \\(its lines end in CRLF.*: line 1: found .…\\S+⟨U\\+000D⟩⏎., expected .…\\S+[^⟩]⏎.$`,
      `report.json: named like report.json, but different: line 3: found .*XX.*, expected `,
      'readme.md: named like readme.md, but different \\(a git-lfs pointer.*: found 42 bytes with digest [0-9a-f]{64}, expected \\d+ bytes with digest [0-9a-f]{64}$',
      'SHA256SUMS: named like SHA256SUMS, but different \\(an empty file\\): found 0 bytes with digest e3b0.*, expected digest ROOT$',
    ],
    'unknown here: 2': ['notes.txt: no file of this release, and no round was made of it; its digest is [0-9a-f]{64}$', '⟨U\\+202E⟩fdp.csv: no file of this release'],
    'under another name: 2': [`copy.csv: the same content as ${BASELINE}, under another name$`, `${BATCH}-candidate.csv: the same content as ${BASELINE}, under the name of ${CANDIDATE}$`],
    'raw source of rounds: 1': [`raw.json: the raw source of batch ${BATCH}, .* → .* · C\\d+, after: round 1, 2$`],
    'outside the manifest: 1': ['SHA256SUMS.minisig: outside the manifest, which it signs: check it with minisign$'],
    'the same: 2': [`${BATCH}-baseline.csv: the same as ${BASELINE}$`, 'SHA256SUMS: the manifest of this release; its digest is the root digest$'],
  },
  zh: {
    '不一致: 4': [
      `${BATCH}-baseline.csv: 名称与 ${BASELINE} 相同，但内容不同（行尾为 CRLF.*）：第 1 行：实为 .*⟨U\\+000D⟩⏎.，应为 `,
      'report.json: 名称与 report.json 相同，但内容不同：第 3 行：实为 ',
      'readme.md: 名称与 readme.md 相同，但内容不同（只是 git-lfs 指针.*）：实为 42 字节，摘要 [0-9a-f]{64}，应为 \\d+ 字节，摘要 [0-9a-f]{64}$',
      'SHA256SUMS: 名称与 SHA256SUMS 相同，但内容不同（空文件）：实为 0 字节，摘要 e3b0.*，应为 摘要 ROOT$',
    ],
    '本发布中没有: 2': ['notes.txt: 不是本发布的文件，也没有轮次由它得出；其摘要为 [0-9a-f]{64}$', '⟨U\\+202E⟩fdp.csv: 不是本发布的文件'],
    '内容相同但名称不同: 2': [`copy.csv: 与 ${BASELINE} 内容相同，名称不同$`, `${BATCH}-candidate.csv: 与 ${BASELINE} 内容相同，却用了 ${CANDIDATE} 的名称$`],
    '轮次的原始文件: 1': [`raw.json: 以下轮次的原始文件：批次 ${BATCH}，.* → .* · C\\d+，升级后：第 1、2 轮$`],
    '清单之外: 1': ['SHA256SUMS.minisig: 在清单之外'],
    '一致: 2': [`${BATCH}-baseline.csv: 一致：${BASELINE}$`, 'SHA256SUMS: 本发布的清单，其摘要即根摘要$'],
  },
};

describe('files of the reader\'s own', { concurrency: 2 }, () => {
  for (const lang of ['en', 'zh']) {
    test(`are each told by bytes and name, in ${lang}, and nothing leaves the page`, LIMIT, async (t) => {
      const raw = '{"raw": true}';
      const made = sourced(raw);
      const now = (file) => made.get(`/${WITHOUT.folder}/${file}`) ?? bytes(WITHOUT, file);
      const server = await host(t, (path, data) => made.get(path) ?? data);
      const { page, errors, asked } = await opened(t, server, of(WITHOUT, lang));
      const text = String(now(BASELINE));
      const lines = String(now('report.json')).split('\n');
      lines[2] = `XX${lines[2]}`;
      await choose(page, [
        given(`${BATCH}-baseline.csv`, text),
        given('copy.csv', text),
        given(`${BATCH}-candidate.csv`, text),
        given(`${BATCH}-baseline.csv`, text.replaceAll('\n', '\r\n')),
        given('report.json', lines.join('\n')),
        given('readme.md', 'version https://git-lfs.github.com/spec/v1'),
        given('raw.json', raw),
        given('notes.txt', 'mine'),
        given(HOSTILE, 'mine too'),
        given('SHA256SUMS', now('SHA256SUMS')),
        given('SHA256SUMS', ''),
        given('SHA256SUMS.minisig', 'untrusted comment: x'),
      ]);
      assert.match(await said(page), { en: /^Files compared: 12; 4 different; 2 unknown here; 2 under another name; 1 raw source of rounds; 1 outside the manifest; 2 the same\.$/, zh: /^已比对文件：12；不一致 4；/ }[lang]);
      const results = await found(page);
      assert.deepEqual([...results.keys()], Object.keys(OUTCOMES[lang]));
      const root = sha256(now('SHA256SUMS'));
      for (const [kind, patterns] of Object.entries(OUTCOMES[lang])) {
        const lines = results.get(kind);
        assert.equal(lines.length, patterns.length, kind);
        for (const [at, pattern] of patterns.entries()) assert.match(lines[at], new RegExp(pattern.replace('ROOT', root)));
      }
      assert.match(await page.textContent('#found .note'), /daggerboard audit --salts/);
      assert.equal(await page.locator('#found img').count(), 0);
      assert.equal(await page.evaluate(() => window.__pwned), undefined);
      assert.deepEqual([asked, errors], [[], []]);
    });
  }

  test('in a folder are told by their paths, and what is missing is named', LIMIT, async (t) => {
    const { page, asked } = await opened(t, await host(t), of(WITH_SOURCES));
    const folder = copied(t, WITH_SOURCES);
    const [first, second, third] = WITH_SOURCES.sources.filter((file) => file.endsWith('.json'));
    unlinkSync(join(folder, first));
    writeFileSync(join(folder, second), 'other');
    renameSync(join(folder, third), join(folder, 'moved.json'));
    // A browser lists a hundred at a time. The deeper readme is none of the release's.
    mkdirSync(join(folder, 'more'));
    for (let at = 0; at < 230; at += 1) writeFileSync(join(folder, `more/${at}.txt`), String(at));
    writeFileSync(join(folder, 'more/readme.md'), 'other');
    await drop(page, folder);
    const all = WITH_SOURCES.files.length + WITH_SOURCES.copies.length + WITH_SOURCES.sources.length + 1;
    assert.equal(await said(page), `Files compared: ${all + 231}; 1 different; 231 unknown here; 1 under another name; 1 outside the manifest; ${all - 3} the same; 1 of the release missing.`);
    const results = await found(page);
    assert.match(results.get('different: 1')[0], new RegExp(`^release/${second}: named like ${second}, but different: found 5 bytes`));
    assert.deepEqual(results.get('under another name: 1'), [`release/moved.json: the same content as ${third}, under another name`]);
    assert.deepEqual(results.get('of the release, not among your files: 1'), [first]);
    assert.equal(results.get('unknown here: 231').length, 200);
    assert.ok((await page.textContent('#found')).includes('and 31 more'));
    assert.deepEqual(asked, []);
  });

  for (const lang of ['en', 'zh']) {
    test(`chosen as a whole folder are the release, in ${lang}`, LIMIT, async (t) => {
      const { page } = await opened(t, await host(t), of(WITHOUT, lang));
      await choose(page, copied(t, WITHOUT), '#choose-folder');
      const all = WITHOUT.files.length + WITHOUT.copies.length + 1;
      assert.equal(await said(page), { en: `Files compared: ${all + 1}; 1 outside the manifest; ${all} the same.`, zh: `已比对文件：${all + 1}；清单之外 1；一致 ${all}。` }[lang]);
    });
  }

  test('dropped by a script are taken too, and the browser does not open them', LIMIT, async (t) => {
    const { page } = await opened(t, await host(t), of(WITHOUT));
    const before = page.url();
    const put = (name, text) => page.evaluate(([name, text]) => {
      const dataTransfer = new DataTransfer();
      if (name) dataTransfer.items.add(new File([text], name));
      const zone = document.querySelector('#zone');
      return ['dragover', 'drop'].map((type) => !zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })));
    }, [name, text]);
    assert.deepEqual(await put('readme.md', String(bytes(WITHOUT, 'readme.md'))), [true, true]);
    assert.equal(await said(page), 'Files compared: 1; 1 the same.');
    await put(null);
    assert.equal(await said(page), 'Files compared: 0.');
    assert.equal(page.url(), before);
  });

  test('come in by keyboard alone', LIMIT, async (t) => {
    const { page } = await visit(t, await host(t), of(WITHOUT));
    // From here on: where it is asked for only beside the key, the browser may open its own window first.
    const chosen = page.waitForEvent('filechooser');
    await page.locator('.drop > summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#choose-files').waitFor();
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement.id === 'choose-files');
    await page.keyboard.press('Enter');
    const chooser = await chosen;
    assert.equal(chooser.isMultiple(), true);
    await chooser.setFiles([given('readme.md', bytes(WITHOUT, 'readme.md'))]);
    assert.equal(await said(page), 'Files compared: 1; 1 the same.');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'choose-folder');
  });
});

describe('a file of 200 MB of the reader\'s own', () => {
  /** Such a file, and its digest. */
  function large(t) {
    const file = join(temporary(t), 'large.json');
    writeFileSync(file, '{');
    truncateSync(file, 200e6);
    const hash = createHash('sha256').update('{');
    const zeros = Buffer.alloc(1e6);
    for (let at = 0; at < 199; at += 1) hash.update(zeros);
    return { file, digest: hash.update(zeros.subarray(1)).digest('hex') };
  }

  test('is hashed a piece at a time while the page answers, and is not kept', LIMIT, async (t) => {
    const { file, digest } = large(t);
    const { page } = await opened(t, await host(t), of(WITHOUT));
    const [session, renderers] = [await page.context().newCDPSession(page), await processes('renderer')];
    const size = async () => {
      await session.send('HeapProfiler.collectGarbage');
      const sizes = renderers.map((id) => readFileSync(`/proc/${id}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1] / 1e3);
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    const before = await size();
    await page.evaluate(() => {
      window.shares = [];
      window.longest = 0;
      let last = performance.now();
      setInterval(() => {
        window.longest = Math.max(window.longest, performance.now() - last);
        last = performance.now();
        const share = document.querySelector('#share').value;
        if (share > 0 && share !== window.shares.at(-1)) window.shares.push(share);
      }, 20);
    });
    await choose(page, file);
    assert.equal(await said(page), 'Files compared: 1; 1 unknown here.');
    assert.ok((await found(page)).get('unknown here: 1')[0].endsWith(digest));
    const { shares, longest } = await page.evaluate(() => ({ shares: window.shares, longest: window.longest }));
    assert.ok(shares.length > 2 && shares.every((share) => share <= 1), shares.join(' '));
    assert.deepEqual(shares, shares.toSorted((a, b) => a - b));
    assert.equal(await page.locator('#share').isVisible(), false);
    const grown = await size() - before;
    t.diagnostic(`the page grew by ${grown.toFixed(0)} MB and was busy for ${longest.toFixed(0)} ms at most`);
    assert.ok(grown < 80, `${grown} MB`);
    assert.ok(longest < 1000, `${longest} ms`);
  });

  test('can be stopped, and the next files are not held up by it', LIMIT, async (t) => {
    const { page } = await opened(t, await host(t), of(WITHOUT));
    await choose(page, large(t).file);
    await page.locator('#stop').click();
    assert.match(await said(page), /^Stopped\. /);
    await page.waitForTimeout(300);
    assert.match(await said(page), /^Stopped\. /);
    await choose(page, large(t).file);
    await page.locator('#stop').waitFor();
    await choose(page, [given('readme.md', bytes(WITHOUT, 'readme.md'))]);
    assert.equal(await said(page), 'Files compared: 1; 1 the same.');
    await page.waitForTimeout(300);
    assert.equal(await said(page), 'Files compared: 1; 1 the same.');
  });
});

const AXE = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

describe('the panel with all of it open', { concurrency: 2 }, () => {
  for (const lang of ['en', 'zh']) {
    test(`fits a phone and has nothing that axe calls wrong, in ${lang}`, LIMIT, async (t) => {
      const { page } = await opened(t, await host(t), of(WITH_SOURCES, lang), { viewport: { width: 360, height: 800 } });
      await page.locator('#seal summary').first().click();
      await page.locator('#system').waitFor();
      await choose(page, [given(`${'long-'.repeat(40)}.csv`, 'x'), given('main-baseline.csv', 'x'), given(HOSTILE, 'y')]);
      await said(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      await page.evaluate(AXE);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        const violations = await page.evaluate(async () => (await window.axe.run('#seal', { resultTypes: ['violations'] })).violations
          .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`)));
        assert.deepEqual(violations, [], colorScheme);
      }
      const small = await page.$$eval('#seal :is(button, select, summary)', (all) => all.filter((element) => element.checkVisibility())
        .map((element) => [element.textContent, element.getBoundingClientRect()])
        .filter(([, box]) => box.height < 24 || box.width < 24).map(([text]) => text));
      assert.deepEqual(small, []);
    });
  }

  test('has no button that does nothing where there are no scripts', LIMIT, async (t) => {
    const page = await read(t, await host(t), of(WITH_SOURCES));
    await page.locator('#seal summary').first().click();
    assert.ok(await page.getByText('sha256sum -c --strict SHA256SUMS').isVisible());
    const there = await page.$$eval('#seal :is(button, select), .drop', (all) => all
      .filter((element) => element.checkVisibility({ visibilityProperty: true })).map((element) => element.outerHTML));
    assert.deepEqual(there, []);
  });
});

/** A page with its list of files open. */
async function listed(t, options) {
  const { page } = await visit(t, await host(t), of(WITHOUT, options?.lang), options);
  await page.locator('#seal summary').first().click();
  await page.locator('#system').waitFor();
  return page;
}

const copy = (page, name) => page.locator(`[data-name="${name}"]`).click();
const FOR = (file) => `command for ${file}`;

// One after another: a browser has one clipboard.
describe('lines that check without us', { concurrency: 1 }, () => {
  const options = { permissions: ['clipboard-read', 'clipboard-write'] };
  const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
  const run = (line, cwd) => spawnSync('sh', ['-c', line], { cwd, encoding: 'utf8' });

  for (const system of ['Linux: sha256sum', 'macOS: shasum']) {
    test(`of ${system} pass on the good files and fail on a flipped one`, LIMIT, async (t) => {
      const page = await listed(t, options);
      await page.locator('#system').selectOption(system);
      const folder = copied(t, WITHOUT);
      await copy(page, FOR(BASELINE));
      await page.locator('#copied').filter({ hasText: `Copied: command for ${BASELINE}.` }).waitFor();
      const one = await clipboard(page);
      assert.ok(one.includes(BASELINE) && one.includes(system.split(' ')[1].slice(0, 6)), one);
      await copy(page, 'Every file');
      await page.locator('#copied').filter({ hasText: 'Copied: Every file.' }).waitFor();
      const every = await clipboard(page);
      for (const line of [one, every]) assert.equal(run(line, folder).status, 0, line);
      const file = join(folder, BASELINE);
      writeFileSync(file, flipped(readFileSync(file), seeded(system)));
      for (const line of [one, every]) {
        const { status, stdout } = run(line, folder);
        assert.notEqual(status, 0, line);
        assert.ok(stdout.includes(`${BASELINE}: FAILED`), stdout);
      }
      unlinkSync(file);
      assert.notEqual(run(one, folder).status, 0, 'nor on one that is not there');
    });
  }

  test('give digest and root, and our command takes its line', LIMIT, async (t) => {
    const page = await listed(t, options);
    await copy(page, `digest of ${BASELINE}`);
    await page.locator('#copied').filter({ hasText: 'digest of' }).waitFor();
    assert.equal(await clipboard(page), sha256(bytes(WITHOUT, BASELINE)));
    await copy(page, 'All of it, with our own command');
    await page.locator('#copied').filter({ hasText: 'our own command' }).waitFor();
    const line = await clipboard(page);
    assert.ok(line.includes(sha256(bytes(WITHOUT, 'SHA256SUMS'))), line);
    const own = run(line.replace(/^daggerboard/, COMMAND), join(SITE, WITHOUT.folder));
    assert.equal(own.status, 0, own.stderr);
  });

  test('are those of the reader\'s system from the start', LIMIT, async (t) => {
    for (const [userAgent, tool] of Object.entries({ 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)': 'Get-FileHash', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)': 'shasum -a 256' })) {
      const page = await listed(t, { userAgent });
      assert.ok((await page.locator(`[data-name="${FOR(BASELINE)}"]`).getAttribute('data-copy')).includes(tool));
      assert.ok((await page.locator('.lines').textContent()).includes(tool));
    }
  });

  for (const [what, broken] of Object.entries({
    'has no clipboard': () => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }),
    'refuses it': () => { Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError')); },
  })) {
    test(`stand selected where the browser ${what}`, LIMIT, async (t) => {
      const { page, errors } = await visit(t, await host(t), of(WITHOUT, 'zh'));
      await page.evaluate(broken);
      await page.locator('#seal summary').first().click();
      await copy(page, `${BASELINE} 的摘要`);
      await page.locator('#copied').filter({ hasText: '浏览器不允许本页复制' }).waitFor();
      const digest = sha256(bytes(WITHOUT, BASELINE));
      await page.waitForFunction((digest) => getSelection().toString().trim() === digest, digest);
      assert.ok(await page.locator('#to-copy').isVisible());
      assert.deepEqual(errors, []);
    });
  }
});
