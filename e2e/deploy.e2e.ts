import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { onPath } from "../scripts/find-programs.mjs";
import manifest from "../package.json" with { type: "json" };
import { startSandbox } from "../sandbox/server.ts";
import { root } from "../scripts/prepare.mjs";
import { assembleImage, filesIn, readStages, startImage, stateOf } from "./support/image.ts";
import { expect, test } from "./support/test.ts";

const run = promisify(execFile);

const IMAGE_MS = 120_000;

const text = (file: string) => readFile(path.join(root, file), "utf8");

test("the image is built by the commands of the README", async () => {
  const { build } = await readStages();
  const commands = build.filter(({ name }) => name === "RUN").map(({ value }) => value);
  expect(commands.slice(0, 3)).toEqual(["npm ci", "npm run build", "npm prune --omit=dev"]);
  expect(manifest.scripts).toHaveProperty("build");
});

test("the image gets all that a build reads, and nothing of this machine", async () => {
  const ignored = (await text(".dockerignore")).split("\n");
  expect(ignored).toEqual(
    expect.arrayContaining(["node_modules", ".next", "dist", "data", ".env*"]),
  );
  const prepare = await text("scripts/prepare.mjs");
  const read = /const entries = \[(.*?)\]/s.exec(prepare)?.[1]?.match(/[\w.-]+/g) ?? [];
  expect(read).toContain("app");
  expect(read.filter((entry) => ignored.includes(entry))).toEqual([]);
});

test("the image runs as somebody who owns nothing of it, and says how it is", async () => {
  const { final } = await readStages();
  const valueOf = (name: string) => final.findLast((line) => line.name === name)?.value;
  expect(valueOf("USER")).toBe("node");
  expect(valueOf("STOPSIGNAL")).toBe("SIGTERM");
  expect(valueOf("EXPOSE")).toBe("3000");
  expect(valueOf("VOLUME")).toBe("/data");
  expect(valueOf("CMD")).toBe('["node", "dist/server/start.js"]');
  expect(valueOf("HEALTHCHECK")).toContain("/api/health");
  const copies = final.filter(({ name }) => name === "COPY");
  expect(copies.filter(({ value }) => !value.startsWith("--from=build "))).toEqual([]);
});

test("every package that the server imports is one of the dependencies", async () => {
  const imported = new Set<string>();
  for (const folder of ["dist/lib", "dist/server"]) {
    for (const file of await filesIn(path.join(root, folder))) {
      if (!file.endsWith(".js")) continue;
      const code = await readFile(path.join(root, folder, file), "utf8");
      for (const [, name = ""] of code.matchAll(/(?:\bfrom|\bimport\(?)\s*"([^".][^"]*)"/g)) {
        if (!isBuiltin(name))
          imported.add(
            name
              .split("/")
              .slice(0, name.startsWith("@") ? 2 : 1)
              .join("/"),
          );
      }
    }
  }
  expect([...imported]).toContain("next");
  expect([...imported].filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

test("what the image holds is enough, and none of it is written to", async () => {
  test.setTimeout(IMAGE_MS);
  const directory = await mkdtemp(path.join(tmpdir(), "nametag-image-"));
  const sandbox = await startSandbox();
  try {
    const image = await assembleImage(path.join(directory, "image"), path.join(directory, "build"));
    const before = await stateOf(image.directory);
    const data = path.join(directory, "data");
    const service = await startImage(image, data, sandbox.environment);
    try {
      await useAll(service.url);
      expect(await readdir(data)).toEqual(
        expect.arrayContaining(["cache.sqlite", "durable.sqlite"]),
      );
      await image.checkHealth(service.port);
    } finally {
      await service.stop();
    }
    await expect(image.checkHealth(service.port)).rejects.toThrow("Command failed");
    expect(service.complaints).toEqual([]);
    expect(await stateOf(image.directory)).toEqual(before);
  } finally {
    await sandbox.close();
    await run("chmod", ["-R", "u+w", directory]);
    await rm(directory, { recursive: true, force: true });
  }
});

test("compose runs it locked up, behind nginx", async () => {
  const services = blocksOf(await text("compose.yaml"), "services");
  expect([...services.keys()]).toEqual(["nametag", "nginx", "valkey"]);
  for (const line of [
    "context: .",
    "read_only: true",
    "cap_drop: [ALL]",
    'security_opt: ["no-new-privileges:true"]',
    "- data:/data",
    'TRUSTED_PROXY_HOPS: "1"',
  ]) {
    expect(services.get("nametag")).toContain(line);
  }
  // Only nginx is to be reached from outside: otherwise anybody could say who they are.
  expect(services.get("nametag")).not.toContain("ports:");
  expect(services.get("nginx")).toContain('- "8080:80"');
  expect(services.get("nginx")).toContain("condition: service_healthy");
  expect(services.get("nametag")).toContain("REDIS_URL: ${REDIS_URL-redis://valkey:6379}");
  const [, mounted = ""] =
    /- \.\/(\S+):\/etc\/nginx\/\S+:ro/.exec(services.get("nginx") ?? "") ?? [];
  expect(await text(mounted)).toContain("server nametag:3000;");
});

test("systemd finds nothing wrong with the unit", async () => {
  const unit = await text("deploy/nametag.service");
  for (const line of [
    "DynamicUser=yes",
    "StateDirectory=nametag",
    "ProtectSystem=strict",
    "NoNewPrivileges=yes",
    "Restart=always",
    "KillMode=mixed",
    "TimeoutStopSec=15",
  ]) {
    expect(unit.split("\n")).toContain(line);
  }
  const [, program = "", script = ""] = /^ExecStart=(\S+) (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(path.join(root, script))).toBe(true);
  if (onPath(["systemd-analyze"]) === undefined) return;
  const file = test.info().outputPath("nametag.service");
  const own = unit.replace(program, process.execPath).replaceAll("/opt/nametag", root);
  await writeFile(file, own);
  const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", file]);
  const about = (stdout + stderr).split("\n").filter((line) => line.includes("nametag.service"));
  expect(about).toEqual([]);
});

/** Asks for one of everything. */
async function useAll(url: string): Promise<void> {
  const get = (target: string) => fetch(url + target);
  expect((await get("/api/health")).status).toBe(200);
  const profile = await get("/api?username=Lantern_Lou");
  expect(await profile.json()).toMatchObject({ success: true, java: { username: "Lantern_Lou" } });
  const head = await get("/head?username=Lantern_Lou&format=webp");
  expect(head.status).toBe(200);
  expect(head.headers.get("content-type")).toBe("image/webp");
  await expect.poll(async () => (await get("/en")).status, { timeout: 30_000 }).toBe(200);
  const page = await (await get("/en")).text();
  expect(page).toContain("Who is this player?");
  const [, script = ""] = /src="(\/_next\/static\/[^"]+\.js)/.exec(page) ?? [];
  expect((await get(script)).status).toBe(200);
  expect((await get("/en/nowhere")).status).toBe(404);
  expect((await get("/en/docs/changelog")).status).toBe(200);
  expect((await get("/openapi.json")).status).toBe(200);
}

/** The indented blocks under one key of a YAML file, by their keys. */
function blocksOf(yaml: string, key: string): Map<string, string> {
  const [, body = ""] = new RegExp(`^${key}:\\n((?:(?: .*)?\\n)+)`, "m").exec(yaml) ?? [];
  const parts = body.split(/^ {2}(\w+):\n/m).slice(1);
  return new Map(
    Array.from({ length: parts.length / 2 }, (_, at) => [
      parts[2 * at] ?? "",
      parts[2 * at + 1] ?? "",
    ]),
  );
}
