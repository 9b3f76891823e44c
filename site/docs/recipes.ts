import { readFileSync } from "node:fs";
import path from "node:path";
import type { CodeLanguage } from "./highlight.ts";
import { recipeFiles } from "./recipe-files.ts";

/** The language of a file in `content/recipes`. */
export function recipeLanguage(file: string): CodeLanguage {
  const language = recipeFiles[file];
  if (language === undefined) throw new TypeError(`There is no recipe ${file}.`);
  return language;
}

const read = new Map<string, string>();

/** A program of `content/recipes`; `{base}` in it stands for the public URL of the service. */
export function recipeCode(file: string): string {
  const known = read.get(file);
  if (known !== undefined) return known;
  const code = readFileSync(path.join(process.cwd(), "content", "recipes", file), "utf8").trimEnd();
  read.set(file, code);
  return code;
}
