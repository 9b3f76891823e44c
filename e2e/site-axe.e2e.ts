import { faultsOf } from "./support/axe.ts";
import { provoking } from "./support/complaints.ts";
import { searchBox, suggestionsOf } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

/** Each theme once: they differ in colours only, see `app/_components/theme/contrast.test.ts`. */
for (const [colorScheme, width] of [
  ["dark", 360],
  ["light", 1440],
] as const) {
  test(
    `has nothing that axe finds fault with, ${colorScheme}, ${width} pixels wide`,
    provoking("404 /api?username=Nobody_Here", "404 /en/nowhere"),
    async ({ page, service }) => {
      expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/en");
      expect(await faultsOf(page)).toEqual([]);

      await searchBox(page).fill("Lantern_Lou");
      await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
      await searchBox(page).press("ArrowDown");
      expect(await faultsOf(page)).toEqual([]);

      await searchBox(page).fill("Nobody_Here");
      await expect(page.getByText("Neither edition knows this player.")).toBeVisible();
      expect(await faultsOf(page)).toEqual([]);

      await page.getByLabel("Colours: As the device").click();
      expect(await faultsOf(page)).toEqual([]);

      await page.goto("/en/nowhere");
      expect(await faultsOf(page)).toEqual([]);
    },
  );
}
