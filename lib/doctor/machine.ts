import { existsSync } from "node:fs";
import path from "node:path";
import type { Configuration } from "../configuration/configuration.ts";
import { memoryFor } from "../process/memory.ts";
import { findingsOf, type Finding } from "./finding.ts";

const MB = 2 ** 20;
/** The least that a process needs, and the memory that docs/running.md advises. */
const NEEDED_MB = 256;
const ADVISED_MB = 512;

/** The version of Node that runs this, which is the one of the service as well. */
export function checkNode(version = process.versions.node): Finding {
  const { ok, warning, error } = findingsOf("node");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return error(`This is Node ${version}: install 20.19 or newer, best 24 (https://nodejs.org).`);
  }
  if (major === 20) {
    return warning(`Node ${version} works, but gets no more security fixes: install Node 24.`);
  }
  return ok(`Node ${version}.`);
}

/** Checks that there is a build, and that it is one of these sources, where that is known. */
export function checkBuild(isCurrent = true): Finding {
  const { ok, warning, error } = findingsOf("build");
  if (!existsSync(path.join(".next", "BUILD_ID"))) {
    return error(`There is no build in ${process.cwd()}: run npm run build.`);
  }
  if (isCurrent) return ok("The site and the server are built.");
  return warning("The sources have changed since the last build: run npm run build.");
}

/** The memory of each process. */
export function checkMemory({ WEB_CONCURRENCY }: Pick<Configuration, "WEB_CONCURRENCY">): Finding {
  const { ok, warning, error } = findingsOf("memory");
  const each = Math.floor(memoryFor(WEB_CONCURRENCY).process / MB);
  const said = `Each process may take ${each} MB (WEB_CONCURRENCY is ${WEB_CONCURRENCY})`;
  const advice = `give each ${ADVISED_MB} MB, or lower WEB_CONCURRENCY`;
  if (each < NEEDED_MB) return error(`${said}, which is too little: ${advice}.`);
  if (each < ADVISED_MB) return warning(`${said}, and keeps little in memory: ${advice}.`);
  return ok(`${said}.`);
}
