import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve, type Served } from "../../lib/testing/served.ts";
import { createTestWorld, type TestWorld } from "../../lib/testing/world.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const compiler = path.join(root, "node_modules/typescript/bin/tsc");
const BUILD_MS = 60_000;

let world: TestWorld;
let served: Served;
/** A copy, so that nothing that is built is left in the repository. */
let copy: string;

beforeAll(async () => {
  world = await createTestWorld();
  served = await serve(world);
  copy = await realpath(await mkdtemp(path.join(tmpdir(), "nametag-client-")));
  await cp(import.meta.dirname, copy, {
    recursive: true,
    filter: (file) => !/(dist|node_modules)$/.test(file),
  });
  await run(process.execPath, [compiler, "-p", copy]);
}, BUILD_MS);

afterAll(async () => {
  await served.close();
  await world.close();
  await rm(copy, { recursive: true });
});

describe("the package", () => {
  it("holds what is built, what it says and its license, and nothing else", async () => {
    const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: copy,
      shell: process.platform === "win32",
    });
    const [packed] = JSON.parse(stdout) as [{ name: string; files: { path: string }[] }];
    const modules = ["answers", "contract", "error", "index", "requests"];
    expect(packed.name).toBe("nametag-client");
    expect(packed.files.map(({ path: file }) => file).toSorted()).toEqual(
      [
        "LICENSE",
        "README.md",
        "package.json",
        ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
      ].toSorted(),
    );
  });

  it("has the license of the repository and needs no other package", async () => {
    const licenses = [path.join(root, "LICENSE"), path.join(import.meta.dirname, "LICENSE")];
    const [whole, own] = await Promise.all(licenses.map((file) => readFile(file, "utf8")));
    expect(own).toBe(whole);
    const text = await readFile(path.join(copy, "package.json"), "utf8");
    expect(text).not.toMatch(/ependencies|private/);
  });

  it(
    "does what its README shows, in a project with types of Node alone",
    async () => {
      const project = path.join(copy, "project");
      await mkdir(path.join(project, "node_modules"), { recursive: true });
      await symlink(copy, path.join(project, "node_modules/nametag-client"), "junction");
      await symlink(
        path.join(root, "node_modules/@types"),
        path.join(project, "node_modules/@types"),
        "junction",
      );
      await writeFile(path.join(project, "package.json"), '{ "type": "module" }');
      const compilerOptions = {
        target: "ES2022",
        lib: ["ES2022"],
        types: ["node"],
        module: "NodeNext",
        strict: true,
      };
      await writeFile(path.join(project, "tsconfig.json"), JSON.stringify({ compilerOptions }));
      const readme = await readFile(path.join(copy, "README.md"), "utf8");
      const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""], at) => ({
        file: path.join(project, `example-${at}.ts`),
        code: code.replaceAll("https://nametag.example", served.url),
      }));
      for (const { file, code } of examples) await writeFile(file, code);
      await run(process.execPath, [compiler, "-p", project]);
      const printed = await Promise.all(
        examples.map(({ file }) => run(process.execPath, [file.replace(/ts$/, "js")])),
      );
      expect(printed.map(({ stdout }) => stdout.trim())).toEqual([
        "dfb83a479bf3469583e7bdc34c28fa4e 2761708961228418",
        expect.stringMatching(/\/head\?username=Lantern_Lou&size=80 image\/webp \d+$/),
        expect.stringMatching(/^NOT_FOUND 404 No .+ undefined$/),
      ]);
    },
    BUILD_MS,
  );
});
