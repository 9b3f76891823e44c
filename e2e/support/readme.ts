import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.ts";

const readme = readFileSync(path.join(root, "README.md"), "utf8");

/** Everything in the README that is marked as code. */
export const code: readonly string[] = [...readme.matchAll(/```\w*\n(.*?)```|`([^`\n]+)`/gs)].map(
  ([, block, span]) => block ?? span ?? "",
);

/** The README's code blocks in one language. */
export function codeBlocks(language: string): string[] {
  const blocks = readme.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, found, text = ""]) => (found === language ? [text] : []));
}

/** The cells of the README's table whose first column has this title, without its head. */
export function table(firstTitle: string): string[][] {
  const rows = readme.split("\n").map((line) =>
    line.startsWith("|")
      ? line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim())
      : [],
  );
  const start = rows.findIndex(([first]) => first === firstTitle);
  if (start === -1) throw new Error(`README.md has no table of ${firstTitle}.`);
  const end = rows.findIndex(({ length }, at) => at > start && length === 0);
  return rows.slice(start + 2, end);
}

/** What a cell puts between backticks. */
export function quoted(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}
