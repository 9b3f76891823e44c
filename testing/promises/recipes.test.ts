import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docsProblems } from "../../scripts/check-docs.mjs";
import { routing } from "../../site/i18n/routing.ts";
import { listen } from "../local-server.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const TSC = path.join(root, "node_modules/typescript/bin/tsc");
const COPIED = [
  "app",
  "content",
  "lib",
  "messages",
  "scripts",
  "site",
  "package.json",
  "next-intl.d.ts",
  "tsconfig.json",
];
const SCREEN_LINES = 45;
const PROVIDER = "A provider";
const UUID = "0f0f0f0f0f0f4f0f8f0f0f0f0f0f0f0f";

/** The recipes by title: their text, and their code step by step. */
const recipes = Object.fromEntries(
  [
    ...sectionOf("CONTRIBUTING.md", "Recipes").split(/^### /m).slice(1),
    `${PROVIDER}\n${sectionOf("docs/development.md", "Adding a provider")}`,
  ].map((text) => {
    const steps = [...text.matchAll(/^ {3}```\w+\n(.*?)^ {3}```$/gms)];
    const code = steps.map(([, step = ""]) => step.replaceAll(/^ {3}/gm, ""));
    return [text.split("\n")[0] ?? "", { text, code }];
  }),
);

/** A change that follows a step. */
interface Step {
  file: string;
  /** The text before which its code is put; without it, and without `instead`, the file is new. */
  before?: string;
  /** The text that its code replaces. */
  instead?: RegExp;
  /** The code of what a recipe says in words. */
  code?: string;
  /** The words of the compiler when it is forgotten: all of it, or a line of it. */
  forgotten?: RegExp;
  line?: RegExp;
}

const STEPS: Record<string, Step[]> = {
  "A view": [
    { file: "lib/contract/views.ts", before: '{ name: "player", path: "/player"' },
    {
      file: "lib/textures/view.ts",
      before: '"player-card": {',
      forgotten: /lib\/routes\/images\.ts.*"body-sides"/,
    },
  ],
  "A query parameter": [
    { file: "lib/contract/queries.ts", instead: /export const lookupQuery = .*\n/ },
    {
      file: "messages/en.json",
      before: '"imageType": ',
      forgotten: /site\/i18n\/messages\.test\.ts.*Keys<Descriptions>/,
    },
    {
      file: "lib/routes/profile.ts",
      before: "const { activity, knownPlayers, isListed, clock } = services;",
    },
  ],
  "A text of the site": [
    {
      file: "messages/en.json",
      before: '"StatusPage": {',
      code: '"About": {"title": "About us", "lead": "Who we are."},\n',
    },
    { file: "messages/en.json", before: '"week": ' },
  ],
  "A page of the site": [
    { file: "app/[locale]/about/page.tsx" },
    { file: "site/pages/page-at.ts", before: '["/manifest.webmanifest", ' },
  ],
  "A file, or a route handler": [
    { file: "app/hello/route.ts" },
    { file: "site/pages/page-at.ts", before: '"/llms.txt",\n' },
  ],
  "A component with SWR": [
    { file: "app/_components/status/lookup-count.tsx" },
    { file: "app/_components/status/lookups.tsx" },
  ],
  // Says where to look.
  "A sentence in Polish": [],
  "A page of the documentation": [
    { file: "site/docs/pages.ts", before: '"conventions"],' },
    { file: "content/docs/en/sounds.mdx" },
    { file: "messages/synonyms/en.json", before: '"index": ' },
  ],
  "A language": [
    { file: "site/i18n/routing.ts", before: '"de", ' },
    {
      file: "site/i18n/languages.json",
      before: '"de": {',
      forgotten: /site\/i18n\/languages\.ts.*'it' is missing/,
    },
  ],
  "URLs of another service": [
    { file: "lib/configuration/compat-services.ts", before: '"discordsrv",' },
    { file: "lib/compat/services/example.ts" },
    {
      file: "lib/compat/services/index.ts",
      before: "discordsrv: discordSrv,",
      forgotten: /lib\/compat\/services\/index\.ts.*'example' is missing/,
    },
    {
      file: "lib/compat/services/index.ts",
      before: "import ",
      code: 'import { example } from "./example.ts";\n',
    },
  ],
  [PROVIDER]: [
    {
      file: "lib/providers/example.ts",
      forgotten: /lib\/providers\/example\.ts.*'allowance' is missing/,
      line: /^ *allowance:.*$/m,
    },
    {
      file: "lib/configuration/configuration.ts",
      before: "SOCIAL_LINKS: value.socialLinks",
      forgotten: /lib\/providers\/example\.ts.*'EXAMPLE_URL' does not exist/,
    },
    { file: "lib/providers/providers.ts", before: "...source(mojangNames" },
    {
      file: "messages/en.json",
      before: '"MOJANG_API_URL": ',
      code: '"EXAMPLE_URL": "The URL of Example.",\n',
    },
    {
      file: "lib/providers/providers.ts",
      before: "import { geyser }",
      code: 'import { example } from "./example.ts";\n',
    },
    {
      file: "lib/providers/providers.ts",
      before: "geyser,\n",
      code: "example,\n",
      forgotten: /lib\/providers\/providers\.ts.*'example' does not exist/,
    },
  ],
};

let directory: string;
let fakeProvider: Server;
const requested: string[] = [];

/** Follows all recipes in a copy, with or without what can be forgotten; gives what the compiler says. */
async function follow({ forgetful = false } = {}): Promise<string> {
  for (const name of COPIED) {
    cpSync(path.join(root, name), path.join(directory, name), { recursive: true });
  }
  for (const [title, steps] of Object.entries(STEPS)) {
    const blocks = [...(recipes[title]?.code ?? [])];
    for (const step of steps) put(step.code ?? blocks.shift() ?? "", step, forgetful);
  }
  // As the build writes it, so that a message has the type of its text.
  const english = readFileSync(path.join(directory, "messages/en.json"), "utf8");
  const types = `declare const messages: ${english};\nexport default messages;\n`;
  writeFileSync(path.join(directory, "messages/en.d.json.ts"), types);
  return compile("tsconfig.recipes.json");
}

/** What the compiler says of the project of this file. */
async function compile(project: string): Promise<string> {
  try {
    await run(process.execPath, [TSC, "-p", project], { cwd: directory });
    return "";
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Takes a step, unless it can be forgotten and is: of some, only a line is. */
function put(code: string, { file, before, instead, ...step }: Step, isForgetful: boolean) {
  const isForgotten = isForgetful && step.forgotten !== undefined;
  if (isForgotten && step.line === undefined) return;
  const added = isForgotten && step.line !== undefined ? code.replace(step.line, "") : code;
  const target = path.join(directory, file);
  const place = before ?? instead;
  if (place === undefined) {
    mkdirSync(path.dirname(target), { recursive: true });
    return writeFileSync(target, added);
  }
  const source = readFileSync(target, "utf8");
  const changed = source.replace(place, () => added + (before ?? ""));
  if (changed === source) throw new Error(`${file} has no place for ${added}`);
  writeFileSync(target, changed);
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "nametag-recipes-"));
  symlinkSync(path.join(root, "node_modules"), path.join(directory, "node_modules"));
  const configuration = {
    extends: "./tsconfig.json",
    compilerOptions: {
      noEmit: false,
      incremental: false,
      rewriteRelativeImportExtensions: true,
      rootDir: ".",
      outDir: "dist",
    },
    include: [
      "next-intl.d.ts",
      "lib/services.ts",
      "site/docs/markdown.ts",
      "site/docs/search/documents.ts",
      "site/i18n/languages.ts",
      "site/i18n/messages.test.ts",
      "site/pages/page-at.ts",
    ],
  };
  const file = path.join(directory, "tsconfig.recipes.json");
  writeFileSync(file, JSON.stringify(configuration));
  const pages = {
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, types: ["node", "react", "next"] },
    include: [],
    files: [
      "next-intl.d.ts",
      "app/[locale]/about/page.tsx",
      "app/hello/route.ts",
      "app/_components/status/lookup-count.tsx",
      "app/_components/status/lookups.tsx",
    ],
  };
  writeFileSync(path.join(directory, "tsconfig.pages.json"), JSON.stringify(pages));

  fakeProvider = createServer((request, response) => {
    requested.push(request.url ?? "");
    const isKnown = request.url === "/players/Example_Eve";
    response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
    response.end(
      JSON.stringify(isKnown ? { id: UUID, name: "Example_Eve" } : { error: "unknown player" }),
    );
  });
});

