// Every command needs this on a fresh clone: the right Node, the packages, and an up-to-date build. Uses
// only Node built-ins, since nothing is installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir, totalmem } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { listApp } from "./app-routes.mjs";
import { compressFiles } from "./compress-files.mjs";
import { installPackages, missingPackages } from "./packages.mjs";

/** @import { AddressInfo } from "node:net" */

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stampFile = path.join(root, "dist", "stamp");
const serverStampFile = path.join(root, "dist", "server-stamp");

/**
 * The URL of a file of the build, for `import`: as a path, it would not be found on Windows, nor in a folder with `#`,
 * `?` or `%` in its name.
 *
 * @param {string} file
 * @param {string} [dist] The folder of another build.
 */
export function built(file, dist = path.join(root, "dist")) {
  return pathToFileURL(path.resolve(dist, file)).href;
}

/**
 * Ends the program with one sentence that says what is wrong.
 *
 * @param {string} sentence
 * @returns {never}
 */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/**
 * Prints what is being done.
 *
 * @param {string} text
 */
export function step(text) {
  console.log(`\x1b[2m›\x1b[0m ${text}`);
}

/**
 * Runs a program of an installed package and shows its output; ends this program when it fails.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, hint?: string, cwd?: string }} [options] `cwd` is this project, or a copy.
 */
export function runPackage(name, args, { env = {}, hint = "", cwd = root } = {}) {
  const killsBefore = memoryKills();
  const { status, signal } = spawnSync(process.execPath, [programOf(name, cwd), ...args], {
    cwd,
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", REDOCLY_TELEMETRY: "off", ...env },
  });
  if (status === 0) return;
  const command = `"${name} ${args.join(" ")}"`;
  // Either the program itself, or one that it had started.
  const isKilled = signal === "SIGKILL" || memoryKills() > killsBefore;
  if (!isKilled) fail(`${command} failed. ${hint}`.trim());
  fail(
    `${command} was killed, as happens where memory is lacking: add swap, or run it on another machine (docs/running.md, Small machines).`,
  );
}

/** How many processes Linux has killed for lack of memory since it started. */
function memoryKills() {
  try {
    const [, kills] = /^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8")) ?? [];
    return Number(kills ?? 0);
  } catch {
    return 0;
  }
}

/**
 * The path of a program of an installed package, for Node. What npm has put into `.bin` is a script for another shell
 * on each system.
 *
 * @param {string} name
 * @param {string} [project]
 */
export function programOf(name, project = root) {
  const folder = path.join(project, "node_modules", name === "tsc" ? "typescript" : name);
  /** @type {{ bin: string | Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = typeof bin === "string" ? bin : bin[name];
  if (file === undefined) throw new Error(`There is no program ${name} in ${folder}.`);
  return path.join(folder, file);
}

/** How often a program looks whether npm still runs. */
const NPM_CHECK_MS = 250;

/**
 * Ends this program with the npm that runs it. npm passes signals on to the shell in which it starts a script, and
 * most shells end without passing them on. Windows has no such signals, and keeps the number of a parent that ended.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === "win32") return;
  const parent = process.ppid;
  const checking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(checking);
    process.kill(process.pid, "SIGHUP");
  }, NPM_CHECK_MS).unref();
}

/**
 * Refuses a Node that is too old, and installs the packages of the lockfile when some are missing.
 *
 * @param {{ runtimeOnly?: boolean }} [options] Whether those that only the build and the tests need may be missing.
 */
export function install(options) {
  process.chdir(root);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Nametag needs Node 20.19 or newer, best 24; this is ${process.version}. See https://nodejs.org.`,
    );
  }
  if (missingPackages(root, options).length === 0) return;
  step("Installing packages (about half a minute)");
  if (installPackages(root)) return;
  fail(
    "The packages of package-lock.json could not be installed: npm says why above. Is the npm registry reachable? What was installed before is unchanged.",
  );
}

/** Says whether the sources are those of the last build. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === sourceStamp();
}

/**
 * Everything that `npm start` needs: builds when the sources have changed since the last build. Resolves with whether they
 * had.
 */
export async function prepare() {
  const builtBefore = isBuilt();
  install({ runtimeOnly: builtBefore });
  if (builtBefore) return false;
  if (isSmallMachine()) step("With little memory: types are not checked, and one worker renders");
  const stamp = sourceStamp();
  // A failed build leaves no stamp.
  rmSync(stampFile, { force: true });
  step("Building the server");
  buildServer();
  step("Building the site (about a minute)");
  buildSite();
  writeRoutes();
  await compressFiles(root);
  writeFileSync(stampFile, stamp);
  return true;
}

/** Writes down which URLs the front server may pass on to Next. */
function writeRoutes() {
  writeFileSync(path.join(root, ".next", "nametag-routes.json"), JSON.stringify(listApp(root)));
}

/** The folders and files that `next build` makes besides its types. */
const SITE = [".next", "public/fonts", "dist/fonts"];

/**
 * Builds the site. Next and Tailwind take `#`, `?`, `!` and other signs in the path of a project for something else
 * than a part of it: there, a copy is built.
 */
