import type { Page } from "playwright/test";
import { alive, clipboardOf, whatHasFocus } from "./support/page.ts";
import { BUILT_FOR, expect, test } from "./support/test.ts";

test.use({ viewport: { width: 1440, height: 900 } });

test("goes to a section from the table of contents or its heading, and marks it there", async ({
  page,
}) => {
  await page.goto("/en/docs/caching");
  await alive(page);
  const current = page.locator(".docs-headings a[aria-current]");
  const headings = page.locator("main h2[id]");
  for (const index of [3, 1, (await headings.count()) - 1]) {
    const id = await headings.nth(index).getAttribute("id");
    await page.locator(`.docs-headings a[href="#${id}"]`).click();
    await expect(page).toHaveURL(`/en/docs/caching#${id}`);
    await expect(headings.nth(index)).toBeInViewport();
    await expect(current).toHaveAttribute("href", `#${id}`);
    await expect(current).toHaveCount(1);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  const first = `#${await headings.first().getAttribute("id")}`;
  await expect(current).toHaveAttribute("href", first);
  await headings.first().hover();
  await headings.first().getByRole("link").click();
  await expect(page).toHaveURL(`/en/docs/caching${first}`);
});

test("uses a wide screen's room for the form beside the text, in view, and for code", async ({
  page,
}) => {
  await page.goto("/en/docs/profile");
  for (const [width, isBeside] of [
    [390, false],
    [768, true],
    [1440, true],
    [2560, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const text = await boxOf(page, "article");
    const form = await boxOf(page, "main > article + div");
    expect(form.x > text.x, `${width} pixels`).toBe(isBeside);
    expect(form.y > text.y, `${width} pixels`).toBe(!isBeside);
    if (!isBeside) continue;
    await page.locator("#samples").scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Send" })).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 0));
  }
  await page.goto("/en/docs/self-hosting");
  expect((await boxOf(page, "main .code-box")).width).toBeGreaterThan(1_000);
});

test("shows the image of an endpoint above the fold of a page that is not too long, and the page in the list of pages", async ({
  page,
}) => {
  const endpoints = ["profile", "batch", "head", "skin", "cape", "views", "history"];
  const withImage = ["head", "skin", "cape", "views"];
  for (const id of [...endpoints, "privacy", "changelog"]) {
    await page.goto(`/en/docs/${id}`);
    await expect(page.locator('.docs-pages a[aria-current="page"]'), id).toBeInViewport();
    if (!endpoints.includes(id)) continue;
    // The fields of both editions are open, as a reference is read.
    const longer = id === "profile" ? 1.5 : 1;
    for (const [width, most] of [
      [390, 8_000 * longer],
      [1440, 5_300 * longer],
    ] as const) {
      const where = `${id}, ${width} pixels wide`;
      await page.setViewportSize({ width, height: 844 });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect.soft(height, where).toBeLessThanOrEqual(most);
      if (!withImage.includes(id)) continue;
      const image = await boxOf(page, "main img");
      expect.soft(image.y + image.height, where).toBeLessThanOrEqual(844);
    }
  }
});

test("keeps the list of pages in sight on a phone, collapsed", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 844 });
  await page.goto("/en/docs/errors#overloaded");
  await alive(page);
  const list = page.getByRole("button", { name: /^Pages/ });
  await expect(list).toBeInViewport();
  const bar = await boxOf(page, "div:has(> .docs-pages)");
  expect(bar.y).toBe(0);
  const heading = await boxOf(page, "#overloaded");
  expect(heading.y).toBeGreaterThanOrEqual(bar.y + bar.height);

  const pages = page.getByRole("navigation", { name: "Pages" });
  const link = pages.getByRole("link", { name: "Caching", exact: true });
  const group = pages.locator("summary").filter({ hasText: "Guides" });
  await expect(link.filter({ visible: true })).toHaveCount(0);
  await list.click();
  await page.keyboard.press("Escape");
  await expect(link.filter({ visible: true })).toHaveCount(0);
  await expect(list).toBeFocused();
  await list.press("Enter");
  await group.click();
  await link.click();
  await expect(page).toHaveURL("/en/docs/caching");
  await expect(page.locator("h1")).toHaveText(["Caching"]);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled });

    test("opens the folded section that a link leads to", async ({ page }) => {
      const isOpen = (id: string) => page.locator(`details:has(> #${id})`);
      await page.goto("/en/docs/head#texture");
      await expect(isOpen("texture")).toHaveAttribute("open");
      await expect(isOpen("texture").locator("summary")).toBeInViewport();
      await expect(isOpen("source")).not.toHaveAttribute("open");

      const link = page.locator(".docs-headings a[href='#source']");
      await link.click();
      await expect(isOpen("source")).toHaveAttribute("open");
      await expect(isOpen("source").locator("summary")).toBeInViewport();
      // The URL does not change.
      await isOpen("source").locator("summary").click();
      await expect(isOpen("source")).not.toHaveAttribute("open");
      await link.click();
      await expect(isOpen("source")).toHaveAttribute("open");

      await page.goto("/en/docs/recent-and-social");
      await page.locator(".docs-headings a[href='#social-try-it']").click();
      await expect(isOpen("social-try-it")).toHaveAttribute("open");
      await expect(isOpen("recent-try-it")).not.toHaveAttribute("open");
    });
  });
}

