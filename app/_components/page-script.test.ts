import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { homeScript, pageScripts } from "./page-script.ts";

/** Their functions are sent as text, so that nothing else of these files is there when they run. */
const FILES = [
  "page-script.ts",
  "early-presses.ts",
  "copy-text.ts",
  "page-choices.ts",
  "list/carried-list.ts",
];

const ofModules = new Set(FILES.flatMap(topLevelNames));

it.each([...pageScripts, homeScript].map((script) => [nameOf(script), script]))(
  "%s uses its parameters and what browsers have, and nothing of its module",
  (_, script) => {
    const code = withoutTexts(script);
    const own = namesDeclaredIn(code);
    const used = new Set(code.match(/(?<![\w.])[A-Za-z]\w*/g));
    const missing = [...used].filter((name) => ofModules.has(name) && !own.has(name));
    expect(missing, "Hand these to the function as parameters.").toEqual([]);
    expect(code, "Imports: hand them to the function as parameters.").not.toContain("__vi_import");
  },
);

it("sends no more than a small script before the page", () => {
  expect(Buffer.byteLength(pageScripts.join(""))).toBeLessThan(8_400);
});

function nameOf(script: string): string {
  return /function (\w+)/.exec(script)?.[1] ?? "";
}

function topLevelNames(file: string): string[] {
  const source = readFileSync(path.join(import.meta.dirname, file), "utf8");
  const declared = source.matchAll(/^(?:export )?(?:async )?(?:const|let|function) (\w+)/gm);
  const imported = source.matchAll(/^import \{([^}]*)\}/gm);
  return [
    ...Array.from(declared, ([, name = ""]) => name),
    ...Array.from(imported, ([, names = ""]) => names.match(/\w+/g) ?? []).flat(),
  ];
}

/** Variables, functions and parameters. */
function namesDeclaredIn(code: string): Set<string> {
  const variables = code.matchAll(/\b(?:const|let|function) (\w+|[[{][^=]*)/g);
  const parameters = code.matchAll(/\(([^()]*)\) *(?:=>|\{)/g);
  const lists = [...variables, ...parameters].map(([, names = ""]) => names);
  return new Set(lists.join(" ").match(/\w+/g));
}

function withoutTexts(code: string): string {
  return code.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/.*/g, '""');
}
