import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";

const prepare = new URL("prepare.mjs", import.meta.url).href;

/** The output about a program of a package that ends in some way. */
function saidOf(program: string) {
  const cwd = mkdtempSync(path.join(tmpdir(), "prepare-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const folder = path.join(cwd, "node_modules", "next");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ bin: "next.js" }));
  writeFileSync(path.join(folder, "next.js"), program);
  const options = JSON.stringify({ cwd, hint: "Look above." });
  const script = `const { runPackage } = await import("${prepare}"); runPackage("next", ["build"], ${options});`;
  const words = ["--input-type=module", "--eval", script];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return [status, stderr.trim()];
}

it.each([
  ["", [0, ""]],
  ["process.exit(3)", [1, '"next build" failed. Look above.']],
  [
    'process.kill(process.pid, "SIGKILL")',
    [
      1,
      '"next build" was killed, as happens where memory is lacking: add swap, or run it on another machine (docs/running.md, Small machines).',
    ],
  ],
])("says how a program ended: %s", (program, said) => {
  expect(saidOf(program)).toEqual(said);
});
