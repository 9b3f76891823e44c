// What every command needs on a fresh clone: the right Node, the packages, and an up-to-date build. Uses
// only Node built-ins, since nothing is installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { compressFiles } from "./compress-files.mjs";

/**
 * @import { AddressInfo } from "node:net"
 * @typedef {{ env?: Record<string, string>, hint?: string }} RunOptions
 */

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stampFile = path.join(root, "dist", "stamp");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

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
 * Runs a command and shows its output; ends the program when it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function run(command, args, { env = {}, hint = "" } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", REDOCLY_TELEMETRY: "off", ...env },
  });
  if (result.status === 0) return;
  fail(`"${command} ${args.join(" ")}" failed. ${hint}`.trim());
}

/**
 * Runs a program of an installed package.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runPackage(name, args, options) {
  run(programOf(name), args, options);
}

/**
 * The path of a program of an installed package.
 *
 * @param {string} name
 */
export function programOf(name) {
  const file = process.platform === "win32" ? `${name}.cmd` : name;
  return path.join(root, "node_modules", ".bin", file);
}

/** Refuses a Node that is too old, and installs the packages of the lockfile when they are missing. */
export function install() {
  process.chdir(root);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Nametag needs Node 20.19 or newer, best 24; this is ${process.version}. See https://nodejs.org.`,
    );
  }
  const installed = path.join(root, "node_modules", ".package-lock.json");
  const lock = path.join(root, "package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  step("Installing packages (about half a minute)");
  run(npm, ["ci", "--loglevel=error"], {
    hint: "Is the npm registry reachable?",
  });
}

/** Whether the sources are those of the last build. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === sourceStamp();
}

/** Everything that `npm start` needs: builds when the sources have changed since the last build. */
export async function prepare() {
  install();
  if (isBuilt()) return;
  const stamp = sourceStamp();
  // A failed build leaves no stamp.
  rmSync(stampFile, { force: true });
  step("Building the server");
  buildServer();
  step("Building the site (about a minute)");
  runPackage("next", ["build"]);
  await compressFiles(root);
  writeFileSync(stampFile, stamp);
}

/** Compiles the front server and the sandbox. */
export function buildServer() {
  runPackage("tsc", ["-p", "tsconfig.server.json"]);
  const textures = path.join("sandbox", "textures");
  cpSync(path.join(root, textures), path.join(root, "dist", textures), { recursive: true });
}

/** What a program needs that renders no pages: the compiled server and sandbox. */
export function prepareServer() {
  install();
  buildServer();
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
  const { startSandbox: start } = await import(`${root}/dist/sandbox/server.js`);
  const sandbox = await start();
  Object.assign(environment, sandbox.environment);
  return sandbox;
}

/** Builds the service and starts it on the sandbox; returns the sandbox and the service's URL. */
export async function serveOnSandbox() {
  await prepare();
  Object.assign(process.env, { NODE_ENV: "production" });
  process.env.LOG_LEVEL ??= "warn";
  const sandbox = await startSandbox();
  /** @type {typeof import("../server/main.ts")} */
  const { main } = await import(`${root}/dist/server/main.js`);
  return { sandbox, url: await main() };
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

/** A digest of everything that a build depends on. */
function sourceStamp() {
  const hash = createHash("sha256");
  const entries = [
    "app",
    "lib",
    "server",
    "sandbox",
    "messages",
    "public",
    "package-lock.json",
    "next.config.mjs",
    "postcss.config.mjs",
    "proxy.ts",
    "tsconfig.json",
    "tsconfig.server.json",
    "next-intl.d.ts",
    "CHANGELOG.md",
  ];
  for (const file of entries.flatMap((entry) => filesIn(path.join(root, entry)))) {
    hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Files that the build itself writes, or that only tests use. */
const NOT_BUILT = ["public/fonts", "lib/testing"].map((folder) => path.join(root, folder));

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
