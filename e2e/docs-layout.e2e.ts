import type { Page } from "playwright/test";
import { overhang } from "./support/layout.ts";
import { alive, open } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

/** From where to where an element's text goes, across the page. */
function linesOf(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((all) =>
    all.flatMap((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].map(({ left, right }) => ({ left, right }));
    }),
  );
}

test("fits a phone whose text is twice as large", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const session = await context.newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of [
    "/en/docs/head",
    "/en/docs/self-hosting",
    "/ar/docs/head",
    "/de/docs/views",
  ]) {
    await open(page, path);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("32px");
    expect(await overhang(page), path).toBeLessThanOrEqual(0);
  }
});

test("ends its actions where the text ends, and begins URLs and forms of URLs at one edge", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/en/docs/head");
  const label = await linesOf(page, ".docs-copy-page .docs-copy-later");
  const article = await page.locator("article").boundingBox();
  const end = Math.max(...label.map(({ right }) => right));
  expect(end).toBeCloseTo((article?.x ?? 0) + (article?.width ?? 0), 0);

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/ar/docs/head");
    // As all code, from left to right.
    const starts = (await linesOf(page, ".docs-first > div code")).map(({ left }) => left);
    expect(starts.length).toBeGreaterThan(2);
    expect(Math.min(...starts), `${width} pixels wide`).toBeCloseTo(starts[0] ?? 0, 0);
    const forms = await linesOf(page, ".docs-first > div > p + p code:first-child");
    expect(forms[0]?.left, `${width} pixels wide`).toBeCloseTo(starts[0] ?? 0, 0);
  }
});

test("never breaks a default value, and frames nothing but its text", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/en/docs/self-hosting");
  const value = page.locator(".docs-value").filter({ hasText: "http://localhost:3000" });
  expect(await value.evaluate((element) => element.getClientRects().length)).toBe(1);
  const port = page.locator(".docs-value").filter({ hasText: /^3000$/ });
  const [text] = await linesOf(page, ".docs-value >> text=/^3000$/");
  const frame = await port.boundingBox();
  expect((frame?.width ?? 0) - ((text?.right ?? 0) - (text?.left ?? 0))).toBeLessThan(12);
});

test("fades the edge beyond which code goes on, in every box alike", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/en/docs");
  const boxes = await page.locator("main .code-box pre").evaluateAll((all) =>
    all
      .filter((box) => box.checkVisibility())
      .map((box) => {
        const styles = getComputedStyle(box);
        const { whiteSpace, overflowX } = styles;
        const isCut = box.scrollWidth > box.clientWidth;
        const fades = styles.getPropertyValue("--right") !== "0px";
        return { whiteSpace, overflowX, isHonest: fades === isCut };
      }),
  );
  expect(boxes.length).toBeGreaterThan(2);
  for (const box of boxes) {
    expect(box).toEqual({ whiteSpace: "pre", overflowX: "auto", isHonest: true });
  }
});

test("names the keys of the search where there are keys, in Japanese as well", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const locale of ["en", "ja"]) {
    await page.goto(`/${locale}/docs`);
    const button = page.locator("[aria-keyshortcuts]");
    await expect(button.getByText("Ctrl K")).toBeVisible();
    const label = button.locator("span");
    expect(await label.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  }
  const tablet = await browser.newPage({
    viewport: { width: 1180, height: 820 },
    hasTouch: true,
    isMobile: true,
  });
  await tablet.goto(new URL("/en/docs", page.url()).href);
  await expect(tablet.getByRole("button", { name: "Search docs" })).toBeVisible();
  await expect(tablet.getByText("Ctrl K")).toBeHidden();
  await tablet.close();
});

test("leads from a wrong URL to the documentation and its search", async ({ context }) => {
  // Not the usual page fixture: the browser logs the status of a page.
  const lost = await context.newPage();
  await lost.goto("/en/docs/nope");
  await alive(lost);
  await lost.getByRole("button", { name: "Search docs" }).click();
  await lost.getByRole("combobox", { name: "Search the docs" }).fill("cors");
  await lost.getByRole("option").first().click();
  await expect(lost).toHaveURL("/en/docs/conventions#cors");
  await lost.goBack();
  await lost.getByRole("main").getByRole("link", { name: "Documentation" }).click();
  await expect(lost).toHaveURL("/en/docs");
});
