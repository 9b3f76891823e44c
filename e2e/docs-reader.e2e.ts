import type { Page } from "playwright/test";
import { alive, englishPages } from "./support/docs.ts";
import { BUILT_FOR, expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt, viewport: { width: 1440, height: 900 } });

test("marks the current section in the table of contents", async ({ page }) => {
  await page.goto("/en/docs/caching");
  await alive(page);
  const current = page.locator(".docs-headings a[aria-current]");
  const headings = page.locator("main h2[id]");
  for (const index of [3, 1, (await headings.count()) - 1]) {
    const id = await headings.nth(index).getAttribute("id");
    await page.locator(`.docs-headings a[href="#${id}"]`).click();
    await expect(current).toHaveAttribute("href", `#${id}`);
    await expect(current).toHaveCount(1);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(current).toHaveAttribute("href", `#${await headings.first().getAttribute("id")}`);
});

test("copies the whole page as Markdown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/en/docs/head");
  await alive(page);
  await page.getByRole("button", { name: "Copy page" }).click();
  await expect(page.locator(".docs-copy-page").getByRole("status")).toHaveText("Copied");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await (await page.request.get("/en/docs/head.md")).text());
});

test("shows the group of a page, and when it changed if git knows that", async ({ request }) => {
  for (const { path } of englishPages) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('<nav aria-label="Breadcrumb"><ol><li><a href="/en/docs">');
    for (const [, date = "", text = ""] of html.matchAll(
      /<time dateTime="([^"]+)"[^>]*>([^<]+)</g,
    )) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(text).toContain("Last updated");
      expect(Date.parse(date)).toBeLessThanOrEqual(Date.now());
    }
  }
});

test("has a link to the filled form, which sends the same request for someone else", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/en/docs/head");
  await alive(page);
  const form = page.locator("form[action='/head']");
  await form.getByLabel("username").fill(".Mossy Minnow");
  await form.getByLabel("size").fill("128");
  await form.getByRole("combobox", { name: "overlay" }).selectOption("false");
  await form.getByRole("button", { name: "Copy link to this form" }).click();
  await expect(form.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const query = "?username=.Mossy%20Minnow&size=128&overlay=false";
  expect(new URL(link).pathname).toBe("/en/docs/head");
  expect(link.endsWith(`${query}#try-it`)).toBe(true);

  await page.goto(link);
  await alive(page);
  await expect(form.getByLabel("username")).toHaveValue(".Mossy Minnow");
  await expect(form.getByLabel("size")).toHaveValue("128");
  await expect(form.getByRole("combobox", { name: "overlay" })).toHaveValue("false");
  await expect(form.getByRole("combobox", { name: "format" })).toHaveValue("png");
  await expect(page.locator("#try-it")).toBeInViewport();
  const request = page.waitForRequest(`/head${query}`);
  await form.getByRole("button", { name: "Send" }).click();
  await request;
});

test("puts the sent request into the page's URL", async ({ page }) => {
  await page.goto("/en/docs/cape");
  await alive(page);
  const form = page.locator("form[action='/cape']");
  await form.getByLabel("username").fill("Captain_Cobble");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL("/en/docs/cape?username=Captain_Cobble#try-it");
  await page.reload();
  await expect(form.getByLabel("username")).toHaveValue("Captain_Cobble");
});

test("leaves other forms unchanged", async ({ page }) => {
  await page.goto("/en/docs/head?from=chat&format=bmp");
  await alive(page);
  const form = page.locator("form[action='/head']");
  await expect(form.getByRole("combobox", { name: "format" })).toHaveValue("png");
});

test("uses a wide screen's room for responses beside requests, and for code", async ({ page }) => {
  await page.goto("/en/docs/profile");
  for (const [width, isBeside] of [
    [1024, false],
    [1280, true],
    [2560, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const request = await boxOf(page, "#samples");
    const response = await boxOf(page, "#answers");
    expect(response.x > request.x, `${width} pixels`).toBe(isBeside);
    expect(response.y > request.y, `${width} pixels`).toBe(!isBeside);
  }
  await page.goto("/en/docs/self-hosting");
  expect((await boxOf(page, "main .docs-box")).width).toBeGreaterThan(1_000);
});

test("keeps the search and the list of pages in sight on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/en/docs/errors#overloaded");
  await alive(page);
  await expect(page.getByRole("button", { name: "Pages", exact: true })).toBeInViewport();
  const bar = await boxOf(page, ".docs-side");
  expect(bar.y).toBe(0);
  const heading = await boxOf(page, "#overloaded");
  expect(heading.y).toBeGreaterThanOrEqual(bar.y + bar.height);
});

test("prints the text, every response and the chosen sample, but no controls", async ({ page }) => {
  await page.goto("/en/docs/head");
  await alive(page);
  await page.locator("fieldset").getByRole("button", { name: "Python", exact: true }).click();
  const sample = page.locator("[data-sample=python]");
  await expect(sample).toContainText(BUILT_FOR);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("h1")).toBeVisible();
  await expect(sample).toBeVisible();
  for (const pre of await page.locator(".docs-responses pre").all())
    await expect(pre).toBeVisible();
  for (const name of ["Send", "Copy", "Copy page", "Search docs", "curl"]) {
    const buttons = page.getByRole("button", { name, exact: true });
    await expect(buttons.filter({ visible: true })).toHaveCount(0);
  }
  for (const part of ["nav", "form", "#try-it", "header", "body > footer"]) {
    await expect(page.locator(part).filter({ visible: true }), part).toHaveCount(0);
  }
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not to be seen.`);
  return box;
}
