import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { imageInstruction, readStages } from "../deploy/dockerfile.fixture.ts";
import { onPath } from "../scripts/find-programs.mjs";
import manifest from "../package.json" with { type: "json" };
import { root } from "../scripts/prepare.mjs";
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
  const prepare = await text("scripts/prepare.mjs");
  const read = /const entries = \[(.*?)\]/s.exec(prepare)?.[1]?.match(/[\w.-]+/g) ?? [];
  expect(read).toContain("app");
  expect(read.filter((entry) => ignored.includes(entry))).toEqual([]);
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
  if (onPath(["systemd-analyze"]) === undefined) return;
  const file = path.join(scratchFolder(), "nametag.service");
  const own = unit.replace(program, process.execPath).replaceAll("/opt/nametag", root);
  await writeFile(file, own);
  const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", file]);
  const about = (stdout + stderr).split("\n").filter((line) => line.includes("nametag.service"));
  expect(about).toEqual([]);
});
