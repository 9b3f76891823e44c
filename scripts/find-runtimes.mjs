// Finds the programs that run the docs' code samples, or gets them. Each is really started, so a
// broken one does not pass.
import { spawnSync } from "node:child_process";
import { fromApt, onPath } from "./find-browser.mjs";
import { fail, step } from "./prepare.mjs";

const RUNTIMES = [
  { program: "curl", debian: "curl" },
  { program: "python3", debian: "python3" },
  { program: "java", debian: "default-jdk-headless" },
  { program: "php", debian: "php-cli", optional: true },
  { program: "go", debian: "golang-go", version: "version", optional: true },
];

/** Sees to it that they are on the path. Ends the program with what to do when a needed one is not. */
export function findRuntimes() {
  for (const { program, debian, version = "--version", optional = false } of RUNTIMES) {
    const found = onPath([program]) ?? fromApt(debian, [program]);
    const output = found && spawnSync(found, [version], { encoding: "utf8" }).stdout;
    const [line = ""] = (output ?? "").split("\n");
    if (line !== "") step(line);
    else if (optional) step(`No ${program}: its code samples are not run`);
    else fail(`The tests run code samples with ${program}. Install it: apt-get install ${debian}.`);
  }
}
