import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { onPath } from "../scripts/find-programs.mjs";
import { root } from "../scripts/prepare.mjs";

const cores = allowedCores();

/** How many cores this program may use. */
export const coreCount = cores.length;

/** True if servers and generators can be pinned to cores of their own. */
export const pinned = onPath(["taskset"]) !== undefined && cores.length > 1;

/** The core of the measured server: the first one. */
export const SERVER = cores.slice(0, 1);
/** The core of the load and the sandbox: the last one. */
export const LOAD = cores.slice(-1);
/**
 * A program and its arguments.
 *
 * @typedef {[program: string, ...args: string[]]} Command
 */

/**
 * A command pinned to cores, where that is possible.
 *
 * @param {Command} command
 * @param {readonly number[]} onCores
 * @returns {Command}
 */
export function pin(command, onCores) {
  return pinned ? ["taskset", "-c", onCores.join(","), ...command] : command;
}

/** The numbers of the cores, which need not begin with 0 in a container. */
function allowedCores() {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "";
    return list.split(",").flatMap((range) => {
      const [from = 0, to = from] = range.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
  } catch {
    return Array.from({ length: availableParallelism() }, (_, index) => index);
  }
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/**
 * The CPU time that a process and its children have used, in milliseconds; NaN where the system does not
 * report it.
 *
 * @param {number | undefined} pid
 * @returns {number}
 */
export function cpuMs(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name comes first, in brackets, and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return childrenOf(pid).reduce((sum, child) => sum + (cpuMs(child) || 0), own);
  } catch {
    return NaN;
  }
}

/**
 * Memory of a process, in MB: the resident total, and the part of it that is backed by files, which the
 * system can reclaim; NaN where the system does not report it.
 *
 * @param {number | undefined} pid
 */
export function memoryMb(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    /** @param {string} name */
    const kilobytes = (name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1]);
    return { total: kilobytes("VmRSS") / 1_024, ofFiles: kilobytes("RssFile") / 1_024 };
  } catch {
    return { total: NaN, ofFiles: NaN };
  }
}

/** @param {number | undefined} pid */
function childrenOf(pid) {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}

mkdirSync(path.join(root, "data"), { recursive: true });

/** The directory for everything written while measuring, except stores. */
export const workDirectory = mkdtempSync(path.join(tmpdir(), "nametag-bench-"));
/** Stores are on a real disk, as in production: the temporary directory may be in memory. */
const storesDirectory = mkdtempSync(path.join(root, "data", "bench-"));

/** A new directory for a store. */
export const newStoreDirectory = () => mkdtempSync(path.join(storesDirectory, "store-"));

export function removeDirectories() {
  for (const directory of [workDirectory, storesDirectory]) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}
