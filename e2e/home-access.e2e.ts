import { provoking } from "./support/complaints.ts";
import { failureOf, headOf, panelOf, search, searchBox, searchUrl } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

test("can be used with the keyboard alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/en");
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("Lantern_Lou");
  await page.keyboard.press("Enter");
  await expect(panelOf(page, "Lantern_Lou")).toBeVisible();
  await expect(searchBox(page)).toBeFocused();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Look up" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy UUID", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("dfb83a47-9bf3-4695-83e7-bdc34c28fa4e");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

  test("shows both editions without scrolling sideways", async ({ page }) => {
    await page.goto("/en");
    expect(await page.evaluate(overhang)).toBe(0);
    await search(page, "Lantern_Lou");
    await expect(headOf(page, "Lantern_Lou")).toBeVisible();
    await expect(headOf(page, "Lantern Lou")).toBeVisible();
    expect(await page.evaluate(overhang)).toBe(0);
  });

  test("shows the longest name without scrolling sideways", async ({ page }) => {
    await page.goto(searchUrl("abcdefghijklmnopqrstuvwxy"));
    await expect(panelOf(page, "abcdefghijklmnopqrstuvwxy")).toBeVisible();
    expect(await page.evaluate(overhang)).toBe(0);
  });

  test(
    "shows a long mistake without scrolling sideways",
    provoking(`400 /api?username=${"W".repeat(200)}`),
    async ({ page }) => {
      await page.goto(searchUrl("W".repeat(200)));
      await expect(failureOf(page)).toBeVisible();
      expect(await page.evaluate(overhang)).toBe(0);
    },
  );

  test(
    "shows that there is no page without scrolling sideways",
    provoking("404 /en/nowhere"),
    async ({ page }) => {
      await page.goto("/en/nowhere");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await page.evaluate(overhang)).toBe(0);
    },
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("says that a search will give the data", async ({ page }) => {
    await page.goto("/en");
    // Not by its text: the search for texts passes over what is inside of noscript.
    await expect(page.locator("noscript p")).toHaveText(
      "The result of a search is drawn with JavaScript, which is off. You will still get the data.",
    );
    await expect(page.locator("noscript p")).toBeVisible();
  });

  test("searches with a plain form and leads to the data", async ({ page }) => {
    await page.goto("/en");
    await search(page, "Lantern_Lou");
    await expect(page).toHaveURL("/en?username=Lantern_Lou");
    await expect(page).toHaveTitle("Lantern_Lou · Nametag");
    await expect(searchBox(page)).toHaveValue("Lantern_Lou");

    const answer = page.waitForResponse("/api?username=Lantern_Lou");
    await page.getByRole("link", { name: "the same data as JSON" }).click();
    const { java } = (await (await answer).json()) as { java: { uuid: string } };
    expect(java.uuid).toBe("dfb83a479bf3469583e7bdc34c28fa4e");
  });

  test("says that there is no page", provoking("404 /en/nowhere"), async ({ page }) => {
    await page.goto("/en/nowhere");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Nobody lives at this address",
    );
  });
});

/** By how many pixels the document is wider than the window. */
function overhang(): number {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}
