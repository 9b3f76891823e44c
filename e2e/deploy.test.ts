import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { imageInstruction, readStages } from "../deploy/dockerfile.fixture.ts";
import { onPath } from "../scripts/find-programs.mjs";
import manifest from "../package.json" with { type: "json" };
import { root, SOURCES } from "../scripts/prepare.mjs";
import { withSandbox } from "./support/service.ts";
import { scratchFolder } from "./support/use.ts";

const run = promisify(execFile);

const text = (file: string) => readFile(path.join(root, file), "utf8");

test("the image is built by the commands of the README", async () => {
  const { build } = readStages();
  const commands = build.filter(({ name }) => name === "RUN").map(({ value }) => value);
  expect(commands).toEqual(["npm ci", "npm run build", "node scripts/assemble-image.mjs /image"]);
  expect(manifest.scripts).toHaveProperty("build");
});

test("the image has everything that a build reads, and nothing of this machine", async () => {
  const ignored = (await text(".dockerignore")).split("\n");
  expect(ignored).toEqual(
    expect.arrayContaining(["node_modules", ".next", "dist", "data", ".env*"]),
  );
  expect(SOURCES).toContain("app");
  expect(SOURCES.filter((entry) => ignored.includes(entry))).toEqual([]);
});

test("the image runs as a user who owns none of its files, and reports its health", async () => {
  expect(imageInstruction("USER")).toBe("node");
  expect(imageInstruction("STOPSIGNAL")).toBe("SIGTERM");
  expect(imageInstruction("EXPOSE")).toBe("3000");
  expect(imageInstruction("VOLUME")).toBe("/data");
  expect(imageInstruction("CMD")).toBe(
    '["node", "--max-semi-space-size=16", "dist/server/start.js"]',
  );
  expect(imageInstruction("HEALTHCHECK")).toContain("/api/health");
  const copies = readStages()
    .image.filter(({ name }) => name === "COPY")
    .map(({ value }) => value);
  expect(copies).toEqual(["--from=build /image ./"]);
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
  const [, program = "", script = ""] = /^ExecStart=(\S+) --\S+ (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(path.join(root, script))).toBe(true);
  expect(program).toBe("/usr/bin/node");
  if (onPath(["systemd-analyze"]) === undefined) return;
  const folder = scratchFolder();
  const units = (await readdir(path.join(root, "deploy"))).filter((file) =>
    /^nametag.*\.(service|timer)$/.test(file),
  );
  expect(units).toEqual(["nametag-backup.service", "nametag-backup.timer", "nametag.service"]);
  for (const name of units) {
    const own = (await text(`deploy/${name}`)).replaceAll(program, process.execPath);
    await writeFile(path.join(folder, name), own.replaceAll("/opt/nametag", root));
  }
  const files = units.map((name) => path.join(folder, name));
  const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", ...files]);
  const about = (stdout + stderr).split("\n").filter((line) => line.includes("nametag"));
  expect(about).toEqual([]);
});

test("the backup of every night can be read again, and the newest fourteen stay", () =>
  withSandbox(async ({ start, directory }) => {
    const service = await start({}, { pages: false });
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    const unit = await text("deploy/nametag-backup.service");
    const state = scratchFolder();
    const backups = path.join(state, "nametag-backups");
    await mkdir(backups);
    await symlink(directory, path.join(state, "nametag"));
    const old = Array.from({ length: 20 }, (_, at) => `nametag-2020-01-${10 + at}.ndjson.gz`);
    for (const name of [...old, "mine.ndjson.gz"]) await writeFile(path.join(backups, name), "");
    const resolved = (value: string) =>
      value.replaceAll("%S", state).replaceAll("%%", "%").replaceAll("$$", "$");
    const [, dataDir = ""] = /^Environment=DATA_DIR=(.*)$/m.exec(unit) ?? [];
    for (const key of ["ExecStart", "ExecStartPost"]) {
      const [, command = ""] = new RegExp(`^${key}=/bin/sh -c '(.*)'$`, "m").exec(unit) ?? [];
      const own = resolved(command).replace("/usr/bin/node", process.execPath);
      const env = {
        PATH: process.env["PATH"],
        DATA_DIR: resolved(dataDir),
        NODE_ENV: "test" as const,
      };
      await run("/bin/sh", ["-c", own], { cwd: root, env });
    }
    const kept = (await readdir(backups)).toSorted();
    expect(kept).toEqual([
      "mine.ndjson.gz",
      ...old.slice(-13),
      expect.stringMatching(/^nametag-20\d\d-\d\d-\d\d\.ndjson\.gz$/),
    ]);
    const { size } = await stat(path.join(backups, kept.at(-1) ?? ""));
    expect(size).toBeGreaterThan(100);
    const into = {
      PATH: process.env["PATH"],
      DATA_DIR: path.join(state, "new"),
      NODE_ENV: "test" as const,
    };
    const words = ["dist/server/data.js", "import", path.join(backups, kept.at(-1) ?? "")];
    const { stdout } = await run(process.execPath, words, { cwd: root, env: into });
    expect(stdout).toMatch(/\b[1-9]\d* players/);
  }));
