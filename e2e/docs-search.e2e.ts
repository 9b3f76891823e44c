import type { Locator, Page } from "playwright/test";
import { faultsOf } from "./support/page.ts";
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
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
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
  const section = optionsOf(page).filter({ hasText: /^OVERLOADED/ });
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