afterAll(async () => {
  fakeProvider.close();
  await rm(directory, { recursive: true, force: true });
});

/** A busy machine compiles slowly. */
const COMPILE_MS = 180_000;

describe("the recipes", { timeout: COMPILE_MS }, () => {
  it("are all tried here, and each of CONTRIBUTING.md fits on a screen", () => {
    expect(Object.keys(STEPS)).toEqual(Object.keys(recipes));
    for (const [title, { text, code }] of Object.entries(recipes)) {
      const written = STEPS[title]?.filter((step) => step.code === undefined);
      expect(code.length, title).toBe(written?.length);
      if (title !== PROVIDER) expect(text.split("\n").length, title).toBeLessThan(SCREEN_LINES);
    }
  });

  it("do not compile, or have a test fail, when a step is forgotten", async () => {
    const complaints = await follow({ forgetful: true });
    const unnoticed = Object.entries(STEPS).flatMap(([title, steps]) =>
      steps
        .filter(({ forgotten }) => forgotten !== undefined && !forgotten.test(complaints))
        .map(({ file }) => `${title}: ${file}`),
    );
    expect(unnoticed, complaints).toEqual([]);
  });

  it("compile, and lead to a view, a parameter, a page, a language, a service and a provider that work", async () => {
    expect(await follow()).toBe("");
    expect(await compile("tsconfig.pages.json")).toBe("");
    // The page is right, and nobody has translated it.
    const missing = docsProblems(path.join(directory, "content/docs"));
    expect(missing.map((problem) => problem.replace(/^.*\/(?=[^/]+\/[^/]+$)/, ""))).toEqual(
      routing.locales
        .filter((locale) => locale !== "en")
        .toSorted()
        .map((locale) => `${locale}/sounds.mdx is missing.`),
    );
    const program = `
      import { routing } from "./dist/site/i18n/routing.js";
      import { viewsAt } from "./dist/lib/contract/views.js";
      import { startDeadline } from "./dist/lib/providers/deadline.js";
      import { createServices } from "./dist/lib/services.js";
      import { slugAt } from "./dist/site/docs/pages.js";
      import { pageAt } from "./dist/site/pages/page-at.js";
      import { synonymsIn } from "./dist/site/docs/search/documents.js";
      import { schemeOf } from "./dist/lib/compat/services/index.js";
      import { messageProblems } from "./scripts/check-messages.mjs";
      // A server would keep the process alive.
      const server = setInterval(() => undefined, 1_000);
      const services = createServices(JSON.parse(process.argv[2]));
      const send = async (path, query) => {
        const search = new URLSearchParams(query);
        const common = { method: "GET", preconditions: {}, clientAddress: "203.0.113.1" };
        return services.api.respond({ ...common, path, query, search });
      };
      const statusOf = async (...target) => (await send(...target)).status;
      const { body } = await send("/openapi.json", "");
      const accounts = [];
      for (const name of ["Example_Eve", "nobody_at_all"]) {
        const [first] = services.providers.javaNames;
        accounts.push(await first.accountByName(name, startDeadline(3_000)));
      }
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
        page: slugAt(["sounds"]),
        pages: ["/en/about", "/hello", "/en/abouts"].map((path) => pageAt(path, {}).kind),
        synonyms: synonymsIn("en")["sounds#volume"],
        languages: routing.locales.length,
        provider: services.providers.names.find((name) => name === "example"),
        accounts,
        // It is an authority: no other provider is queried.
        unknown: await statusOf("/api", "username=nobody_else&type=java"),
      }));
      await services.close();
      clearInterval(server);
    `;
    writeFileSync(path.join(directory, "look.mjs"), program);
    const environment = {
      EXAMPLE_URL: `http://127.0.0.1:${await listen(fakeProvider)}`,
      DATA_DIR: path.join(directory, "data"),
      LOG_LEVEL: "silent",
    };
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
      page: "sounds",
      pages: ["static", "static", "missing"],
      synonyms: "loudness",
      languages: routing.locales.length + 1,
      provider: "example",
      accounts: [{ uuid: UUID, name: "Example_Eve" }, null],
      unknown: 404,
    });
    expect(requested).toEqual([
      "/players/Example_Eve",
      "/players/nobody_at_all",
      "/players/nobody_else",
    ]);
  });
});

/** The text below a heading of the second level, up to the next one. */
function sectionOf(file: string, heading: string): string {
  const text = readFileSync(path.join(root, file), "utf8");
  const [, section = ""] = text.split(new RegExp(`^## ${heading}$`, "m"));
  return section.split(/^## /m)[0] ?? "";
}
