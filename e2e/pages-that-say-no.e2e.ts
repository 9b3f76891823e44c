import { playerUrl } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

test(
  "a page without a player has what was looked up in a search, and recent players",
  provoking("404 /en/player/Lantern_Lo"),
  async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Tinker_Tess`)).status).toBe(200);
    await page.goto(playerUrl("Lantern_Lo"));
    const recent = page.getByRole("region", { name: "Recently looked up" });
    await expect(recent.getByRole("link", { name: /Tinker_Tess/ })).toBeVisible();
    const box = page.getByLabel("Correct it and try again").getByRole("searchbox");
    await expect(box).toHaveValue("Lantern_Lo");
    await box.press("End");
    await box.pressSequentially("u");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/en\/player\/Lantern_Lou$/);
  },
);

test(
  "a button whose scripts did not arrive says so, in place of nothing",
  provoking("ERR_FAILED /_next/static/…"),
  async ({ page }) => {
    await page.route(/\/_next\/.*\.js$/, (route) => route.abort());
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(playerUrl("Lantern_Lou"));
      const said = page.getByText("This needs JavaScript, which couldn’t be loaded.");
      await expect(said).toHaveCount(0);
      await page.getByRole("button", { name: "Share" }).click();
      await expect(said).toBeInViewport({ ratio: 1 });
    }
  },
);
