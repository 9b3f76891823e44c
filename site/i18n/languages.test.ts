import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { routing } from "./routing.ts";

const root = path.resolve(import.meta.dirname, "../..");
const textOf = (file: string) => readFileSync(path.join(root, file), "utf8").replace(/\s+/g, " ");

it("has the messages of each language, and no others", () => {
  const files = readdirSync(path.join(root, "messages")).filter((file) =>
    /^[^.]+\.json$/.test(file),
  );
  expect(files.toSorted()).toEqual(routing.locales.map((locale) => `${locale}.json`).toSorted());
});

const inWords = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const all = inWords[routing.locales.length];
const others = inWords[routing.locales.length - 1];

/** Texts that name the number of languages. */
it.each([
  ["README.md", `Documentation in ${all} languages`],
  ["CONTRIBUTING.md", `and ${others} translations`],
  ["CONTRIBUTING.md", `change all ${all};`],
  ["lib/routes/openapi/document.ts", `Documentation in ${all} languages`],
])("%s says “%s”", (file, text) => expect(textOf(file)).toContain(text));
