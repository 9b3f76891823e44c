import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../scripts/prepare.mjs";
import { freePort } from "../testing/local-server.ts";
import { attributesIn, readPage } from "./support/html.ts";
import { withNginx } from "./support/nginx.ts";
import { withWorld } from "./support/service.ts";

const PAGES = ["/en", "/de/docs/head", "/ar/player/Lantern_Lou"];
/** Two instances take requests in turn: each page comes from both, and each file is asked of both. */
const ROUNDS = 4;

/** The next release: the same build, whose scripts and styles have other URLs, as after any change. */
let next = "";

beforeAll(async () => {
  next = await mkdtemp(path.join(tmpdir(), "nametag-next-"));
  const copied = ["package.json", "dist", "public", "messages", "content", ".next"];
  for (const name of copied) {
    await cp(path.join(root, name), path.join(next, name), {
      recursive: true,
      filter: (file) => !/\.next\/(?:build|cache|dev|diagnostics|types)$|\.br$/.test(file),
    });
  }
  await symlink(path.join(root, "node_modules"), path.join(next, "node_modules"));
  const built = path.join(next, ".next");
  await rename(path.join(built, "static", "chunks"), path.join(built, "static", "next"));
  for (const file of await filesIn(built)) {
    const text = await readFile(file, "utf8");
    if (text.includes("static/chunks/"))
      await writeFile(file, text.replaceAll("static/chunks/", "static/next/"));
  }
}, 120_000);

afterAll(() => rm(next, { recursive: true, force: true }));

test("behind nginx, every page finds its scripts and styles while a release is rolled out", async () => {
  const ports = [await freePort(), await freePort()];
  const [first = 0, second = 0] = ports;
  const variables = { TRUSTED_PROXY_HOPS: "1", PORT: String(first) };
  await withWorld(variables, async ({ service, start }) => {
    const old = [service, await start({ PORT: String(second) })];
    await withNginx(ports, async ({ url }) => {
      const missing: string[] = [];
      const names = new Set<string>();
      const browse = async () => {
        for (let turn = 0; turn < ROUNDS; turn += 1) {
          for (const page of PAGES) {
            // nginx has not cached it.
            const { root: html } = await readPage(url, `${page}?at=${names.size}-${turn}`);
            const scripts = attributesIn(html, "script[src]", "src");
            const sheets = attributesIn(html, "link[rel=stylesheet]", "href");
            for (const file of [...scripts, ...sheets].map(String)) {
              names.add(file);
              const { status } = await fetch(url + file);
              if (status !== 200) missing.push(`${page} ${file}: ${status}`);
            }
          }
        }
      };
      await browse();
      await expectMissingToBeKeptNowhere(url);
      for (const [at, instance] of old.entries()) {
        await instance.stop();
        await start({ PORT: String(ports[at]) }, { cwd: next });
        await browse();
      }
      expect(missing).toEqual([]);
      const renewed = [...names].filter((name) => name.includes("/static/next/"));
      expect(renewed.length).toBeGreaterThan(names.size / 3);
    });
  });
}, 180_000);

/** What no build has may be in the next one. */
async function expectMissingToBeKeptNowhere(url: string): Promise<void> {
  for (const target of ["/_next/static/chunks/gone.js", "/fonts/gone.woff2"]) {
    for (const _ of [1, 2]) {
      const { status, headers } = await fetch(url + target);
      expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(headers.get("x-edge-cache")).toBe("MISS");
    }
  }
}

/** The texts in a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:js|json|css|html|rsc)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
