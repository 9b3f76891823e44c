import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routing } from "../i18n/routing.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const TSC = path.join(root, "node_modules/typescript/bin/tsc");
const COPIED = [
  "lib",
  "messages",
  "scripts",
  "package.json",
  "next-intl.d.ts",
  "tsconfig.json",
  "tsconfig.server.json",
];
const SCREEN_LINES = 45;

/** The recipes of CONTRIBUTING.md by title: their text, and their code step by step. */
const [, section = ""] = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8").split(
  /^## Recipes$/m,
);
const recipes: Record<string, { text: string; code: string[] }> = Object.fromEntries(
  (section.split(/^## /m)[0] ?? "")
    .split(/^### /m)
    .slice(1)
    .map((text) => {
      const steps = [...text.matchAll(/^ {3}```\w+\n(.*?)^ {3}```$/gms)];
      const code = steps.map(([, step = ""]) => step.replaceAll(/^ {3}/gm, ""));
      return [text.split("\n")[0] ?? "", { text, code }];
    }),
);

type Step = [file: string, before: string | undefined, isInPlace?: "in place"];

/** Where each step of a recipe goes: a file, and the text before which it is put; undefined for a new file. */
const STEPS: Record<string, Step[]> = {
  "A view": [
    ["lib/contract/views.ts", '{ name: "player", path: "/player"'],
    ["lib/textures/view.ts", '"player-card": {'],
  ],
  "A query parameter": [
    ["lib/contract/queries.ts", "export const lookupQuery = .*\n", "in place"],
    ["messages/en.json", '"imageType": '],
    ["lib/routes/profile.ts", "const { activity, isListed, clock } = services;"],
  ],
  "A language": [
    ["lib/i18n/routing.ts", '"de", '],
    ["lib/i18n/languages.json", '"de": {'],
  ],
  "URLs of another service": [
    ["lib/contract/paths.ts", '"discordsrv",'],
    ["lib/routes/compat/example.ts", undefined],
    ["lib/routes/compat/index.ts", "discordsrv: discordSrv,"],
  ],
};

let directory: string;

/** Follows all recipes in a copy, except for some steps; gives what the compiler says. */
async function follow(without: Record<string, number> = {}): Promise<string> {
  for (const name of COPIED) {
    cpSync(path.join(root, name), path.join(directory, name), { recursive: true });
  }
  for (const [title, steps] of Object.entries(STEPS)) {
    for (const [index, [file, before, isInPlace]] of steps.entries()) {
      if (without[title] === index) continue;
      const code = recipes[title]?.code[index] ?? "";
      const target = path.join(directory, file);
      if (before === undefined) {
        writeFileSync(target, code);
        continue;
      }
      const place = new RegExp(isInPlace === undefined ? escaped(before) : before);
      const source = readFileSync(target, "utf8");
      expect(source, `${title}, step ${index + 1}`).toMatch(place);
      writeFileSync(
        target,
        source.replace(place, (found) => (isInPlace === undefined ? code + found : code)),
      );
    }
  }
  const schemes = path.join(directory, "lib/routes/compat/index.ts");
  const imported = 'import { example } from "./example.ts";\n';
  writeFileSync(schemes, imported + readFileSync(schemes, "utf8"));
  // As the build writes it, so that a message has the type of its text.
  const english = readFileSync(path.join(directory, "messages/en.json"), "utf8");
  const types = `declare const messages: ${english};\nexport default messages;\n`;
  writeFileSync(path.join(directory, "messages/en.d.json.ts"), types);
  try {
    await run(process.execPath, [TSC, "-p", "tsconfig.recipes.json"], { cwd: directory });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "nametag-recipes-"));
  symlinkSync(path.join(root, "node_modules"), path.join(directory, "node_modules"));
  const write = (name: string, configuration: object) =>
    writeFileSync(path.join(directory, name), JSON.stringify(configuration));
  write("tsconfig.recipes.json", {
    extends: "./tsconfig.json",
    include: [
      "next-intl.d.ts",
      "lib/services.ts",
      "lib/docs/pages.ts",
      "lib/i18n/messages.test.ts",
    ],
  });
  write("tsconfig.program.json", {
    extends: "./tsconfig.server.json",
    compilerOptions: { noCheck: true },
    include: ["lib/services.ts", "lib/i18n/routing.ts"],
  });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe("the recipes", () => {
  it("are all tried here, and each fits on a screen", () => {
    expect(Object.keys(STEPS)).toEqual(Object.keys(recipes));
    for (const [title, { text, code }] of Object.entries(recipes)) {
      expect(code.length, title).toBe(STEPS[title]?.length);
      expect(text.split("\n").length, title).toBeLessThan(SCREEN_LINES);
    }
  });

  it("compile", async () => expect(await follow()).toBe(""), 120_000);

  it("lead to a view, a parameter, a language and a service that work", async () => {
    await run(process.execPath, [TSC, "-p", "tsconfig.program.json"], { cwd: directory });
    const program = `
      import { routing } from "./dist/lib/i18n/routing.js";
      import { viewsAt } from "./dist/lib/contract/views.js";
      import { createServices } from "./dist/lib/services.js";
      import { schemeOf } from "./dist/lib/routes/compat/index.js";
      import { messageProblems } from "./scripts/check-messages.mjs";
      // A server would keep the process alive.
      const server = setInterval(() => undefined, 1_000);
      const services = createServices(JSON.parse(process.argv[2]));
      const send = async (path, query) => {
        const search = new URLSearchParams(query);
        return services.api.handle({ method: "GET", path, query, search, clientAddress: "203.0.113.1" });
      };
      const statusOf = async (...target) => (await send(...target)).status;
      const { body } = await send("/openapi.json", "");
      console.log(JSON.stringify({
        views: viewsAt("/body").at(-1),
        openApi: ["sides", "compact"].map((text) => String(body).includes(JSON.stringify(text))),
        refused: await statusOf("/api", "username=Lantern_Lou&compact=perhaps"),
        service: schemeOf("example").host,
        // No player can be called so: it is the default face, and no provider is queried.
        statuses: await Promise.all([
          statusOf("/compat/example/face/%3F", ""),
          statusOf("/compat/example/nothing", ""),
        ]),
        untranslated: messageProblems().filter((problem) => problem.includes("compact")).length,
        languages: routing.locales.length,
      }));
      await services.close();
      clearInterval(server);
    `;
    writeFileSync(path.join(directory, "look.mjs"), program);
    const environment = { DATA_DIR: path.join(directory, "data"), LOG_LEVEL: "silent" };
    const { stdout } = await run(process.execPath, ["look.mjs", JSON.stringify(environment)], {
      cwd: directory,
    });
    expect(JSON.parse(stdout)).toEqual({
      views: "sides",
      openApi: [true, true],
      refused: 400,
      service: "heads.example.org",
      statuses: [200, 404],
      untranslated: routing.locales.length - 1,
      languages: routing.locales.length + 1,
    });
  }, 120_000);

  it("do not compile, or have a test fail, when a step is forgotten", async () => {
    const complaints = await follow({
      "A view": 1,
      "A query parameter": 1,
      "A language": 1,
      "URLs of another service": 2,
    });
    expect(complaints).toMatch(/lib\/routes\/images\.ts.*"body-sides"/);
    expect(complaints).toMatch(/lib\/i18n\/messages\.test\.ts/);
    expect(complaints).toMatch(/lib\/i18n\/languages\.ts.*'it' is missing/);
    expect(complaints).toMatch(/lib\/routes\/compat\/index\.ts.*'example' is missing/s);
  }, 120_000);
});
