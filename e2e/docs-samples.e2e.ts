import type { Locator, Page } from "playwright/test";
import { type EndpointId, endpointOf } from "../lib/routes/index.ts";
import { sampleLanguages } from "../site/docs/samples/languages.ts";
import { sampleCode } from "../site/docs/samples/samples.ts";
import { alive, clipboardOf, holdBack, open, shiftOf, watchShifts } from "./support/page.ts";
import { BUILT_FOR, expect, provoking, test } from "./support/test.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const [curl, ...others] = sampleLanguages;
/** `docs-data.test.ts` compares the code in all languages. */
const SOME = [others.at(0), others.at(-1)].flatMap((language) => language ?? []);
type SampleLanguage = (typeof sampleLanguages)[number]["id"];

/** The highest sum of layout shifts on a page. */
const MOST_SHIFT = 0.02;

test("loads only the chosen language, once for all boxes, and remembers it without layout shifts", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/docs-samples/")) requested.push(pathname);
  });
  await watchShifts(page);
  await page.goto("/en/docs/recent-and-social");
  await alive(page);
  await unfoldSamples(page);
  await expectShown(page, "curl");
  expect(requested).toEqual([]);
  await tab(page, "Go").last().click();
  await expectSample(page, "getRecent", "go");
  await expectSample(page, "getSocial", "go");
  await tab(page, curl.name).first().click();
  await expectSample(page, "getRecent", "curl");
  await tab(page, "Go").first().click();
  await expectSample(page, "getRecent", "go");
  expect(requested).toEqual(["/docs-samples/go"]);
  for (const [path, endpoint] of [
    ["/en/docs/head", "getHead"],
    ["/en/docs/profile", "getProfile"],
    ["/en/docs/skin", "getSkin"],
  ] as const) {
    await open(page, path);
    await expectShown(page, "go");
    await expectSample(page, endpoint, "go");
    await expect(tab(page, "Go").first().getByRole("radio")).toBeChecked();
    expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
  }
});

test("reserves the room of a sample until it arrives, and copies exactly what is shown", async ({
  page,
}) => {
  await page.goto("/en/docs");
  await alive(page);
  const boxes = page.locator("main .code-box");
  for (const [name, code] of [
    ["URL", `${BUILT_FOR}/api?username=Lantern_Lou`],
    ["curl", `curl "${BUILT_FOR}/api?username=Lantern_Lou"`],
  ] as const) {
    expect(await copied(page, boxes.filter({ hasText: new RegExp(`^${name}`) }))).toBe(code);
  }
  const box = boxes.filter({ has: shown(page) });
  const copyButton = box.getByRole("button", { name: /^Copy/ });
  for (const { id, name } of SOME) {
    const sampleComes = await holdBack(page, `/docs-samples/${id}`);
    await tab(page, name).click();
    await expect(page.getByText("Loading the sample…")).toBeVisible();
    await expect(copyButton).toBeDisabled();
    const before = await shown(page).evaluate(sizeOf);
    sampleComes();
    await expectSample(page, "getProfile", id);
    await expect(copyButton).toBeEnabled();
    expect(await shown(page).evaluate(sizeOf), name).toEqual(before);
    expect(await copied(page, box)).toBe(codeOf("getProfile", id));
  }
});

test("says after each copy for the same time that it worked", async ({ page }) => {
  await page.clock.install();
  await page.goto("/en/docs");
  await alive(page);
  const box = page.locator("main .code-box").first();
  const button = box.getByRole("button", { name: /^Copy/ });
  await page.clock.pauseAt(Date.now() + 60_000);
  await copied(page, box);
  await page.clock.runFor(1_000);
  await copied(page, box);
  await page.clock.runFor(1_000);
  await expect(said(page)).toHaveText("Copied");
  await expect(button).toHaveAttribute("data-state", "copied");
  await page.clock.runFor(1_000);
  await expect(said(page)).toHaveText("");
  await expect(button).not.toHaveAttribute("data-state");
});

