import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { namespaces } from "./_components/page-messages.tsx";

/*
 * What reaches the browser: files that begin with "use client", and everything that they import. Prettier writes each
 * import at the beginning of a line.
 */

const root = path.resolve(import.meta.dirname, "..");
const IMPORT = /^(?:import|export) (?!type\b)([^;"]*?)(?:from )?"([^"]+)"|import\("([^"]+)"\)/gm;
const TYPES_ALONE = /^\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}/;
const MARK = '"use client";';
const REACTS =
  /\buse(?:State|Effect|LayoutEffect|Ref|Reducer|Transition|Id|SyncExternalStore|Optimistic|SWR\w*)(?:<[^(]*>)?\(|\bon[A-Z]\w+=\{(?!on[A-Z])/;

interface Import {
  target: string;
  line: number;
  /** True of `import("…")`. */
  isLater: boolean;
}

const importsOf = remember((file: string): Import[] => {
  const source = textOf(file);
  return [...source.matchAll(IMPORT)]
    .filter(([, names = ""]) => !TYPES_ALONE.test(names))
    .map(({ 2: fixed, 3: later, index }) => ({
      target: resolved(fixed ?? later ?? "", file),
      line: source.slice(0, index).split("\n").length,
      isLater: later !== undefined,
    }));
});

const textOf = remember((file: string) => readFileSync(path.join(root, file), "utf8"));

function remember<Result>(compute: (file: string) => Result): (file: string) => Result {
  const known = new Map<string, Result>();
  return (file) => {
    const result = known.get(file) ?? compute(file);
    known.set(file, result);
    return result;
  };
}

/** A file of this project by its path from the root, or the name of a package. */
function resolved(target: string, file: string): string {
  if (target.startsWith("@/")) return target.slice(2);
  return target.startsWith(".") ? path.posix.join(path.posix.dirname(file), target) : target;
}

const isOurs = (file: string) => /\.tsx?$/.test(file) && existsSync(path.join(root, file));

/** Everything that files import, directly or not, with the import that leads to it; with or without what comes later. */
function reachedFrom(files: readonly string[], { withLater = true } = {}): Map<string, string> {
  const found = new Map(files.map((file) => [file, ""]));
  for (const [file] of found) {
    if (!isOurs(file)) continue;
    for (const { target, line, isLater } of importsOf(file))
      if (!found.has(target) && (withLater || !isLater)) found.set(target, `${file}:${line}`);
  }
  return found;
}

const sources = readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("app", file.split(path.sep).join("/")))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
const isMarked = (file: string) => isOurs(file) && textOf(file).startsWith(MARK);
const inBrowser = reachedFrom(sources.filter(isMarked));

/** The component for which a file at `place` is loaded. */
function componentAbove(place: string): string {
  const [file = ""] = place.split(":");
  const above = inBrowser.get(file) ?? "";
  return above === "" ? file : componentAbove(above);
}

it("takes no schemas, and nothing of the server, to the browser", () => {
  const wrong = [...inBrowser].flatMap(([target, place]) =>
    target === "zod" || target === "server-only" || target.startsWith("node:")
      ? [
          `${place} takes ${target} to the browser, for ${componentAbove(place)}. Import types alone ("import type"), or move what you need to a file without it, as lib/contract/error-codes.ts.`,
        ]
      : [],
  );
  expect(wrong).toEqual([]);
});

it("marks every component and hook that has state, effects or handlers", () => {
  const wrong = sources
    .filter((file) => REACTS.test(textOf(file)) && !isMarked(file))
    .map((file) => {
      const line = textOf(file)
        .split("\n")
        .findIndex((text) => REACTS.test(text));
      return `${file}:${line + 1} has state, an effect or a handler: begin the file with ${MARK}`;
    });
  expect(wrong).toEqual([]);
});

it("loads SWR after the first screen, with the code that uses it", () => {
  const wrong = sources
    .filter((file) => /\/(?:page|layout)\.tsx$/.test(file))
    .flatMap((file) => {
      const place = reachedFrom([file], { withLater: false }).get("swr");
      return place === undefined
        ? []
        : [
            `${place} takes SWR to the first screen of ${file}. Load its component with "later": CONTRIBUTING.md, A component with SWR.`,
          ];
    });
  expect(wrong).toEqual([]);
});

it("names hooks, and nothing else, use-*", () => {
  const wrong = sources
    .filter((file) => /\/use-[^/]*$/.test(file))
    .filter((file) => file.endsWith(".tsx") || !/^export function use[A-Z]/m.test(textOf(file)));
  expect(wrong).toEqual([]);
});

/** The pages by the messages that they send. */
const pages = sources.flatMap((file) =>
  [...textOf(file).matchAll(/<PageMessages of="(\w+)"/g)].map(
    ([, of = ""]) => [of as keyof typeof namespaces, file] as const,
  ),
);
/** Next renders it in place of a page. */
const ERROR_PAGE = "app/[locale]/error.tsx";
/** The forms of the documentation give themselves theirs. */
const SENT_BY_FORMS = "TryIt";
const USE = /(?:useTranslations\(|<LoadNote of=)"(\w+)/g;

it.each(pages)("sends the messages of %s that client components use, and no others", (of, file) => {
  const roots = of === "frame" ? [file, ERROR_PAGE] : [file];
  const components = [...reachedFrom(roots).keys()].filter(isMarked);
  const used = [...reachedFrom(components).keys()]
    .filter(isOurs)
    .flatMap((one) => [...textOf(one).matchAll(USE)].map(([, name = ""]) => name))
    .filter((name) => name !== SENT_BY_FORMS);
  const hint = `${file} and what it imports: correct "${of}" in app/_components/page-messages.tsx`;
  expect(new Set(used), hint).toEqual(new Set(namespaces[of]));
});
