import { searchBox } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

test("links from the 404 page to the site", provoking("404 /en/nowhere"), async ({ page }) => {
  await page.goto("/nowhere");
  await expect(page).toHaveURL("/en/nowhere");
  await page.getByRole("link", { name: "Look up a player" }).click();
  await expect(page).toHaveURL("/en");
  await expect(searchBox(page)).toBeVisible();
});