test("has a copy button with a name at every block of code and every URL of a table", async ({
  page,
}) => {
  for (const path of ["/en/docs/head", "/en/docs/moving", "/de/docs/your-site"]) {
    await page.goto(path);
    await alive(page);
    const copied = page.locator(
      "main :is(.code-box > header, .docs-url, .docs-urls :is(th, td):has(> code:not([dir])))",
    );
    const nameless = () =>
      copied.evaluateAll((all) =>
        all
          .filter((one) => {
            const name = one.querySelector("button[data-copies]")?.getAttribute("aria-label") ?? "";
            return !/^Copy .|. kopieren$/.test(name);
          })
          .map((one) => one.outerHTML.slice(0, 120)),
      );
    // The buttons of a table come with its script.
    await expect.poll(nameless, path).toEqual([]);
  }
  await page.goto("/en/docs/moving");
  await page.locator("#crafatar ~ details > summary").first().click();
  await page.getByRole("button", { name: "Copy /compat/crafatar/avatars/{id}" }).first().click();
  await expect.poll(() => clipboardOf(page)).toMatch(/\/compat\/crafatar\/avatars\/\{id\}$/);
});

test(
  "says when samples cannot be loaded, and retries",
  provoking("ERR_FAILED /docs-samples/python"),
  async ({ page }) => {
    await page.goto("/en/docs/head");
    await alive(page);
    await page.route("/docs-samples/python", (route) => route.abort());
    await tab(page, "Python").click();
    const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
    await expect(alert).toBeVisible();
    await page.unroute("/docs-samples/python");
    await alert.getByRole("button", { name: "Try again" }).click();
    await expectSample(page, "getHead", "python");
    await expect(alert).toHaveCount(0);
  },
);

test("reserves the room of the chosen language before any script of the page runs", async ({
  context,
}) => {
  // Not the usual page fixture: a page whose files do not load logs errors.
  const page = await context.newPage();
  await page.goto("/en/docs/head");
  await alive(page);
  await tab(page, "PHP").click();
  await page.route(/\.js$/, (route) => route.abort());
  await page.reload();
  await expectShown(page, "php");
});

test("shows the default language when an unknown one is stored", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("samples", '"] [x="'));
  await page.goto("/en/docs/head");
  await alive(page);
  await expectShown(page, "curl");
});

function tab(page: Page, name: string): Locator {
  return page.locator("fieldset label").filter({ hasText: new RegExp(`^${name}$`) });
}

/** The status line, which screen readers announce. */
function said(page: Page): Locator {
  return page.locator("#said");
}

/** The visible samples, one for each box. */
function shown(page: Page): Locator {
  return page.locator("[data-sample]").filter({ visible: true });
}

function codeOf(endpoint: EndpointId, language: SampleLanguage): string {
  return sampleCode(endpointOf(endpoint), language, { baseUrl: BUILT_FOR }).trimEnd();
}

async function expectSample(page: Page, endpoint: EndpointId, language: SampleLanguage) {
  await expect
    .poll(async () => shown(page).evaluateAll((all) => all.map((one) => one.textContent)))
    .toContain(codeOf(endpoint, language));
}

function sizeOf(element: Element): number[] {
  return [element.clientHeight, element.scrollWidth];
}

/** Opens the folded parts of the page that have samples. */
async function unfoldSamples(page: Page): Promise<void> {
  const folds = page.locator(".docs-fold").filter({ has: page.locator("[data-sample]") });
  for (const fold of await folds.all()) await fold.locator("summary").click();
}

/** All samples of the page are in this language. */
async function expectShown(page: Page, id: string): Promise<void> {
  await expect(shown(page).first()).toBeVisible();
  const languages = await shown(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute("data-sample")),
  );
  expect(new Set(languages)).toEqual(new Set([id]));
}

/** The text that the button of a code box copies. */
async function copied(page: Page, box: Locator): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await box.getByRole("button", { name: /^Copy/ }).first().click();
  await expect(said(page)).toHaveText("Copied");
  // The status may still be that of the copy before.
  await expect.poll(() => clipboardOf(page)).not.toBe("");
  return clipboardOf(page);
}
