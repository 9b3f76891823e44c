import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFiles } from "./files.ts";
import { createResponses } from "../lib/http/responses.ts";
import { writeHit } from "./write.ts";

const SCRIPT = "export const a = 1;\n";

let root: string;
let server: Server;
let url: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "nametag-files-"));
  await mkdir(path.join(root, ".next", "static", "chunks"), { recursive: true });
  await mkdir(path.join(root, "public", "fonts"), { recursive: true });
  const script = path.join(root, ".next", "static", "chunks", "a.js");
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(path.join(root, "public", "fonts", "a.woff2"), "a font");
  await writeFile(path.join(root, "public", "verify.html"), "<p>yes");
  await writeFile(path.join(root, "public", "verify"), "yes");
  await writeFile(path.join(root, "secret.js"), "no");
  const responses = createResponses({ maxBytes: 1_000_000, staleSeconds: 0 });
  const files = createFiles(root, responses, { whole: 0, unchanged: 0, failed: 0 });
  server = createServer((request, response) => {
    void files.find(request.url ?? "").then((file) => {
      if (file === undefined) response.writeHead(404).end();
      else void writeHit(request, response, file);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(root, { recursive: true, force: true });
});

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(url + target, { headers });

it("sends a script as compressed by the build, cacheable forever", async () => {
  for (const [accepted, encoding] of [
    ["gzip, br", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ] as const) {
    const response = await get("/_next/static/chunks/a.js", { "accept-encoding": accepted });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(await response.text()).toBe(SCRIPT);
  }
});

it("sends an ETag that depends on the content", async () => {
  const { headers } = await get("/fonts/a.woff2");
  const again = await get("/fonts/a.woff2", { "if-none-match": headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const other = await get("/fonts/a.woff2", { "if-none-match": '"other"' });
  expect([other.status, await other.text()]).toEqual([200, "a font"]);
});

it("sends when the file was changed last", async () => {
  const changed = new Date("2026-11-27T10:00:00Z");
  await utimes(path.join(root, "public", "fonts", "a.woff2"), changed, changed);
  const { headers } = await get("/fonts/a.woff2");
  const modified = headers.get("last-modified") ?? "";
  expect(modified).toBe("Fri, 27 Nov 2026 10:00:00 GMT");
  expect((await get("/fonts/a.woff2", { "if-modified-since": modified })).status).toBe(304);
  expect((await get("/fonts/a.woff2", { "if-match": '"other"' })).status).toBe(412);
});

it("still serves a cached script after the next build has removed it", async () => {
  await (await get("/_next/static/chunks/a.js")).text();
  await rm(path.join(root, ".next"), { recursive: true });
  expect((await get("/_next/static/chunks/a.js")).status).toBe(200);
});

it.each([
  "/_next/static/chunks/b.js",
  "/_next/static/chunks/a.js.br",
  "/_next/static/../../secret.js",
  "/_next/static/%2e%2e/%2e%2e/secret.js",
  "/_next/static/chunks",
  "/secret.js",
  "/__proto__",
])("serves nothing at %s", async (target) => {
  expect((await get(target)).status).toBe(404);
});

it("serves nothing for a file that was removed before it was read", async () => {
  await rm(path.join(root, "public"), { recursive: true });
  expect((await get("/fonts/a.woff2")).status).toBe(404);
});

it.each([
  ["/verify.html", "text/html; charset=utf-8"],
  ["/verify", "application/octet-stream"],
])("sends a file of any type: %s", async (target, type) => {
  const response = await get(target);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
});

it("sends no file that is only the compressed form of another", async () => {
  expect((await get("/_next/static/chunks/a.js.br")).status).toBe(404);
});
