// Finds the programs that the tests need, or installs them. Each is started once to check that it works.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fail, root, step } from "./prepare.mjs";

/** Chromium without the parts that no window needs: the tests take two thirds of the time with it. */
const SHELL = ["chromium-headless-shell"];
const BROWSERS = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];

const APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  `${process.env.ProgramFiles}\\Google\\Chrome\\Application\\chrome.exe`,
  `${process.env["ProgramFiles(x86)"]}\\Microsoft\\Edge\\Application\\msedge.exe`,
];

/** The path of a Chromium that starts, or ends the program and says what to install. */
export async function findBrowser() {
  const { chromium } = await import("playwright");
  const playwrightCli = path.join(root, "node_modules", "playwright", "cli.js");
  const sources = [
    ["E2E_CHROMIUM", () => process.env.E2E_CHROMIUM],
    ["Debian's headless shell", () => onPath(SHELL) ?? fromApt("chromium-headless-shell", SHELL)],
    ["Playwright's own", () => chromium.executablePath()],
    ["this machine's", () => onPath(BROWSERS) ?? APPLICATIONS.find((file) => existsSync(file))],
    ["Debian's package", () => fromApt("chromium", BROWSERS)],
    [
      "a download by Playwright",
      () => {
        quiet(process.execPath, [playwrightCli, "install", "chromium"]);
        return chromium.executablePath();
      },
    ],
  ];
  for (const [name, get] of sources) {
    const executablePath = get();
    if (!executablePath || !existsSync(executablePath)) continue;
    try {
      const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
      step(`Chromium ${browser.version()}, ${String(name)}`);
      await browser.close();
      return executablePath;
    } catch {
      step(`${executablePath} does not start; looking further`);
    }
  }
  fail(
    "The end-to-end tests need a Chromium. Run: npx playwright install --with-deps chromium, or set E2E_CHROMIUM=/path/to/chrome.",
  );
}

/** Installs a Debian package when this is root on Debian; returns the path of its program. */
function fromApt(name, programs) {
  if (process.getuid?.() !== 0 || onPath(["apt-get"]) === undefined) return undefined;
  const arguments_ = ["install", "-y", "--no-install-recommends", name];
  step(`Installing ${name} with apt-get`);
  if (quiet("apt-get", arguments_) !== 0) {
    quiet("apt-get", ["update"]);
    quiet("apt-get", arguments_);
  }
  return onPath(programs);
}

/** The first of these programs on the path. */
export function onPath(programs) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return programs
    .flatMap((program) => folders.map((folder) => path.join(folder, program)))
    .find((file) => existsSync(file));
}

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

const REDIS = ["redis-server"];

/** Makes sure that `redis-server` is on the path, or ends the program and says what to install. */
export function findRedis() {
  const program = onPath(REDIS) ?? fromApt("redis-server", REDIS);
  const version = program && spawnSync(program, ["--version"], { encoding: "utf8" }).stdout;
  if (!version) {
    fail(
      "The tests need redis-server on the PATH. Install it: apt-get install redis-server (Debian, Ubuntu), brew install redis (macOS).",
    );
  }
  step(/\S+ server v=\S+/.exec(version)?.[0] ?? "Redis");
}

const NGINX = ["nginx"];
/** On Debian, only root has this folder on the PATH. */
const NGINX_OF_ROOT = "/usr/sbin/nginx";

/** The path of this machine's nginx. */
export function nginxHere() {
  return onPath(NGINX) ?? (existsSync(NGINX_OF_ROOT) ? NGINX_OF_ROOT : undefined);
}

/** Installs an nginx where possible. Without one, tests that need it are skipped, except in CI. */
export function findNginx() {
  step(nginxHere() ?? fromApt("nginx-light", NGINX) ?? "There is none, and none was installed");
}

const RUNTIMES = [
  { program: "curl", debian: "curl" },
  { program: "python3", debian: "python3" },
  { program: "java", debian: "default-jdk-headless" },
  { program: "php", debian: "php-cli", optional: true },
  { program: "go", debian: "golang-go", version: "version", optional: true },
];

/** Makes sure that the docs' code samples can run, or ends the program and says what to install. */
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

/** The path of a Node of this major version, installed through npm; throws when there is none. */
export function findNode(major) {
  const folder = path.join(root, "node_modules", ".cache", `node-${major}`);
  const program = path.join(folder, "node_modules", "node", "bin", "node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const words = ["install", "--prefix", folder, "--no-save", "--no-package-lock", "--no-audit"];
    const npm = spawnSync("npm", [...words, `node@${major}`], { cwd: folder, encoding: "utf8" });
    if (npm.status !== 0) throw new Error(`npm gives no Node ${major} for here:\n${npm.stderr}`);
  }
  const { stdout, error } = spawnSync(program, ["--version"], { encoding: "utf8" });
  if (error === undefined && stdout.startsWith(`v${major}.`)) return program;
  throw new Error(`The Node ${major} that npm gives does not start here: ${error ?? stdout}`);
}
