import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { parse } from "node-html-parser";
import type { Browser, BrowserContext, Page } from "playwright/test";
import { freePort, programOf } from "../scripts/prepare.mjs";
import { copyTracked } from "./support/copy.ts";
import { expectAlive } from "./support/docs.ts";
import { expectInjectedToBeRefused, injecting } from "./support/injected.ts";
import { expectOneOfEach } from "./support/kinds.ts";
import { openHome, search, stageOf } from "./support/page.ts";
import { withProgram } from "./support/program.ts";
import { withSandbox } from "./support/service.ts";
import { complaintsOf, expect, noteHydration, test } from "./support/test.ts";

const run = promisify(execFile);

/** Installing the packages and building take a minute, on a busy machine several. */
const BUILD_MS = 600_000;
const MAX_OUTPUT = 16 * 1024 * 1024;

const PAGES = [
  "/en",
  "/ja",
  "/ar/player/Lantern_Lou",
  "/en/player/Lantern_Lou",
  "/en/docs",
  "/en/docs/head",
  "/en/status",
  "/en/nowhere",
];

/** The families of `app/globals.css`, and that of the stylesheets in `/fonts`. */
const FAMILIES = ["East Asian Letters", "Latin Letters", "Other Letters"];

const MISSING_FILES = [
  "/fonts/nope",
  "/pictures/nope.png",
  "/icons/9.png",
  "/_next/nope",
  "/docs-search",
  "/docs-samples/a/b",
];

test("a host that installs, builds and starts Next alone serves everything", async ({
  browser,
  context,
}) => {
  test.setTimeout(BUILD_MS);
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-next-"));
  try {
    await copyTracked(folder);
    const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
    const options = { cwd: folder, env, maxBuffer: MAX_OUTPUT };
    // Hosts build with the development packages, whatever NODE_ENV says.
    await run("npm", ["ci", "--include=dev", "--prefer-offline"], options);
    const next = programOf("next", folder);
    await run(process.execPath, [next, "build"], options);
    await withSandbox(async ({ sandbox, directory }) => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const variables = { ...sandbox.environment, DATA_DIR: directory, PUBLIC_URL: url };
      const listening = ["--hostname", "127.0.0.1", "--port", String(port)];
      const start = [process.execPath, next, "start", ...listening];
      const serving = (more: Record<string, string>, use: () => Promise<void>) =>
        withProgram(
          start,
          { ...variables, ...more },
          async ({ prints }) => {
            await prints(/Ready in/);
            await use();
          },
          { cwd: folder },
        );
      await serving({}, async () => {
        await expectOneOfEach(url);
        await expectPathsOfTheApi(url);
        await expectFilesOfPages(url);
        await expectPagesToLive(browser, url);
      });
      await serving(injecting, async () => {
        await expectInjectedToBeRefused(context, url);
        await expectMissingFilesToRunNothing(context, url);
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Redirects, bodies of requests and short URLs. */
async function expectPathsOfTheApi(url: string): Promise<void> {
  const old = await fetch(`${url}/api.php?username=Lantern_Lou`, { redirect: "manual" });
  expect(old.headers.get("location")).toBe("/api?username=Lantern_Lou");
  const bulk = await fetch(`${url}/compat/mojang/profiles/minecraft`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(["Lantern_Lou"]),
  });
  expect(await bulk.json()).toMatchObject([{ name: "Lantern_Lou" }]);
  const avatar = await fetch(`${url}/avatar/Lantern_Lou/64.webp`);
  expect(avatar.headers.get("content-type")).toBe("image/webp");
}

/** The types of files by their extension. */
const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".ico": "image/x-icon",
  ".js": "javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** Every file that a page or a stylesheet names is there, and of the right type. */
async function expectFilesOfPages(url: string): Promise<void> {
  const wanted = new Set(["/fonts/ja.css", "/fonts/zh-CN.css", "/fonts/names.css"]);
  for (const page of PAGES) {
    const response = await fetch(url + page);
    expect(response.headers.get("content-type"), page).toContain("text/html");
    expect([page, response.status]).toEqual([page, page === "/en/nowhere" ? 404 : 200]);
    for (const file of filesNamedIn(await response.text(), url + page)) wanted.add(file);
  }
  const kinds = new Set<string>();
  // It grows while it is read: stylesheets name fonts.
  for (const file of wanted) {
    const response = await fetch(new URL(file, url));
    const extension = path.posix.extname(new URL(file, url).pathname);
    kinds.add(extension);
    expect([file, response.status]).toEqual([file, 200]);
    const type = response.headers.get("content-type") ?? "";
    expect(type, file).toContain(TYPES[extension] ?? "image/");
    if (extension !== ".css") await response.arrayBuffer();
    else
      for (const [, named = ""] of (await response.text()).matchAll(/url\(([^)]+)\)/g)) {
        const target = named.replaceAll(/["']/g, "");
        if (!target.startsWith("data:")) wanted.add(new URL(target, url + file).pathname);
      }
  }
  expect([...kinds]).toEqual(expect.arrayContaining(Object.keys(TYPES)));
}

/** The files of our own that a page needs or offers: scripts, styles, fonts, icons, pictures. */
function filesNamedIn(html: string, page: string): string[] {
  const document = parse(html);
  const named = [
    ...document.querySelectorAll("[src]").map((one) => one.getAttribute("src")),
    ...document
      .querySelectorAll("link:not([rel=canonical]):not([rel=alternate]):not([rel=author])")
      .map((one) => one.getAttribute("href")),
    ...document
      .querySelectorAll('meta[property="og:image"], meta[name="twitter:image"]')
      .map((one) => one.getAttribute("content")),
  ];
  const { origin } = new URL(page);
  return named
    .filter((one) => one !== undefined && !one.startsWith("data:"))
    .map((one) => new URL(one ?? "", page))
    .filter((one) => one.origin === origin)
    .map(({ pathname, search: query }) => pathname + query);
}

/** Pages come to life without a complaint, in the site's fonts. */
async function expectPagesToLive(browser: Browser, baseURL: string): Promise<void> {
  const page = await browser.newPage({ baseURL });
  await noteHydration(page);
  const complaints = complaintsOf(page);
  await openHome(page);
  await search(page, "Lantern_Lou");
  await expect(page).toHaveURL("/en/player/Lantern_Lou");
  await expect(stageOf(page)).toBeVisible();
  await expectFontsToLoad(page);
  await page.goto("/en/status");
  await page.goto("/en/docs/head");
  await expectAlive(page);
  expect([...complaints]).toEqual([]);
  await page.close();
}

/** Each of the site's fonts can be loaded; names of the device's fonts that it lacks cannot. */
async function expectFontsToLoad(page: Page): Promise<void> {
  await page.addStyleTag({ url: "/fonts/ja.css" });
  const { loaded, failed } = await page.evaluate(async () => {
    const faces = [...document.fonts];
    await Promise.allSettled(faces.map((face) => face.load()));
    const named = (status: string) =>
      faces.filter((face) => face.status === status).map(({ family }) => family);
    return { loaded: named("loaded"), failed: named("error") };
  });
  expect(failed.filter((family) => !family.endsWith(" Fallback"))).toEqual([]);
  expect([...new Set(loaded)].toSorted()).toEqual(FAMILIES);
}

/** What is missing among files has the 404 page, which the proxy does not see. */
async function expectMissingFilesToRunNothing(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  for (const path of MISSING_FILES) {
    const response = await page.goto(url + path);
    expect([path, response?.status()]).toEqual([path, 404]);
    expect([path, await page.evaluate(() => "ran" in window)]).toEqual([path, false]);
  }
  await page.close();
}
