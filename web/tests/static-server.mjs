// A server for the static page, as a host without any support for it: it only sends files.

import { readFile } from "node:fs/promises";
import http from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".wav": "audio/wav",
  ".webmanifest": "application/manifest+json",
};

/** Path of the page on the host: pages of projects are in a folder. */
const BASE = "/kawari/";

/** Serves a folder. Returns its address and a function that stops the server and returns 0. */
export async function serveSite(folder) {
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = normalize(pathname.slice(BASE.length) || "index.html");
    try {
      if (!pathname.startsWith(BASE) || path.startsWith("..")) throw new Error(pathname);
      const body = await readFile(join(folder, path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve(0));
    });
  return { address: `http://127.0.0.1:${server.address().port}${BASE}`, stop };
}
