import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSignIn } from "../testing/promises/fault-matrix/surroundings.ts";
import { startRedis } from "../testing/redis.ts";
import { startUpstashBridge } from "../testing/upstash-bridge.ts";
import manifest from "../package.json" with { type: "json" };
import { startSandbox, type Sandbox } from "../sandbox/server.ts";
import { assembleImage, filesIn, stateOf, withImage, type Image } from "./support/image.ts";
import { expectOneOfEach } from "./support/kinds.ts";

const run = promisify(execFile);

const ASSEMBLE_MS = 120_000;
const READY_MS = 30_000;
/** How much the image may add to the Node image. */
const LIMIT_BYTES = 200_000_000;
const BLOCK_BYTES = 4_096;

let directory = "";
let image: Image;
let sandbox: Sandbox;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "nametag-image-"));
  sandbox = await startSandbox();
  image = await assembleImage(path.join(directory, "image"));
}, ASSEMBLE_MS);

afterAll(async () => {
  await sandbox.close();
  await run("chmod", ["-R", "u+w", directory]);
  await rm(directory, { recursive: true, force: true });
});

test("the image adds at most 200 MB to that of Node", async () => {
  let bytes = 0;
  for (const file of await filesIn(image.directory)) {
    const { size } = await lstat(path.join(image.directory, file));
    bytes += Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  expect(bytes).toBeLessThan(LIMIT_BYTES);
});

test("the image has native code for one platform, and every font once", async () => {
  const files = await filesIn(image.directory);
  const native = files.filter((file) => /\.node$|\.so\b/.test(file));
  expect(native.length).toBeGreaterThan(1);
  const platform = `${process.platform}-${process.arch}`;
  expect(native.filter((file) => !file.includes(platform) || file.includes("musl"))).toEqual([]);
  const fonts = files.filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
  expect(fonts).toContainEqual(expect.stringMatching(/^public\/fonts\/latin\./));
  expect(fonts).toContainEqual(expect.stringMatching(/^public\/fonts\/noto-sans-jp-/));
  const digests = fonts.map(async (file) =>
    createHash("sha256")
      .update(await readFile(path.join(image.directory, file)))
      .digest("hex"),
  );
  expect(new Set(await Promise.all(digests)).size).toBe(fonts.length);
});

test("the image can be read by any user, whatever the umask of its sources was", async () => {
  const closed = await run("find", [image.directory, "!", "-type", "l", "!", "-perm", "-a+r"]);
  expect(closed.stdout).toBe("");
});

test("the image has no package that only development needs", () => {
  const isRead = (name: string) => existsSync(path.join(image.directory, "node_modules", name));
  expect(isRead("pino")).toBe(true);
  expect(Object.keys(manifest.devDependencies).filter(isRead)).toEqual([]);
});

test("the image is complete, and none of its files is written to", async () => {
  const before = await stateOf(image.directory);
  const DATA_DIR = path.join(directory, "data");
  let ended = "";
  await withImage(image, { ...sandbox.environment, DATA_DIR }, async (url) => {
    await useAll(url);
    const files = await readdir(DATA_DIR);
    expect(files).toEqual(expect.arrayContaining(["cache.sqlite", "durable.sqlite"]));
    await image.checkHealth(url);
    // A backup while it runs, as docs/running.md makes it.
    expect(await backUp({ DATA_DIR })).toMatch(/: [1-9]\d* players, /);
    ended = url;
  });
  await expect(image.checkHealth(ended)).rejects.toThrow("Command failed");
  expect(await stateOf(image.directory)).toEqual(before);
});

test("the image has what other stores, Xbox Live and several processes need", async () => {
  const redis = await startRedis();
  const bridge = await startUpstashBridge(redis.url);
  const signIn = await createSignIn();
  await chmod(signIn, 0o755);
  const variables = {
    REDIS_URL: redis.url,
    WEB_CONCURRENCY: "2",
    XBOX_AUTH_DIR: signIn,
    PLAYERDB_URL: "off",
    DATA_DIR: path.join(directory, "data-of-two"),
  };
  const upstash = { UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token };
  try {
    await withImage(image, { ...sandbox.environment, ...variables }, async (url) => {
      const ready = async () => (await fetch(`${url}/api/ready`)).json();
      await expect.poll(ready, { timeout: READY_MS }).toMatchObject({ store: "ok" });
      // Unknown to Geyser: only PlayerDB or Xbox Live has this player.
      const profile = await fetch(`${url}/api?username=HermitHazel&type=bedrock`);
      expect(profile.status).toBe(200);
      const metrics = async () => (await fetch(`${url}/api/metrics`)).text();
      // A process that does not respond within a second is left out.
      await expect.poll(metrics).toMatch(/^nametag_processes 2$/m);
    });
    expect(await backUp(upstash)).toMatch(/: 1 players?, /);
  } finally {
    await bridge.close();
    await redis.close();
    await rm(signIn, { recursive: true });
  }
});

/** Writes a backup of a store, and returns what is printed. */
async function backUp(store: Record<string, string>): Promise<string> {
  const program = path.join(image.directory, "dist", "server", "data.js");
  const file = path.join(await mkdtemp(path.join(directory, "backup-")), "backup.ndjson.gz");
  const env = { PATH: process.env["PATH"], NODE_ENV: "production" as const, ...store };
  const words = [program, "export", file];
  const { stdout } = await run(process.execPath, words, { cwd: image.directory, env });
  return stdout;
}

/** Requests one URL of each kind. */
async function useAll(url: string): Promise<void> {
  const get = (target: string) => fetch(url + target);
  const profile = await get("/api?username=Lantern_Lou");
  expect(await profile.json()).toMatchObject({ success: true, java: { username: "Lantern_Lou" } });
  const ready = async () => (await get("/api/ready")).status;
  await expect.poll(ready, { timeout: READY_MS }).toBe(200);
  await expectOneOfEach(url);
  const page = await (await get("/en")).text();
  expect(page).toContain("Any Minecraft player.");
  const [, script = ""] = /(?:src|href)="(\/_next\/static\/[^"]+\.js)/.exec(page) ?? [];
  expect((await get(script)).status).toBe(200);
  expect((await get("/en/nowhere")).status).toBe(404);
}
