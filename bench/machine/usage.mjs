import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/**
 * Processor time that a process and its children have used, in milliseconds. Undefined where the
 * system does not say.
 *
 * @param {number} pid
 */
export function cpuMs(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program comes before, in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const own = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return childrenOf(pid).reduce((sum, child) => sum + (cpuMs(child) ?? 0), own);
  } catch {
    return undefined;
  }
}

/**
 * Memory of a process, in MB: all that is resident, and the part of it that mirrors files, which
 * the system takes back when it needs it.
 *
 * @param {number} pid
 * @returns {{ total: number, ofFiles: number } | undefined}
 */
export function memoryMb(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = (name) => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1]);
    return { total: kilobytes("VmRSS") / 1_024, ofFiles: kilobytes("RssFile") / 1_024 };
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function childrenOf(pid) {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}
