import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../sandbox/server.ts";
import { root } from "../scripts/prepare.mjs";
import { withProgram } from "./support/program.ts";

const run = promisify(execFile);
let folder = "";
let unpacked = "";
let sandbox: Sandbox;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "nametag-package-"));
  sandbox = await startSandbox();
  const { stdout } = await run(process.execPath, ["scripts/package.mjs"], { cwd: root });
  const [archive = ""] = /dist\/nametag-[\d.]+\.tar\.gz/.exec(stdout) ?? [];
  await run("tar", ["-xzf", path.join(root, archive), "-C", folder]);
  const [name = ""] = await readdir(folder);
  if (archive !== `dist/${name}.tar.gz`) throw new Error(`${archive} unpacks to ${name}.`);
  unpacked = path.join(folder, name);
}, 120_000);

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

test("the package runs without installing or building anything, from any folder", async () => {
  const start = [process.execPath, path.join(unpacked, "start.mjs")];
  const environment = { ...sandbox.environment, PORT: "0", HOST: "127.0.0.1" };
  await withProgram(
    start,
    environment,
    async ({ prints }) => {
      const url = await prints(/ready at (\S+)/);
      for (const target of [
        "/api?username=Lantern_Lou",
        "/head/Lantern_Lou/64",
        "/body/Lantern_Lou",
        "/en/player/Lantern_Lou",
        "/de/docs/head",
      ]) {
        await expect
          .poll(async () => (await fetch(url + target)).status, { message: target })
          .toBe(200);
      }
    },
    { cwd: folder },
  );
});

test("the package of another system says so", async () => {
  const file = path.join(unpacked, "platform.json");
  const text = await readFile(file, "utf8");
  await writeFile(file, JSON.stringify({ platform: "plan9", arch: "mips" }));
  await expect(run(process.execPath, [path.join(unpacked, "start.mjs")])).rejects.toMatchObject({
    code: 1,
    stderr: `This package is for plan9 on mips; this is ${process.platform} on ${process.arch}.\n`,
  });
  await writeFile(file, text);
});
