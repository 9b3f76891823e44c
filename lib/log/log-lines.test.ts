import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Messages that come from elsewhere, by the expression that gives them, and their rows in docs/running.md. */
const FROM_ELSEWHERE: Readonly<Record<string, string>> = {
  "lib/log/failure-log.ts: message": "The sentence of an error, with `code` and `route`",
  "lib/cache/stores-on-redis.ts: EVICTION_WARNING": "`Set maxmemory-policy volatile-lru…`",
  "server/renderer.ts: line": "Anything with `source` `pages`",
  "lib/cache/stores-on-redis.ts: error.message": "A sentence that names a variable",
  "lib/services/warnings.ts: check.sentence": "A sentence that names a variable",
  "server/serve.ts: remark": "A sentence that names a variable",
  "server/shutdown.ts: warning.message": "Anything with `type`",
};

const sources = ["lib", "server"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`),
);

/** The arguments of a call: the text up to its closing parenthesis, without those in literals. */
function argumentsAt(text: string): string {
  const tokens = text.matchAll(/"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|[()]/gs);
  let depth = 1;
  for (const { 0: token, index } of tokens) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  throw new Error(`This call has no end: ${text.slice(0, 80)}`);
}

/** Every message that is logged: a text, with `…` for what is put in, or the expression that gives it. */
const logged = sources.flatMap((file) => {
  const text = read(file);
  return [
    ...text.matchAll(/(?:\b(?:logger|log|output)|\))\.(?:debug|info|warn|error|fatal)\(/g),
  ].map((call) => {
    const given = argumentsAt(text.slice(call.index + call[0].length)).trim();
    const [, quote, literal = ""] = /(["`])((?:\\.|(?!\1).)*)\1,?$/s.exec(given) ?? [];
    const expression = given.split(/,\s*/).findLast((part) => part !== "") ?? "";
    return quote === undefined
      ? { file, from: `${file}: ${expression}` }
      : { file, message: literal.replaceAll(/\$\{[^}]*\}/g, "…") };
  });
});

/** The first cells of the table of log lines. */
const [, table = ""] = /^\| `msg` .*\n\|[-| ]+\n((?:\|.*\n)+)/m.exec(read("docs/running.md")) ?? [];
const rows = [...table.matchAll(/^\| (.*?)\s*\|/gm)].map(([, cell = ""]) => cell);
const patterns = rows.map((row) => {
  const parts = (/^`([^`]+)`$/.exec(row)?.[1] ?? "").split("…");
  const escaped = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return { row, pattern: new RegExp(`^${escaped.join(".*")}$`, "s") };
});

it("every message that is logged has a row in docs/running.md, and every row a message", () => {
  expect(logged.length).toBeGreaterThan(20);
  const found = logged.map(({ message, from, file }) => {
    const row =
      message === undefined
        ? FROM_ELSEWHERE[from]
        : patterns.find(({ pattern }) => pattern.test(message))?.row;
    return { row, what: from ?? `${file}: ${message}` };
  });
  const missing = found.filter(({ row }) => row === undefined || !rows.includes(row));
  expect(missing.map(({ what }) => what)).toEqual([]);
  const used = new Set(found.map(({ row }) => row));
  expect(rows.filter((row) => !used.has(row))).toEqual([]);
});
