import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const TSC = path.join(root, "node_modules/typescript/bin/tsc");

const UUID = "0f0f0f0f0f0f4f0f8f0f0f0f0f0f0f0f";

/** The code of the recipe, step by step. */
const [, recipe = ""] = readFileSync(path.join(root, "docs/development.md"), "utf8").split(
  "## Adding a provider",
);
const [file = "", variable = "", place = ""] = [
  ...recipe.matchAll(/^ {3}```ts\n(.*?)^ {3}```$/gms),
].map(([, code = ""]) => code.replaceAll(/^ {3}/gm, ""));

const FILE = "lib/providers/example.ts";

/** What following the recipe changes: a file, the text before which something is put, and what. */
const EDITS: Record<string, [string, string, string]> = {
  variable: ["lib/configuration.ts", "SOCIAL_LINKS: value.socialLinks", variable],
  import: [
    "lib/providers/providers.ts",
    'import { geyser } from "./geyser.ts";',
    'import { example } from "./example.ts";\n',
  ],
  PROVIDERS: ["lib/providers/providers.ts", "geyser,\n", "example,\n"],
  place: ["lib/providers/providers.ts", "...source(javaNames", place],
};

let directory: string;
let fakeProvider: Server;
const requested: string[] = [];

/** Follows the recipe in a copy, leaving some steps out; gives what the compiler says. */
async function follow(text: string, without: readonly string[]) {
  cpSync(path.join(root, "lib"), path.join(directory, "lib"), { recursive: true });
  writeFileSync(path.join(directory, FILE), text);
  for (const [name, [target, before, code]] of Object.entries(EDITS)) {
    if (without.includes(name)) continue;
    const changed = path.join(directory, target);
    const source = readFileSync(changed, "utf8");
    expect(source.split(before).length, name).toBeGreaterThan(1);
    writeFileSync(
      changed,
      source.replace(before, () => `${code}${before}`),
    );
  }
  try {
    await run(process.execPath, [TSC, "-p", "tsconfig.recipe.json"], { cwd: directory });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "nametag-recipe-"));
  for (const name of ["package.json", "tsconfig.json", "tsconfig.server.json"]) {
    cpSync(path.join(root, name), path.join(directory, name));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(directory, "node_modules"));
  const configuration = { extends: "./tsconfig.server.json", include: ["lib/services.ts"] };
  writeFileSync(path.join(directory, "tsconfig.recipe.json"), JSON.stringify(configuration));

  fakeProvider = createServer((request, response) => {
    requested.push(request.url ?? "");
    const isKnown = request.url === "/players/Example_Eve";
    response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
    response.end(
      JSON.stringify(isKnown ? { id: UUID, name: "Example_Eve" } : { error: "unknown player" }),
    );
  });
  await new Promise<void>((resolve) => void fakeProvider.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  fakeProvider.close();
  await rm(directory, { recursive: true, force: true });
});

describe("the recipe for a provider", () => {
  it("ends in a service that queries the new provider", async () => {
    expect(await follow(file, [])).toBe("");
    const program = `
      import { createServices } from "./dist/lib/services.js";
      import { startDeadline } from "./dist/lib/providers/deadline.js";
      // A server would keep the process alive.
      const server = setInterval(() => undefined, 1_000);
      const services = createServices(JSON.parse(process.argv[2]));
      const outcomes = [];
      for (const name of ["Example_Eve", "nobody_at_all"]) {
        const [first] = services.providers.javaNames;
        outcomes.push(await first.accountByName(name, startDeadline(3000)));
      }
      const search = new URLSearchParams("username=nobody_else&type=java");
      const request = { method: "GET", path: "/api", query: search.toString(), search };
      const reply = await services.api.handle({ ...request, clientAddress: "203.0.113.1" });
      console.log(JSON.stringify({ outcomes, status: reply.status, names: services.providers.names }));
      await services.close();
      clearInterval(server);
    `;
    writeFileSync(path.join(directory, "lookup.mjs"), program);
    const { port } = fakeProvider.address() as AddressInfo;
    const environment = {
      EXAMPLE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: path.join(directory, "data"),
      LOG_LEVEL: "silent",
    };
    const { stdout } = await run(process.execPath, ["lookup.mjs", JSON.stringify(environment)], {
      cwd: directory,
    });
    expect(JSON.parse(stdout)).toEqual({
      outcomes: [{ uuid: UUID, name: "Example_Eve" }, null],
      // It is an authority: no other provider is queried.
      status: 404,
      names: expect.arrayContaining(["example"]) as string[],
    });
    expect(requested).toEqual([
      "/players/Example_Eve",
      "/players/nobody_at_all",
      "/players/nobody_else",
    ]);
  }, 120_000);

  it("does not compile when the allowance, the variable or the place in the list is forgotten", async () => {
    const unlimited = file.replace(/^ *allowance:.*$/m, "");
    const complaints = await follow(unlimited, ["variable", "PROVIDERS"]);
    expect(complaints).toMatch(/'allowance' is missing/);
    expect(complaints).toMatch(/'EXAMPLE_URL' does not exist/);
    expect(complaints).toMatch(/'example' does not exist/);
  }, 120_000);
});
