import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/*
 * A component has a style sheet or utilities, never both: whoever changes a look finds it in one place. The tokens and the
 * classes of `globals.css` are for all; every other sheet is beside the component whose name it has. See "Styles" in
 * docs/development.md.
 */

const root = path.resolve(import.meta.dirname, "../..");
const SHARED = "app/globals.css";
/** Utilities that say who sees an element at all. */
const ANYWHERE = ["sr-only", "print:hidden", "noscript:hidden"];

const sheets = filesIn("app", ".css").map((file) => ({ file, classes: classesOf(read(file)) }));
const shared = sheets.find(({ file }) => file === SHARED)?.classes ?? [];
const componentSheets = sheets.filter(({ file }) => file !== SHARED);
const owned = new Set(componentSheets.flatMap(({ classes }) => classes));
const components = filesIn("app", ".tsx").filter((file) => !isTest(file));

it("styles a component with its style sheet or with utilities, never with both", () => {
  const known = new Set([...owned, ...shared, ...ANYWHERE]);
  const wrong = components.flatMap((file) => {
    const used = [...new Set(namesIn(read(file)))];
    const others = used.filter((name) => !known.has(name));
    const hasSheet = used.some((name) => owned.has(name) && !shared.includes(name));
    return hasSheet && others.length > 0 ? [`${file}: ${others.join(" ")}`] : [];
  });
  expect(wrong).toEqual([]);
});

it("has a style sheet beside the component whose name it has", () => {
  const forAll = [SHARED, "app/tokens.css", "app/_components/docs/docs.css"];
  const wrong = sheets
    .map(({ file }) => file)
    .filter((file) => !forAll.includes(file) && !components.includes(file.replace(".css", ".tsx")));
  expect(wrong).toEqual([]);
});

it("has one look for what is to be pressed first: the class primary", () => {
  const files = [...componentSheets.map(({ file }) => file), ...components];
  const wrong = files.filter((file) => /(?:color|bg)-primary\b/.test(read(file)));
  expect(wrong.filter((file) => file !== "app/tokens.css")).toEqual([]);
});

it("has only classes in its style sheets that something has", () => {
  const sources = [...components, ...filesIn("app", ".ts"), ...filesIn("site", ".ts")];
  const words = new Set(
    sources.filter((file) => !isTest(file)).flatMap((file) => read(file).match(/[\w-]+/g) ?? []),
  );
  const unused = sheets.flatMap(({ file, classes }) =>
    classes.filter((name) => !words.has(name)).map((name) => `${file}: .${name}`),
  );
  expect(unused).toEqual([]);
});

it("has no colours but the tokens of tokens.css", () => {
  const files = [...sheets.map(({ file }) => file), ...components];
  // The colour of a browser's own frame is no style.
  const wrong = files
    .filter((file) => !["app/tokens.css", "app/[locale]/layout.tsx"].includes(file))
    .flatMap((file) => {
      const text = read(file).replaceAll(/url\('[^']*'\)|"#[^"]*"/g, "");
      return (text.match(/#[\da-f]{3,8}\b/gi) ?? []).map((it) => `${file}: ${it}`);
    });
  expect(wrong, "Give it a name in tokens.css.").toEqual([]);
});

it("writes style sheets in plain CSS", () => {
  const wrong = sheets.filter(({ file }) => read(file).includes("@apply"));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

/** The classes that a style sheet has rules for. */
function classesOf(css: string): string[] {
  const rules = css.replaceAll(/\/\*.*?\*\/|url\('[^']*'\)|"[^"]*"/gs, "");
  const names = rules.matchAll(/\.([a-z][\w-]*)|@utility ([\w-]+)/g);
  return [...new Set(Array.from(names, ([, name, utility]) => name ?? utility ?? ""))];
}

/** The class names of a component's elements: what is in quotes, but not what is compared. */
function namesIn(source: string): string[] {
  return [...source.matchAll(/\bclassName=("[^"]*"|\{(?:[^{}]|\{[^}]*\})*\})/g)].flatMap(
    ([, value = ""]) => {
      const chosen = value.replaceAll(/[!=]== "[^"]*"/g, "");
      const texts = [...chosen.matchAll(/"([^"]*)"/g), ...chosen.matchAll(/`([^`]*)`/g)];
      const names = texts.map(([, text = ""]) => text.replaceAll(/\$\{[^}]*\}/g, " "));
      return names.join(" ").split(/\s+/).filter(Boolean);
    },
  );
}

function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, "/")));
}

function isTest(file: string): boolean {
  return /\.(?:test|fixture)\.tsx?$/.test(file);
}
