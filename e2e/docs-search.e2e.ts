import type { Locator, Page } from "playwright/test";
import { faultsOf, holdBack } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";
import { alive, openSearch } from "./support/docs.ts";

test("opens by its keys or its button, closes, and returns the focus", async ({ page }) => {
  await openDocs(page, "/en/docs/head");
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link").first();
  await link.focus();
  await openSearch(page);
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(boxOf(page)).toHaveCount(0);
  await expect(link).toBeFocused();

  // Opens again at once after closing.
  await openSearch(page);
  await page.locator("dialog[open]").evaluate((dialog: HTMLDialogElement) => {
    dialog.close();
    const keys = { key: "k", ctrlKey: true, bubbles: true };
    document.dispatchEvent(new KeyboardEvent("keydown", keys));
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.press("Escape");

  const button = page.getByRole("button", { name: "Search docs" });
  await button.click();
  await expect(boxOf(page)).toBeFocused();
  await boxOf(page).fill("size");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(button).toBeFocused();
  await button.click();
  await expect(boxOf(page)).toHaveValue("");
  await page.mouse.click(5, 5);
  await expect(boxOf(page)).toHaveCount(0);
});

test("opens its dialog once", async ({ page }) => {
  const said: string[] = [];
  page.on("console", (message) => void said.push(message.text()));
  await openDocs(page, "/en/docs");
  await page.getByRole("button", { name: "Search docs" }).click();
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await openSearch(page);
  await expect(boxOf(page)).toBeFocused();
  expect(said).toEqual([]);
});

test("goes to a section by keyboard", async ({ page }) => {
  await openDocs(page, "/en/docs");
  await openSearch(page);
  await boxOf(page).fill("name_history");
  const options = optionsOf(page);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(options.first().locator("mark").first()).toHaveText(/^name$/i);
  const target = options.filter({ hasText: "Java edition" }).first();
  await expect(target).toBeVisible();
  const position = (await options.allInnerTexts()).indexOf(await target.innerText());
  for (let step = 0; step < position; step += 1) await page.keyboard.press("ArrowDown");
  await expect(target).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/en/docs/profile#java");
  await expect(boxOf(page)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Java edition" })).toBeInViewport();
});

test("goes to a section of the current page by keyboard", async ({ page }) => {
  await openDocs(page, "/en/docs/errors");
  await openSearch(page);
  await boxOf(page).fill("overloaded");
  const section = optionsOf(page).filter({ hasText: /^Errors and retries OVERLOADED/ });
  await section.hover();
  await expect(section).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/en/docs/errors#overloaded");
  await expect(page.locator("#overloaded")).toBeInViewport();
  // The next link is the one of that heading.
  await page.keyboard.press("Tab");
  await expect(page.locator("#overloaded a")).toBeFocused();
});

test("loads its index once, offers popular pages, says how much it finds, and what to do about nothing", async ({
  page,
}) => {
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/docs-search/")) requested.push(new URL(request.url()).pathname);
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openDocs(page, "/en/docs");
  expect(requested).toEqual([]);
  await openSearch(page);
  await boxOf(page).fill("INVALID_PARAMETER");
  // Popular pages, without highlighted matches, are there before.
  await expect(optionsOf(page).locator("mark").first()).toBeVisible();
  expect(await faultsOf(page, "dialog")).toEqual([]);
  const count = await optionsOf(page).count();
  await expect(page.getByText(`${count} results`)).toBeAttached();
  await boxOf(page).fill("qqqqzzzz");
  await expect(page.getByRole("status").filter({ hasText: "Nothing found" })).toContainText(
    "Try fewer words",
  );
  await expect(optionsOf(page)).toHaveCount(0);

  await boxOf(page).fill("");
  const popular = page.getByRole("group", { name: "Popular pages" });
  await expect(popular.getByRole("option").first()).toHaveText("Quick start");
  await page.keyboard.press("Escape");
  await openSearch(page);
  await popular.getByRole("option", { name: "Profile" }).click();
  await expect(page).toHaveURL("/en/docs/profile");
  expect(requested).toEqual(["/docs-search/en"]);
});

test(
  "says when its panel or its index cannot be loaded, and retries",
  provoking("ERR_FAILED /_next/static/…", "ERR_FAILED /docs-search/en"),
  async ({ page }) => {
    await openDocs(page, "/en/docs");
    const failure = page.getByText("The search could not be loaded.");
    await page.route("/_next/static/**", (route) => route.abort());
    await openSearch(page);
    await expect(failure).toBeVisible();
    await page.unroute("/_next/static/**");
    await page.route("/docs-search/en", (route) => route.abort());
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(boxOf(page)).toBeFocused();

    await boxOf(page).fill("size");
    await expect(failure).toBeVisible();
    await page.unroute("/docs-search/en");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(optionsOf(page).first()).toBeVisible();
  },
);

test(
  "loads again by itself when the connection returns",
  provoking("ERR_INTERNET_DISCONNECTED /_next/static/…", "ERR_FAILED /docs-search/en"),
  async ({ page, context }) => {
    await openDocs(page, "/en/docs");
    const failure = page.getByText("The search could not be loaded.");
    await page.route("/docs-search/en", (route) => route.abort());
    await context.setOffline(true);
    await openSearch(page);
    await expect(failure).toBeVisible();
    await context.setOffline(false);
    await expect(failure).toHaveCount(0);

    await boxOf(page).fill("cors");
    await expect(failure).toBeVisible();
    await page.unroute("/docs-search/en");
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(optionsOf(page).first()).toContainText("CORS");
    await expect(failure).toHaveCount(0);
  },
);

test("opens before there is any script, and keeps what is typed", async ({ page }) => {
  const scriptsCome = await holdBack(page, "**/_next/static/chunks/*.js");
  await page.goto("/en/docs/head", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Search docs" }).click();
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.type("co");
  await expect(page.getByRole("dialog").getByText("Loading…")).toBeVisible();
  scriptsCome();
  await expect(optionsOf(page).first()).toBeVisible();
  await page.keyboard.type("rs");
  await expect(boxOf(page)).toHaveValue("cors");
  await expect(boxOf(page)).toBeFocused();
  await expect(optionsOf(page).first()).toContainText("CORS");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("names the page of each section, and shows its samples in the language that was typed", async ({
  page,
}) => {
  await openDocs(page, "/en/docs");
  await openSearch(page);
  await boxOf(page).fill("python");
  const samples = optionsOf(page).filter({ hasText: "Samples" });
  await expect(samples.first()).toBeVisible();
  const names = await samples.allInnerTexts();
  expect(names.length).toBeGreaterThan(3);
  expect(new Set(names.map((name) => name.split("\n")[0])).size).toBe(names.length);
  await samples.filter({ hasText: "Batch lookup" }).click();
  await expect(page).toHaveURL("/en/docs/batch#samples");
  await expect(page.getByRole("radio", { name: "Python", exact: true })).toBeChecked();
  await expect(page.locator("[data-sample=python]")).toContainText("import");
});

function boxOf(page: Page): Locator {
  return page.getByRole("combobox", { name: "Search the docs" });
}

function optionsOf(page: Page): Locator {
  return page.getByRole("listbox", { name: "Results" }).getByRole("option");
}

/** Opens a page and waits for hydration. */
async function openDocs(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}
