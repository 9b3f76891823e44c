import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { onPath } from "../../scripts/find-browser.mjs";

const taskset = onPath(["taskset"]);
const cores = allowedCores();

/** How many cores this program may use. */
export const coreCount = cores.length;

/** Whether servers and generators are kept on cores of their own. */
export const pinned = taskset !== undefined && cores.length > 1;

/** Where what is measured runs: the first core. */
export const SERVER = cores.slice(0, 1);
/** Where the load and the sandbox run: the last core. */
export const LOAD = cores.slice(-1);
/** For two processes: two cores, and those that are left for their load. */
export const TWO_SERVERS = cores.slice(0, 2);
export const THEIR_LOAD = cores.length > 2 ? cores.slice(2) : LOAD;

/**
 * A command that keeps to some cores, where that can be had.
 *
 * @param {string[]} command
 * @param {readonly number[]} onCores
 * @returns {string[]}
 */
export function pin(command, onCores) {
  return pinned ? [taskset, "-c", onCores.join(","), ...command] : command;
}

/** The numbers of the cores, which in a container need not begin with 0. */
function allowedCores() {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "";
    return list.split(",").flatMap((range) => {
      const [from, to = from] = range.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
  } catch {
    return Array.from({ length: availableParallelism() }, (_, index) => index);
  }
}
