// A static host on loopback, as plain as the ones that results sites use: for `./dev serve` and for the tests.
//   node tests/browser/serve.mjs [folder] [port]
import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

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

/**
 * Serves `folder`. `change(path, bytes, nth)` makes it a bad host: to the nth request for a path, from 1, it may answer other
 * bytes, a status number, or `{ bytes, cut }`, which breaks the connection after `cut` of the bytes.
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
      const answer = change(path, await readFile(file), nth);
      if (typeof answer === 'number') {
        response.writeHead(answer, { 'content-type': 'text/html' }).end('<!doctype html><title>error</title>');
        return;
      }
      const headers = { 'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8', 'cache-control': 'max-age=600', ...own(path) };
      if (answer.cut !== undefined) {
        response.writeHead(200, { ...headers, 'content-length': answer.bytes.length });
        response.write(answer.bytes.subarray(0, answer.cut), () => response.destroy());
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
