import { provoking } from "./support/complaints.ts";
import { searchBox, shiftOf, suggestionsOf, watchShifts } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

const MOST_SCRIPT_BYTES = 170 * 1024;
const MOST_SHIFT = 0.02;

test("sends at most 170 kB of JavaScript for the home page and a search on it", async ({
  page,
}) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto("/en", { waitUntil: "networkidle" });
  await searchBox(page).fill("Lantern_Lou");
  await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  // Less would mean that nothing was counted.
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES);
});

for (const width of [360, 1440]) {
  test(
    `moves nothing while it loads and answers, ${width} pixels wide`,
    provoking("404 /api?username=Nobody_Here"),
    async ({ page, service }) => {
      expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      await page.goto("/en", { waitUntil: "networkidle" });
      await searchBox(page).fill("Lantern_Lou");
      await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
      await searchBox(page).fill("Nobody_Here");
      await expect(page.getByText("Neither edition knows this player.")).toBeVisible();
      expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
    },
  );
}
