// Finds another version of Node for the tests, or gets it through npm: the package `node` brings the
// program. It is really started, so a broken one does not pass.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { root } from "./prepare.mjs";

/** The path of a Node of this major version; throws with the reason when there is none. */
export function findNode(major) {
  const folder = path.join(root, "node_modules", ".cache", `node-${major}`);
  const program = path.join(folder, "node_modules", "node", "bin", "node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const words = ["install", "--prefix", folder, "--no-save", "--no-package-lock", "--no-audit"];
    const npm = spawnSync("npm", [...words, `node@${major}`], { cwd: folder, encoding: "utf8" });
    if (npm.status !== 0) throw new Error(`npm gives no Node ${major} for here:\n${npm.stderr}`);
  }
  const { stdout, error } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (error === undefined && stdout.startsWith(`v${major}.`)) return program;
  throw new Error(`The Node ${major} that npm gives does not start here: ${error ?? stdout}`);
}
