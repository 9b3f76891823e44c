import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../scripts/prepare.mjs";
import { type Sandbox, startSandbox } from "../sandbox/server.ts";
import { withProgram } from "./support/program.ts";

/* Signs that mean something in URLs, in a shell or to a bundler, in the path of the project. */

const NAME = "a#b what? 100% a%20b (x) & 'y'!";

/** Folders that only builds, tests and git use. */
const NOT_COPIED =
  /^(?:\.git|\.next\/(?:build|cache|dev|diagnostics|types)|data|node_modules)(?:\/|$)/;

let folder = "";
let sandbox: Sandbox;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "nametag-folders-"));
  sandbox = await startSandbox();
  const project = path.join(folder, NAME);
  await cp(root, project, {
    recursive: true,
    preserveTimestamps: true,
    filter: (file) => !NOT_COPIED.test(path.relative(root, file)),
  });
  // Links, one by one: an installation by mistake would replace them alone.
  await mkdir(path.join(project, "node_modules"));
  for (const name of await readdir(path.join(root, "node_modules"))) {
    const link = path.join("node_modules", name);
    await symlink(path.join(root, link), path.join(project, link));
  }
});

afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

test(`npm start works in a folder named ${NAME}`, async () => {
  const cwd = path.join(folder, NAME);
  const start = [process.execPath, path.join(cwd, "scripts", "start.mjs")];
  await withProgram(
    start,
    sandbox.environment,
    async ({ prints }) => {
      const url = await prints(/ready at (\S+)/);
      for (const target of ["/api?username=Lantern_Lou", "/head/Lantern_Lou/64", "/en/docs"]) {
        await expect
          .poll(async () => (await fetch(url + target)).status, { message: target })
          .toBe(200);
      }
    },
    { cwd },
  );
});

test("no script imports a file of the build by its path", async () => {
  const wrong: string[] = [];
  for (const part of ["scripts", "bench"]) {
    for (const file of await readdir(path.join(root, part), { recursive: true })) {
      if (!file.endsWith(".mjs")) continue;
      const text = await readFile(path.join(root, part, file), "utf8");
      if (/\bimport\(\s*`/.test(text)) wrong.push(path.join(part, file));
    }
  }
  expect(wrong).toEqual([]);
});