function buildSite() {
  /** @type {Record<string, string>} */
  const env = isSmallMachine() ? { NAMETAG_SMALL_BUILD: "1" } : {};
  if (/^[\p{L}\p{N}\s/\\:._%@+~-]*$/u.test(root)) return runPackage("next", ["build"], { env });
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), "nametag-build-")));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  const left = new Set([".next", "data"].map((name) => path.join(root, name)));
  const options = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
  cpSync(root, copy, { ...options, filter: (file) => !left.has(file) });
  runPackage("next", ["build"], { env, cwd: copy });
  for (const made of SITE) cpSync(path.join(copy, made), path.join(root, made), options);
}

/** With less, types are not checked, which takes as much as all else; `npm run check` does it, too. */
const SMALL_BYTES = 3e9;

/** Says whether the memory of this machine, or of its container, is too little for a usual build. */
function isSmallMachine() {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity) < SMALL_BYTES;
}

/** Compiles the front server and the sandbox. */
export function buildServer() {
  const stamp = serverStamp();
  rmSync(serverStampFile, { force: true });
  // Checking takes 720 MB, compiling 240 MB.
  const unchecked = isSmallMachine() ? ["--noCheck"] : [];
  runPackage("tsc", ["-p", "tsconfig.server.json", ...unchecked]);
  const textures = path.join("sandbox", "textures");
  cpSync(path.join(root, textures), path.join(root, "dist", textures), { recursive: true });
  writeFileSync(serverStampFile, stamp);
}

/** Prepares a program that renders no pages: it needs the compiled server and sandbox. */
export function prepareServer() {
  install();
  updateServer();
}

/** Compiles the front server and the sandbox when their sources are not those of the last time. */
export function updateServer() {
  const isCurrent =
    existsSync(serverStampFile) && readFileSync(serverStampFile, "utf8") === serverStamp();
  if (!isCurrent) buildServer();
}

/** A free port. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts the sandbox, which stands in for the providers.
 *
 * @param {Record<string, string | undefined>} [environment]
 */
export async function startSandbox(environment = process.env) {
  /** @type {typeof import("../sandbox/server.ts")} */
  const { startSandbox: start } = await import(built("sandbox/server.js"));
  const sandbox = await start();
  Object.assign(environment, sandbox.environment);
  return sandbox;
}

/**
 * Builds the service and starts it on the sandbox; returns the sandbox and the service's URL.
 *
 * @param {Record<string, string>} [variables] In place of those of the sandbox.
 */
export async function serveOnSandbox(variables = {}) {
  await prepare();
  Object.assign(process.env, { NODE_ENV: "production" });
  process.env.LOG_LEVEL ??= "warn";
  const sandbox = await startSandbox();
  Object.assign(process.env, variables);
  /** @type {typeof import("../server/main.ts")} */
  const { main } = await import(built("server/main.js"));
  /** @type {typeof import("../sandbox/faults/fault.ts")} */
  const { describeFault } = await import(built("sandbox/faults/fault.js"));
  const otherWarnings = () =>
    sandbox.control
      .faults()
      .map((fault) => `A fault of the simulated providers is on: ${describeFault(fault)}.`);
  return { sandbox, url: await main({ otherWarnings }) };
}

/** The same for a check, with a folder of data that is deleted in the end. */
export async function serveForCheck() {
  process.env.PORT ??= "3000";
  process.env.PUBLIC_URL ??= `http://localhost:${process.env.PORT}`;
  const data = mkdtempSync(path.join(tmpdir(), "nametag-check-"));
  process.env.DATA_DIR = data;
  process.once("exit", () => rmSync(data, { recursive: true, force: true }));
  return serveOnSandbox();
}

/** The sources that `tsconfig.server.json` compiles, and the files that say how. */
const SERVER_SOURCES = [
  "lib",
  "site",
  "server",
  "sandbox",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.server.json",
];

const serverStamp = () => stampOf([...SERVER_SOURCES, "bench"]);

/** Everything that a build depends on. */
export const SOURCES = [
  ...SERVER_SOURCES,
  "app",
  "content",
  "messages",
  "public",
  "next.config.mjs",
  "mdx-components.tsx",
  "scripts/app-routes.mjs",
  "scripts/remark-docs.mjs",
  "postcss.config.mjs",
  "proxy.ts",
  "next-intl.d.ts",
  "CHANGELOG.md",
];

const sourceStamp = () => stampOf(SOURCES);

/**
 * A digest of files, and of those in folders.
 *
 * @param {readonly string[]} entries
 */
function stampOf(entries) {
  const hash = createHash("sha256");
  for (const file of entries.flatMap((entry) => filesIn(path.join(root, entry)))) {
    hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Files that the build itself writes, or that only tests use. */
const NOT_BUILT = [path.join(root, "public/fonts")];

/**
 * @param {string} entry
 * @returns {string[]}
 */
function filesIn(entry) {
  if (!existsSync(entry) || NOT_BUILT.includes(entry)) return [];
  if (statSync(entry).isFile()) {
    return /\.(test|fixture|d\.json)\.tsx?$/.test(entry) ? [] : [entry];
  }
  return readdirSync(entry)
    .toSorted()
    .flatMap((name) => filesIn(path.join(entry, name)));
}
