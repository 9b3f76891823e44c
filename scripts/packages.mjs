// Checks whether the packages of the lockfile are here, and installs them. Uses only Node built-ins.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/** The build needs development packages, whatever NODE_ENV says. */
const NPM_CI = "npm ci --include=dev --loglevel=error";

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 */

/**
 * The packages of the lockfile that are not installed in their version. Contents are compared: the times of files say
 * nothing after a copy, an archive or a checkout there and back.
 *
 * @param {string} root
 * @param {{ runtimeOnly?: boolean }} [options] Without what only the build and the tests need.
 * @returns {string[]} Their folders, such as `node_modules/react`.
 */
export function missingPackages(root, { runtimeOnly = false } = {}) {
  const wanted = entriesOf(path.join(root, "package-lock.json"));
  const installed = entriesOf(path.join(root, "node_modules", ".package-lock.json"));
  return Object.entries(wanted)
    .filter(([folder, entry]) => folder !== "" && isNeeded(entry, runtimeOnly))
    .filter(
      ([folder, { version }]) =>
        installed[folder]?.version !== version ||
        !existsSync(path.join(root, folder, "package.json")),
    )
    .map(([folder]) => folder);
}

/**
 * Installs the packages of the lockfile. Those that are here stay until all new ones have arrived: without a network,
 * the service starts as before.
 *
 * @param {string} root
 * @returns {boolean} Whether they are here.
 */
export function installPackages(root) {
  const folder = path.join(root, "node_modules");
  if (!existsSync(folder)) return npmCi(root);
  const beside = path.join(root, "dist", "packages");
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { recursive: true });
  try {
    for (const file of ["package.json", "package-lock.json", ".npmrc"]) {
      if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(beside, file));
    }
    if (!npmCi(beside)) return false;
    const old = path.join(beside, "old");
    try {
      renameSync(folder, old);
    } catch {
      // A folder that is mounted, or in use on Windows, cannot be moved. What it takes is in npm's cache now.
      return npmCi(root);
    }
    renameSync(path.join(beside, "node_modules"), folder);
    return true;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** @param {string} project */
function npmCi(project) {
  // One text for a shell, which finds npm on every system.
  return spawnSync(NPM_CI, { cwd: project, stdio: "inherit", shell: true }).status === 0;
}

/**
 * @param {string} lockfile
 * @returns {Record<string, Entry>}
 */
function entriesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Tells whether a package belongs on this machine. npm leaves out optional ones that are for other systems, or that
 * fail to install.
 *
 * @param {Entry} entry
 * @param {boolean} runtimeOnly
 */
function isNeeded({ dev, optional, os, cpu, libc }, runtimeOnly) {
  if (runtimeOnly && dev) return false;
  if (!optional) return true;
  const isFor = (/** @type {string[] | undefined} */ list, /** @type {string} */ one) =>
    list?.includes(one) === true;
  return (
    isFor(os, process.platform) &&
    isFor(cpu, process.arch) &&
    (libc === undefined || isFor(libc, libcHere()))
  );
}

function libcHere() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}
