// Finds the programs that the tests need, or installs them. Each is started once to check that it works.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fail, root, step } from "./prepare.mjs";

/** Chromium without the parts that no window needs: the tests take two thirds of the time with it. */
const SHELL = ["chromium-headless-shell"];
const BROWSERS =
  "chromium chromium-browser google-chrome google-chrome-stable microsoft-edge".split(" ");

const NO_CHROMIUM =
  "There is no Chromium that starts. Run: npx playwright install --with-deps chromium, or set E2E_CHROMIUM=/path/to/chrome.";

/** The path of a Chromium that starts, or ends the program and says what to install. */
export async function findBrowser() {
  return (await lookForBrowser()) ?? fail(NO_CHROMIUM);
}

/** The path of a Chromium that starts, if there is one or one can be installed. */
async function lookForBrowser() {
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
  return undefined;
}

/**
 * Installs Debian packages when this is root on Debian; returns the path of their program.
 *
 * @param {string} names
 * @param {readonly string[]} programs
 */
function fromApt(names, programs) {
  if (process.getuid?.() !== 0 || onPath(["apt-get"]) === undefined) return undefined;
  const options = ["install", "-y", "--no-install-recommends", ...names.split(" ")];
  const install = () => quiet("apt-get", options);
  step(`Installing ${names} with apt-get`);
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
    .flatMap((program) => folders.map((folder) => path.resolve(folder, program)))
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

/** On Debian, only root has this folder on the PATH. */
const NGINX_OF_ROOT = "/usr/sbin/nginx";

/** The path of an nginx that can be tested here: other systems than Linux have one loopback address only. */
export function nginxHere() {
  if (process.platform !== "linux") return undefined;
  return onPath(["nginx"]) ?? (existsSync(NGINX_OF_ROOT) ? NGINX_OF_ROOT : undefined);
}

/** Programs that tests need, how they say their version, their Debian packages, and what they are for. */
const PROGRAMS = [
  {
    program: "redis-server",
    says: "--version",
    debian: "redis-server",
    tests: "stores on a Redis",
  },
  { program: "nginx", says: "-v", debian: "nginx-light", tests: "nginx before the service" },
  { program: "promtool", says: "--version", debian: "prometheus", tests: "alerts" },
  { program: "curl", says: "--version", debian: "curl", tests: "code samples for curl" },
  { program: "jq", says: "--version", debian: "jq", tests: "commands with jq" },
  { program: "python3", says: "--version", debian: "python3", tests: "code samples in Python" },
  { program: "java", says: "--version", debian: "default-jdk-headless", tests: "samples in Java" },
  { program: "php", says: "--version", debian: "php-cli", tests: "code samples in PHP" },
  { program: "go", says: "version", debian: "golang-go", tests: "code samples in Go" },
  {
    program: "mcs",
    says: "--version",
    debian: "mono-mcs libmono-system-net-http4.0-cil",
    tests: "code samples in C#",
    // Newer Linux distributions have no Mono.
    isOptional: true,
  },
];

/**
 * Looks for the programs that tests need, and installs them where possible. Says what is not tested for want
 * of one; in CI, where everything is tested, that is a failure. Returns the path of a Chromium, if there is one.
 */
export async function findPrograms() {
  for (const { program, says, debian, tests, isOptional = false } of PROGRAMS) {
    if (works(program, says) || (fromApt(debian, [program]) && works(program, says))) continue;
    const sentence = `There is no ${program}: ${tests} are not tested. On Debian: apt-get install ${debian}.`;
    if (isOptional) step(sentence);
    else leaveOut(sentence);
  }
  const browser = await lookForBrowser();
  if (browser === undefined) leaveOut(`${NO_CHROMIUM} Pages are not tested in a browser.`);
  return browser;
}

/** @param {string} program @param {string} says */
function works(program, says) {
  const file = program === "nginx" ? nginxHere() : onPath([program]);
  return file !== undefined && spawnSync(file, [says], { stdio: "ignore" }).status === 0;
}

/** @param {string} sentence */
function leaveOut(sentence) {
  if (process.env.CI) fail(sentence);
  step(sentence);
}