test("copies the page as Markdown, and prints its text, responses and sample without controls", async ({
  page,
}) => {
  await page.goto("/en/docs/head");
  await alive(page);
  await page.getByRole("button", { name: "Copy page" }).click();
  await expect(page.getByRole("article").getByRole("status").first()).toHaveText("Copied");
  expect(await clipboardOf(page)).toBe(await (await page.request.get("/en/docs/head.md")).text());
  await page.locator("fieldset label").filter({ hasText: "Python" }).click();
  const sample = page.locator("[data-sample=python]");
  await expect(sample).toContainText(BUILT_FOR);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("h1")).toBeVisible();
  await expect(sample).toBeVisible();
  for (const pre of await page.locator(".docs-responses pre").all())
    await expect(pre).toBeVisible();
  for (const name of [/^Send$/, /^Copy/, /^Search docs/]) {
    const buttons = page.getByRole("button", { name });
    await expect(buttons.filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.locator("fieldset").filter({ visible: true })).toHaveCount(0);
  for (const part of ["nav", "form", "#try-it", "body > header", "body > footer"]) {
    await expect(page.locator(part).filter({ visible: true }), part).toHaveCount(0);
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
  for (const name of ["Skip to content", "Search docs", "Skin", "Copy URL", "Send", "Next"]) {
    expect(passed.filter((one) => one.includes(name)).length, name).toBeGreaterThan(0);
  }

  await page.getByRole("radio", { name: "TypeScript", exact: true }).focus();
  await page.getByRole("radio", { name: "Go", exact: true }).press("Space");
  await expect(page.locator("[data-sample=go]").first()).toBeVisible();
  const response = page.locator("details").filter({ hasText: "BAD_GATEWAY" });
  await response.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(response.locator("pre").first()).toBeVisible();
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not to be seen.`);
  return box;
}

test("names the columns of a table where a row is a block", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/en/docs/head");
  const row = page.getByRole("row", { name: /^nothing/ });
  await expect(row.getByRole("rowheader")).toHaveText("nothing");
  const titles = await row
    .getByRole("cell")
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
  expect(titles).toEqual(['"Status "', '"Body "']);
});

test("leads to each service that one can move from, with its URL in sight", async ({ page }) => {
  await page.goto("/en/docs/moving#minotar");
  await expect(page.getByRole("heading", { name: "Minotar" })).toBeInViewport();
  const box = page.locator("#minotar ~ .code-box").first();
  await expect(box).toContainText("/compat/minotar/");
  await expect(box).toBeInViewport();
});
