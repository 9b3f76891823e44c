import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };

const guide = readFileSync(path.resolve(import.meta.dirname, "../docs/development.md"), "utf8");

/** The rooms of the guide's first table of rooms, row by row. */
const [ROOM_TABLE = ""] = (guide.split("| Folder ")[1] ?? "").split("\n\n");
const ROWS = ROOM_TABLE.split("\n")
  .slice(2)
  .map((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, room = ""]) => room));

/** Every room may import these. */
const FILES_BELOW = ["lib/freshness.ts"];
const ROOMS_BELOW = ["lib/configuration", "lib/process", "lib/time"];

/** Rooms import at most these besides, which is stricter than the guide. */
const BELOW: Record<string, readonly string[]> = {
  "lib/services": [
    "lib/contract",
    "lib/cache",
    "lib/upstream-budget",
    "lib/activity",
    "lib/providers",
    "lib/players",
    "lib/metrics",
    "lib/log",
    "lib/http",
    "lib/images",
  ],
  "lib/app": [
    "lib/contract",
    "lib/scheduling",
    "lib/cache",
    "lib/providers",
    "lib/players",
    "lib/metrics",
    "lib/log",
    "lib/http",
    "lib/images",
    "lib/routes",
    "lib/compat",
  ],
  "lib/configuration": ["lib/contract"],
  "lib/contract": [],
  "lib/process": [],
  "lib/time": [],
  "lib/textures": [],
  "lib/scheduling": [],
  "lib/cache": [],
  "lib/upstream-budget": ["lib/contract", "lib/cache", "lib/scheduling"],
  "lib/refresh-limit": ["lib/contract", "lib/cache"],
  "lib/providers": ["lib/contract", "lib/textures", "lib/scheduling", "lib/upstream-budget"],
  "lib/metrics": ["lib/contract", "lib/upstream-budget", "lib/providers"],
  "lib/log": ["lib/providers"],
  "lib/activity": ["lib/contract", "lib/cache"],
  "lib/players": ["lib/contract", "lib/textures", "lib/cache", "lib/providers"],
  "lib/data": ["lib/contract", "lib/cache", "lib/activity", "lib/players"],
  "lib/doctor": ["lib/contract", "lib/cache", "lib/providers"],
  "lib/http": ["lib/contract", "lib/scheduling"],
  "lib/images": [
    "lib/contract",
    "lib/textures",
    "lib/scheduling",
    "lib/providers",
    "lib/players",
    "lib/http",
  ],
  "lib/compat": [
    "lib/contract",
    "lib/textures",
    "lib/cache",
    "lib/providers",
    "lib/players",
    "lib/http",
    "lib/images",
  ],
  "lib/routes": [
    "lib/contract",
    "lib/textures",
    "lib/providers",
    "lib/players",
    "lib/refresh-limit",
    "lib/activity",
    "lib/metrics",
    "lib/http",
    "lib/images",
  ],
  "site/i18n": ["lib/contract"],
  "site/docs": ["lib/contract", "lib/routes", "lib/compat", "site/i18n"],
  "site/pages": ["lib/contract", "site/docs", "site/i18n"],
  "site/list": ["lib/contract", "site/pages"],
};

const PRODUCT = ["lib", "site", "server", "app"];

const root = path.resolve(import.meta.dirname, "..");

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture|d)\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")));
}

/** Without the programs of our readers, which are only texts here. */
function ownSourcesIn(folder: string): string[] {
  return sourcesIn(folder).filter((file) => !/^site\/docs\/(recipes|samples)\//.test(file));
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const code = text.replaceAll(/^ \* @import .*$/gm, "");
  return [...code.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, name = ""]) => name);
}

/** Imports of our own files, as paths from the root. */
function ownImportsOf(file: string): string[] {
  return importsOf(file).flatMap((name) => {
    if (name.startsWith("@/")) return [name.slice(2)];
    return name.startsWith(".") ? [path.posix.join(path.posix.dirname(file), name)] : [];
  });
}

describe("what docs/development.md says", () => {
  it("is about every room of lib and of the site", () => {
    const rooms = Object.keys(BELOW).map((name) => `${name}/`);
    expect(
      ROWS.flat()
        .filter((room) => /^(?:lib|site)\/.*\/$/.test(room))
        .toSorted(),
    ).toEqual(rooms.toSorted());
  });

  it.each(ROWS.flatMap((rooms, row) => rooms.map((room) => [room, row] as const)))(
    "%s imports only rooms below its own",
    (room, row) => {
      const below = ROWS.slice(row + 1).flat();
      const files = room.endsWith("/") ? sourcesIn(room.slice(0, -1)) : [room];
      const wrong = files.flatMap((file) =>
        ownImportsOf(file)
          .filter((target) => ROWS.flat().some((other) => target.startsWith(other)))
          .filter((target) => ![room, ...below].some((other) => target.startsWith(other)))
          .map((target) => `${file} → ${target}`),
      );
      expect(wrong).toEqual([]);
    },
  );

  it("names all that read the environment", () => {
    const [, sentence = ""] = /environment is read only in(.*?)\.\s/s.exec(guide) ?? [];
    const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    const readers = PRODUCT.flatMap(ownSourcesIn).filter((file) =>
      readFileSync(path.join(root, file), "utf8").includes("process.env"),
    );
    expect(readers.toSorted()).toEqual(named.toSorted());
  });
});

