import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/prepare.mjs";

const run = promisify(execFile);
const MAX_OUTPUT = 16 * 1024 * 1024;

/** Copies what a clone has: the files in git, as they are here. */
export async function copyTracked(folder: string): Promise<void> {
  const { stdout } = await run(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root, maxBuffer: MAX_OUTPUT },
  );
  const files = stdout.split("\0").filter((file) => file !== "");
  // A file that is deleted and not committed yet is in the list, too.
  for (const file of files.filter((one) => existsSync(path.join(root, one)))) {
    await cp(path.join(root, file), path.join(folder, file));
  }
}
