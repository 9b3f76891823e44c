// Finds a Redis server for the tests, or gets one. It is really started, so a broken one does not
// pass.
import { spawnSync } from "node:child_process";
import { fromApt, onPath } from "./find-browser.mjs";
import { fail, step } from "./prepare.mjs";

const PROGRAMS = ["redis-server"];

/** Sees to it that `redis-server` is on the path. Ends the program with what to do when it is not. */
export function findRedis() {
  const program = onPath(PROGRAMS) ?? fromApt("redis-server", PROGRAMS);
  const version = program && spawnSync(program, ["--version"], { encoding: "utf8" }).stdout;
  if (!version) {
    fail(
      "The tests need redis-server on the PATH. Install it: apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS).",
    );
  }
  step(/\S+ server v=\S+/.exec(version)?.[0] ?? "Redis");
}
