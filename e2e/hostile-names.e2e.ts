import { hostileNames } from "./support/hostile-names.ts";
import { expect, provoking, test } from "./support/test.ts";
import { openHome, playerUrl, searchBox } from "./support/page.ts";

test("shows hostile names as text, calls no provider, and runs none of them", async ({ page }) => {
  await openHome(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    requested.push(pathname + search);
  });
  const complaint = page.getByText("Check for a stray character.");
  for (const name of [...hostileNames, "<b>".repeat(400)]) {
    await test.step(JSON.stringify(name).slice(0, 40), async () => {
      await searchBox(page).fill(name);
      await searchBox(page).press("Enter");
      await expect(
        page.getByRole("status").getByText("Not a valid name or ID", { exact: true }),
      ).toBeAttached();
      await expect(complaint).toBeVisible();
      await expect(page).toHaveURL("/en");
      expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      await searchBox(page).fill("");
      await expect(complaint).toHaveCount(0);
    });
  }
  // The page's own images are those of other players.
  await page.waitForLoadState("networkidle");
  const images = await page
    .locator("main img")
    .evaluateAll((all) => all.map((image) => image.getAttribute("src")));
  const searches = requested.filter((url) => url.includes("username=") && !images.includes(url));
  expect(searches).toEqual([]);
});

/** `player.test.ts` reads the pages of all. */
const scripts = hostileNames.slice(0, 3).map((id) => ({ id, url: playerUrl(id) }));

test(
  "shows hostile names in URLs as text, and runs none of them",
  provoking(...scripts.map(({ url }) => `400 ${new URL(url, "http://localhost").pathname}`)),
  async ({ page }) => {
    for (const { id, url } of scripts) {
      await page.goto(url);
      await expect(page.getByRole("main").locator(".plate")).toHaveText(id);
      expect(await page.evaluate(() => "__xss" in window)).toBe(false);
    }
  },
);

test(
  "explains a search that no path can express",
  provoking("400 /en/player?username=.."),
  async ({ page }) => {
    await page.goto("/en/player?username=..");
    await expect(page.getByText("Check for a stray character.")).toBeVisible();
    await page.getByLabel("Correct it and try again").getByRole("searchbox").fill("Lantern_Lou");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/en\/player\/Lantern_Lou$/);
  },
);
