import type { Page } from "playwright/test";
import { alive, clipboardOf, playerUrl, pointAtPage } from "./support/page.ts";
import { expect, test as base } from "./support/test.ts";

/** A page that nobody touches yet. */
const test = base.extend<{ untouched: Page }>({
  untouched: async ({ context }, use) => use(await context.newPage()),
});

const paths = ["/en", playerUrl("Lantern_Lou"), "/en/docs/head", "/en/status"];

test("fetches scripts but runs none before the visitor does something", async ({
  untouched: page,
}) => {
  for (const path of paths) {
    await page.goto(path);
    const wanted = page.locator("meta[name=script]");
    const fetched = page.locator("link[rel=prefetch][as=script]");
    await expect.poll(() => fetched.count(), path).toBeGreaterThan(5);
    expect(await fetched.count(), path).toBe(await wanted.count());
    // As browsers do it when they have drawn a page under a mouse that rests.
    await page.evaluate(() => dispatchEvent(new PointerEvent("pointermove")));
    expect(await page.evaluate(() => document.scripts.length)).toBeGreaterThan(0);
    await expect(page.locator("script[src*='/_next/']:not([nomodule])"), path).toHaveCount(0);
    expect(await page.evaluate(() => "isHydrated" in window), path).toBe(false);
    await page.evaluate(pointAtPage);
    await expect(wanted, path).toHaveCount(0);
    await alive(page);
  }
});

test("runs all scripts for a visitor who is there before the whole page", async ({
  untouched: page,
}) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector("main") === null) return;
      observer.disconnect();
      dispatchEvent(new Event("pointermove"));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(playerUrl("Lantern_Lou"));
  // By themselves, they would run long after the page has loaded.
  expect(await page.locator("meta[name=script]").count()).toBe(0);
  await alive(page);
});

test("presses again what was pressed before it was ready, once", async ({ untouched: page }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  // Without a pointer, as assistive software does it: nothing is there yet to react.
  await page
    .getByRole("button", { name: "Turn Lantern_Lou in 3D" })
    .evaluate((button) => (button as HTMLButtonElement).click());
  await expect(page.getByRole("img", { name: "Lantern_Lou in 3D" })).toBeVisible();
});

test("changes the theme and copies while React stops what it cannot handle yet", async ({
  untouched: page,
}) => {
  await page.goto("/en/docs/head");
  await page.evaluate(() => {
    // React listens here, and does this until a page is hydrated.
    for (const type of ["click", "change"]) {
      document.addEventListener(type, (event) => event.stopPropagation(), true);
    }
  });
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const copy = page.locator("main [data-copies]").first();
  await copy.click();
  await expect(copy).toHaveAttribute("data-state", "copied");
});

test("copies a URL of a table that has no button yet", async ({ untouched: page }) => {
  await page.goto("/en/docs/moving");
  const row = page.getByRole("row", { name: /^Plan/ });
  await expect(row.getByRole("button")).toHaveCount(0);
  await row.getByRole("cell").dispatchEvent("click");
  await expect(page.getByText("Copied", { exact: true })).toHaveCount(1);
  expect(await clipboardOf(page)).toContain("/compat/crafthead/helm/${playerUUIDNoDash}/120");
  // A click is a sign of a visitor, so the buttons follow.
  await expect(row.getByRole("button")).toBeVisible();
});

test("keeps what was typed, and looks it up", async ({ untouched: page }) => {
  await page.goto("/en");
  await page.getByRole("combobox", { name: "Name, UUID, XUID" }).fill("Captain_Cobble");
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("Captain_Cobble");
});
