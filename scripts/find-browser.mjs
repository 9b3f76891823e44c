// Finds a Chromium for the end-to-end tests, or gets one. Every candidate is really started, so a
// broken one is passed over.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { root, step } from "./prepare.mjs";

const PROGRAMS = [
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

/** The path of a Chromium that starts. Ends the program with what to do when there is none. */
export async function findBrowser() {
  const { chromium } = await import("playwright");
  const playwrightCli = path.join(root, "node_modules", "playwright", "cli.js");
  const sources = [
    ["E2E_CHROMIUM", () => process.env.E2E_CHROMIUM],
    ["Playwright's own", () => chromium.executablePath()],
    ["this machine's", () => onPath(PROGRAMS) ?? APPLICATIONS.find((file) => existsSync(file))],
    ["Debian's package", () => fromApt("chromium", PROGRAMS)],
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
  console.error(
    "\nThe end-to-end tests need a Chromium. Run: npx playwright install --with-deps chromium, or set E2E_CHROMIUM=/path/to/chrome.",
  );
  process.exit(1);
}

/** Installs a Debian package when this is root on Debian; gives the program it brings. */
export function fromApt(name, programs) {
  if (process.getuid?.() !== 0 || onPath(["apt-get"]) === undefined) return undefined;
  const arguments_ = ["install", "-y", "--no-install-recommends", name];
  step(`Installing ${name} with apt-get`);
  if (quiet("apt-get", arguments_) !== 0) {
    quiet("apt-get", ["update"]);
    quiet("apt-get", arguments_);
  }
  return onPath(programs);
}

/** The first of some programs that is on the path. */
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
