// A static host on loopback, as plain as the ones that results sites use: for `./dev serve` and for the tests.
//   node tests/browser/serve.mjs [folder] [port]
import { createServer } from 'node:http';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
};

// Shared by all hosts of a process: tests start many of them on the same files.
const packed = new Map();

function brotli(bytes) {
  const key = bytes.toString('latin1');
  if (!packed.has(key)) packed.set(key, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  return packed.get(key);
}

/** The headers that the page's own file of them asks for, by a rule of paths: `/*` and `/data/*`. */
async function asked(folder) {
  const lines = (await readFile(join(folder, '_headers'), 'utf8').catch(() => '')).trimEnd().split('\n');
  const rules = [];
  for (const line of lines.filter(Boolean)) {
    if (line.startsWith('/')) rules.push({ below: line.replace('*', ''), headers: [] });
    else rules.at(-1).headers.push(line.trim().split(/: (.*)/));
  }
  // A later rule adds to an earlier one, as two policies do in one header. How long a browser keeps a file stays the host's
  // choice: most hosts say ten minutes, and the page must live with that.
  return (path) => rules.filter(({ below }) => path.startsWith(below)).flatMap(({ headers }) => headers)
    .filter(([name]) => name !== 'Cache-Control')
    .reduce((all, [name, value]) => ({ ...all, [name.toLowerCase()]: [all[name.toLowerCase()], value].filter(Boolean).join(', ') }), {});
}

/** What is streamed from disk instead of read, packed and perhaps changed. */
const LARGE = 16e6;

/** Answers as a host does that does something wrong; see `serve`. */
async function misbehave(response, headers, { bytes, status = 200, type, length = bytes.length, cut, hold, trickle, encoding, redirect, cache }) {
  if (redirect) return response.writeHead(302, { location: redirect }).end();
  const body = encoding === 'gzip' ? gzipSync(bytes) : encoding === 'br' ? brotli(bytes) : bytes;
  if (encoding) headers['content-encoding'] = encoding;
  else headers['content-length'] = length;
  if (type) headers['content-type'] = type;
  if (cache) headers['cache-control'] = cache;
  if (hold === 0) return null;
  response.writeHead(status, headers);
  if (cut !== undefined) return response.write(body.subarray(0, cut), () => response.destroy());
  if (hold !== undefined) return response.write(body.subarray(0, hold));
  if (trickle) {
    for (let at = 0; at < body.length && !response.destroyed; at += 1) {
      response.write(body.subarray(at, at + 1));
      await new Promise((done) => { setTimeout(done, trickle); });
    }
  }
  // A length that is not the body's: the connection ends with the body.
  if (!encoding && length > body.length) return response.write(body, () => response.destroy());
  return response.end(encoding ? body : body.subarray(0, length));
}

/**
 * Serves `folder`. `change(path, bytes, nth, request)` makes it a bad host: to the nth request for a path, from 1, it may answer
 * other bytes, a status number, or `{ bytes, ... }` with what is wrong: `cut` breaks the connection after so many bytes, `hold`
 * sends so many and then nothing (0: not even headers), `trickle` sends a byte every so many ms; `status`, `type`, `length`,
 * `encoding` (gzip or br), `redirect` and `cache` are what they say.
 * Resolves to { origin, requests, close }; `requests` are the paths asked for, in order.
 */
export async function serve(folder, { port = 0, change = (_path, bytes) => bytes } = {}) {
  const requests = [];
  const counts = new Map();
  const own = await asked(folder);
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    requests.push(path);
    const nth = (counts.get(path) ?? 0) + 1;
    counts.set(path, nth);
    try {
      let file = join(folder, path);
      if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
      const headers = { 'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8', 'cache-control': 'max-age=600', ...own(path) };
      const { size } = await stat(file);
      if (size > LARGE) {
        createReadStream(file).pipe(response.writeHead(200, { ...headers, 'content-length': size }));
        return;
      }
      const answer = change(path, await readFile(file), nth, request);
      if (typeof answer === 'number') {
        response.writeHead(answer, { 'content-type': 'text/html' }).end('<!doctype html><title>error</title>');
      } else if (!Buffer.isBuffer(answer)) {
        await misbehave(response, headers, answer);
      } else if (/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
        response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(brotli(answer));
      } else {
        response.writeHead(200, { ...headers, 'content-length': answer.length }).end(answer);
      }
    } catch {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>404</title><p>Not found</p>');
    }
  });
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () => new Promise((done) => { server.closeAllConnections(); server.close(done); }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = 'dist', port = '0'] = process.argv.slice(2);
  const wanted = Number(port);
  // The usual port may be taken; then any free one will do.
  const host = await serve(folder, { port: wanted }).catch(() => serve(folder));
  console.log(`Daggerboard: ${host.origin}/`);
}