describe("layers", () => {
  it.each(Object.entries(BELOW))("%s imports only what lies below it", (room, below) => {
    const allowed = [room, ...ROOMS_BELOW, ...below].map((name) => `${name}/`);
    const wrong = sourcesIn(room).flatMap((file) =>
      ownImportsOf(file)
        .filter((target) => !FILES_BELOW.includes(target))
        .filter((target) => !allowed.some((folder) => target.startsWith(folder)))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("knows every room of lib and of the site", () => {
    const rooms = ["lib", "site"].flatMap((folder) =>
      readdirSync(path.join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${folder}/${name}`),
    );
    expect(rooms.toSorted()).toEqual(Object.keys(BELOW).toSorted());
  });

  it("has other services in front of the routes, and nowhere else", () => {
    const others = PRODUCT.flatMap(sourcesIn).filter((file) => !file.startsWith("lib/compat/"));
    const users = others.filter((file) =>
      ownImportsOf(file).some((target) => target.startsWith("lib/compat/")),
    );
    expect(users.toSorted()).toEqual([
      "lib/app/app.ts",
      "server/front.ts",
      "site/docs/contract.ts",
    ]);
  });

  it("has no circles of imports in lib", () => {
    const wrong: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, way: readonly string[]) => {
      if (way.includes(file)) wrong.push([...way.slice(way.indexOf(file)), file].join(" → "));
      if (done.has(file) || way.includes(file)) return;
      for (const target of ownImportsOf(file)) {
        if (target.startsWith("lib/") && target.endsWith(".ts")) visit(target, [...way, file]);
      }
      done.add(file);
    };
    for (const file of sourcesIn("lib")) visit(file, []);
    expect(wrong).toEqual([]);
  });

  it("lets nothing import app", () => {
    const others = ["lib", "site", "server", "sandbox"].flatMap(sourcesIn);
    const wrong = others.filter((file) =>
      ownImportsOf(file).some((target) => target.startsWith("app/")),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps the sandbox apart from what it is used to prove", () => {
    const wrong = sourcesIn("sandbox").filter((file) =>
      ownImportsOf(file).some((target) => !target.startsWith("sandbox/")),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps providers from knowing each other", () => {
    const providers = sourcesIn("lib/providers").filter((file) =>
      / defineProvider\(/.test(readFileSync(path.join(root, file), "utf8")),
    );
    expect(providers.length).toBeGreaterThan(7);
    const wrong = providers
      .filter((file) => file !== "lib/providers/providers.ts")
      .filter((file) => ownImportsOf(file).some((target) => providers.includes(target)));
    expect(wrong).toEqual([]);
  });

  it("sends requests to other hosts in one place", () => {
    const senders = sourcesIn("lib").filter((file) => importsOf(file).includes("undici"));
    expect(senders).toEqual([
      "lib/providers/upstream/proxies.ts",
      "lib/providers/upstream/public-addresses.ts",
      "lib/providers/upstream/request.ts",
    ]);
    const fetching = ["lib", "site", "server"]
      .flatMap(ownSourcesIn)
      .filter((file) => /\bfetch\(/.test(readFileSync(path.join(root, file), "utf8")));
    expect(fetching).toEqual([]);
  });
});

describe("Next", () => {
  it("is used by what it documents: no module of its own, and no manifest of its build", () => {
    const folders = ["app", "bench", "e2e", "lib", "sandbox", "scripts", "server", "site"];
    const files = folders.flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
        .map((file) => path.posix.join(folder, file.split(path.sep).join("/"))),
    );
    const wrong = [...files, "next.config.mjs", "proxy.ts"]
      .filter((file) => file !== "lib/layers.test.ts")
      .filter((file) => {
        const text = readFileSync(path.join(root, file), "utf8");
        const isPrivate = /(?:from|import|require|resolve)\b[\s(]*["']next\/dist\b/;
        return isPrivate.test(text) || /[\w-]-manifest\.json|required-server-files/.test(text);
      });
    expect(wrong).toEqual([]);
  });
});

describe("the dependencies", () => {
  const files = PRODUCT.flatMap(ownSourcesIn);
  const forPages = [
    "next.config",
    "scripts/remark-docs",
    "scripts/docs-page",
    "scripts/check-docs",
  ];
  const imported = new Set(
    [...files, ...forPages.map((file) => `${file}.mjs`)]
      .flatMap(importsOf)
      .filter((name) => /^[@\w]/.test(name) && !name.startsWith("@/") && !isBuiltin(name))
      // Types alone.
      .filter((name) => name !== "mdx/types")
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ""),
  );

  it("are what the service and its pages import, and what compiles pages of the documentation", () => {
    // Next imports them, some by the names in its configuration.
    for (const name of ["react-dom", "@mdx-js/loader", "remark-mdx-frontmatter"])
      imported.add(name);
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual([...imported].toSorted());
  });
});
