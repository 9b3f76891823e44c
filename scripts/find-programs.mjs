// Finds the programs that the tests need, or installs them. Each is started once to check that it works.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fail, root, step } from "./prepare.mjs";

/** Chromium without the parts that no window needs: the tests take two thirds of the time with it. */
const SHELL = ["chromium-headless-shell"];
const BROWSERS =
  "chromium chromium-browser google-chrome google-chrome-stable microsoft-edge".split(" ");

/** The path of a Chromium that starts, or ends the program and says what to install. */
export async function findBrowser() {
  const { chromium } = await import("playwright");
  const playwrightCli = path.join(root, "node_modules", "playwright", "cli.js");
  const sources = {
    E2E_CHROMIUM: () => process.env.E2E_CHROMIUM,
    "Debian's headless shell": () => onPath(SHELL) ?? fromApt("chromium-headless-shell", SHELL),
    "Playwright's own": () => chromium.executablePath(),
    "this machine's": () => onPath(BROWSERS),
    "a download by Playwright"() {
      quiet(process.execPath, [playwrightCli, "install", "chromium"]);
      return chromium.executablePath();
    },
  };
  for (const [name, get] of Object.entries(sources)) {
    const executablePath = get();
    if (!executablePath || !existsSync(executablePath)) continue;
    try {
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      step(`Chromium ${browser.version()}, ${name}`);
      await browser.close();
      return executablePath;
    } catch {
      step(`${executablePath} does not start; looking further`);
    }
  }
  return fail(
    "The end-to-end tests need a Chromium. Run: npx playwright install --with-deps chromium, or set E2E_CHROMIUM=/path/to/chrome.",
  );
}

/**
 * Installs a Debian package when this is root on Debian; returns the path of its program.
 *
 * @param {string} name
 * @param {readonly string[]} programs
 */
function fromApt(name, programs) {
  if (process.getuid?.() !== 0 || onPath(["apt-get"]) === undefined) return undefined;
  const install = () => quiet("apt-get", ["install", "-y", "--no-install-recommends", name]);
  step(`Installing ${name} with apt-get`);
  if (install() !== 0) {
    quiet("apt-get", ["update"]);
    install();
  }
  return onPath(programs);
}

/**
 * The first of these programs on the path.
 *
 * @param {readonly string[]} programs
 */
export function onPath(programs) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return programs
    .flatMap((program) => folders.map((folder) => path.join(folder, program)))
    .find((file) => existsSync(file));
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function quiet(command, args) {
  return spawnSync(command, args, {
    stdio: "ignore",
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status;
}

/** The path of a Firefox, or ends the program and says what to install. */
export function findFirefox() {
  const program = onPath(["firefox-esr", "firefox"]) ?? fromApt("firefox-esr", ["firefox-esr"]);
  return program ?? fail("There is no Firefox. On Debian: apt-get install firefox-esr");
}

/** The path of WebKitGTK's driver, or ends the program and says what to install. */
export function findWebKit() {
  const driver = onPath(["WebKitWebDriver"]) ?? fromApt("webkit2gtk-driver", ["WebKitWebDriver"]);
  const display = onPath(["Xvfb"]) ?? fromApt("xvfb", ["Xvfb"]);
  if (driver !== undefined && display !== undefined) return driver;
  return fail("There is no WebKitGTK. On Debian: apt-get install webkit2gtk-driver xvfb");
}

const NGINX = ["nginx"];
/** On Debian, only root has this folder on the PATH. */
const NGINX_OF_ROOT = "/usr/sbin/nginx";

/** The path of an nginx that can be tested here: other systems than Linux have one loopback address only. */
export function nginxHere() {
  if (process.platform !== "linux") return undefined;
  return onPath(NGINX) ?? (existsSync(NGINX_OF_ROOT) ? NGINX_OF_ROOT : undefined);
}

/** Installs an nginx where possible. Without one, what is behind it is not tested, except in CI. */
export function findNginx() {
  const missing = "There is no nginx that can be tested here: what is behind one is not tested";
  step(nginxHere() ?? fromApt("nginx-light", NGINX) ?? missing);
}

const PROGRAMS = [
  { program: "redis-server", debian: "redis-server", brew: "redis" },
  { program: "curl", debian: "curl" },
  { program: "python3", debian: "python3" },
  { program: "java", debian: "default-jdk-headless" },
  { program: "php", debian: "php-cli", optional: true },
  { program: "go", debian: "golang-go", version: "version", optional: true },
];

/** Makes sure that Redis and the docs' code samples can run, or ends the program and says what to install. */
export function findPrograms() {
  for (const { program, debian, version = "--version", brew = "", optional = false } of PROGRAMS) {
    const found = onPath([program]) ?? fromApt(debian, [program]);
    const output = found && spawnSync(found, [version], { encoding: "utf8" }).stdout;
    const [line = ""] = (output ?? "").split("\n");
    if (line !== "") step(line);
    else if (optional) step(`No ${program}: its code samples are not run`);
    else
      fail(
        `The tests need ${program} on the PATH. On Debian: apt-get install ${debian}${brew && `; on macOS: brew install ${brew}`}.`,
      );
  }
}

/**
 * The path of a Node of this major version, which npm downloads once; throws when it does not start.
 *
 * @param {number} major
 */
export function findNode(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const args = ["exec", "--yes", "--prefer-offline", `--package=node@${major}`, "--"];
  const node = ["node", "-p", "process.execPath"];
  const { status, stdout, stderr } = spawnSync("npm", [...args, ...node], { encoding: "utf8" });
  if (status === 0) return stdout.trim();
  throw new Error(`npm gives no Node ${major} that starts here:\n${stderr}`);
}
