import type { Locator, Page } from "playwright/test";
import { endpointOf } from "../lib/contract/endpoints.ts";
import { sampleLanguages } from "../lib/docs/samples/languages.ts";
import { sampleCode } from "../lib/docs/samples/samples.ts";
import { alive } from "./support/docs.ts";
import { shiftOf, watchShifts } from "./support/page.ts";
import { BUILT_FOR, expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt, viewport: { width: 1280, height: 900 } });

const MOST_SHIFT = 0.02;

test("remembers the language of the samples on other pages and later, without layout shifts", async ({
  page,
}) => {
  await watchShifts(page);
  await page.goto("/en/docs/recent-and-social");
  await alive(page);
  await expectShown(page, "curl");
  await tab(page, "Python").last().click();
  await expectShown(page, "python");
  for (const path of ["/en/docs/recent-and-social", "/en/docs/profile", "/en/docs/skin"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectShown(page, "python");
    await expect(tab(page, "Python").first()).toHaveAttribute("aria-pressed", "true");
    expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
  }
});

test("reserves the room of the chosen language before any script of the page runs", async ({
  browser,
  service,
}) => {
  // Not the usual page fixture: a page whose files do not load logs errors.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/en/docs/head`);
  await alive(page);
  await tab(page, "PHP").click();
  await page.route(/\.js$/, (route) => route.abort());
  await page.reload();
  await expectShown(page, "php");
  await context.close();
});

test("shows the default language when an unknown one is stored", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("samples", '"] [x="'));
  await page.goto("/en/docs/head");
  await alive(page);
  await expectShown(page, "curl");
});

test("copies exactly the code that is shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/en/docs");
  await alive(page);
  const boxes = page.locator("main .docs-box");
  for (const [name, code] of [
    ["URL", `${BUILT_FOR}/api?username=Lantern_Lou`],
    ["curl", `curl "${BUILT_FOR}/api?username=Lantern_Lou"`],
  ] as const) {
    expect(await copied(page, boxes.filter({ hasText: new RegExp(`^${name}`) }))).toBe(code);
  }
  for (const { id, name } of sampleLanguages) {
    await tab(page, name).click();
    const sample = boxes.filter({ has: page.locator(`[data-sample=${id}]`) });
    const code = sampleCode(endpointOf("getProfile"), id, { baseUrl: BUILT_FOR });
    expect(await copied(page, sample)).toBe(code.trimEnd());
  }
});

test("can be read and used with the keyboard alone", async ({ page }) => {
  await page.goto("/en/docs/skin");
  await alive(page);
  const focused = page.locator(":focus");
  const passed: string[] = [];
  for (let steps = 0; steps < 250; steps += 1) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(whatHasFocus);
    if (seen === null) break;
    expect(seen.ring, seen.name).toBe(true);
    await expect(focused, seen.name).toBeInViewport();
    passed.push(seen.name);
  }
  for (const name of ["Skip to content", "Search docs", "Skin", "Python", "Send", "Next"]) {
    expect(passed.filter((one) => one.includes(name)).length, name).toBeGreaterThan(0);
  }

  await tab(page, "Go").focus();
  await page.keyboard.press("Enter");
  await expectShown(page, "go");
  const response = page.locator("details").filter({ hasText: "BAD_GATEWAY" });
  await response.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(response.locator("pre").first()).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ["/en/docs", "/en/docs/head", "/en/docs/recent-and-social"]) {
    test(`shows all of ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator("h1")).toBeVisible();
      await expect(page.getByRole("button", { name: "Search docs" })).toHaveCount(0);
      const samples = page.locator("[data-sample]");
      for (const sample of await samples.all()) {
        const isCurl = (await sample.getAttribute("data-sample")) === "curl";
        await expect(sample).toBeVisible({ visible: isCurl });
      }
      const others = page.getByRole("link", { name: "Samples in all languages" });
      for (const link of await others.all()) {
        await expect(link).toBeVisible();
        await expect(link).toHaveAttribute("href", `${path}.md`);
      }
      expect(await others.count()).toBeGreaterThan(0);
      for (const form of await page.locator("main form").all()) {
        await expect(form.getByRole("button", { name: "Send" })).toBeVisible();
      }
    });
  }
});

function tab(page: Page, name: string): Locator {
  return page.locator("fieldset").getByRole("button", { name, exact: true });
}

/** All samples of the page are in this language. */
async function expectShown(page: Page, id: string): Promise<void> {
  const shown = page.locator("[data-sample]").filter({ visible: true });
  await expect(shown.first()).toBeVisible();
  const languages = await shown.evaluateAll((all) =>
    all.map((one) => one.getAttribute("data-sample")),
  );
  expect(new Set(languages)).toEqual(new Set([id]));
}

/** The text that the button of a code box copies. */
async function copied(page: Page, box: Locator): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await box.getByRole("button", { name: "Copy" }).click();
  await expect(box.getByRole("status")).toHaveText("Copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The name of the focused element, and whether its focus is visible; null at the end of the page. */
function whatHasFocus(): { name: string; ring: boolean } | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const ring = [focused, focused.closest("label")].some(
    (one) => one !== null && getComputedStyle(one).outlineStyle !== "none",
  );
  const name = focused.getAttribute("aria-label") ?? focused.textContent?.trim().slice(0, 60);
  return { name: name || focused.outerHTML.slice(0, 120), ring };
}
