// How does one work on the page without rebuilding the server? This serves dist, rebuilt on change (run
// `npm run watch` beside it), and passes everything under /api to a server already running.
//   node dev.mjs [http://127.0.0.1:8181] [4173]
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import { extname, join, normalize } from "node:path";
import { createGzip } from "node:zlib";

const server = new URL(process.argv[2] ?? "http://127.0.0.1:8181");
const port = Number(process.argv[3] ?? 4173);
const KINDS = { ".png": "image/png", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2" };
// The server's own policy, so that what it would forbid fails here too.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

const onward = (asked) =>
  request({ host: server.hostname, port: server.port, path: asked.url, method: asked.method, headers: asked.headers });
const passed = (path) => /^\/(api|healthz|readyz|metrics)(\/|$|\?)/.test(path);

const listener = createServer((asked, answer) => {
  if (passed(asked.url)) {
    const there = onward(asked);
    there.on("response", (said) => {
      answer.writeHead(said.statusCode, said.headers);
      said.pipe(answer);
    });
    there.on("error", () => answer.destroy());
    asked.pipe(there);
    return;
  }
  const path = normalize(decodeURIComponent(new URL(asked.url, "http://page").pathname));
  let file = join("dist", path);
  if (!existsSync(file) || statSync(file).isDirectory()) file = "dist/index.html";
  const packed = existsSync(`${file}.br`) && /\bbr\b/.test(asked.headers["accept-encoding"] ?? "");
  const zipped = !packed && /\.(html|js|css|svg|wasm)$/.test(file);
  answer.writeHead(200, {
    ...(packed ? { "Content-Encoding": "br" } : zipped ? { "Content-Encoding": "gzip" } : {}),
    "Content-Type": KINDS[extname(file)] ?? "application/octet-stream",
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
  });
  const text = createReadStream(packed ? `${file}.br` : file);
  // Rebuilt in the meantime: the page asks again.
  text.on("error", () => answer.destroy());
  (zipped ? text.pipe(createGzip()) : text).pipe(answer);
});

listener.on("upgrade", (asked, socket, head) => {
  const there = onward(asked);
  there.on("upgrade", (said, other, rest) => {
    const lines = Object.entries(said.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    if (rest.length > 0) socket.write(rest);
    if (head.length > 0) other.write(head);
    other.pipe(socket).on("error", () => other.destroy());
    socket.pipe(other).on("error", () => socket.destroy());
  });
  there.on("response", (said) => socket.end(`HTTP/1.1 ${said.statusCode} No\r\n\r\n`));
  there.on("error", () => socket.destroy());
  there.end();
});

listener.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port} with ${server.href} behind it`));
