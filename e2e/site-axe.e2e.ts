import { expect, provoking, test } from "./support/test.ts";
import {
  expectFound,
  faultsOf,
  overhang,
  playerUrl,
  searchBox,
  suggestionsOf,
} from "./support/page.ts";

const paths = [
  ...["Lantern_Lou", "PebblePenny", "Mossy Minnow", "Nobody_Here"].map((id) => playerUrl(id)),
  "/en/nowhere",
  "/en/status",
  "/ru/status",
  "/ar/status",
];

/** Each theme once: themes differ only in colours; see `app/_components/contrast.test.ts`. */
for (const [colorScheme, width] of [
  ["dark", 320],
  ["light", 1440],
] as const) {
  test(
    `axe finds no problem, and no page scrolls sideways, ${colorScheme}, ${width} pixels wide`,
    provoking("404 /api?username=Nobody_Here", "404 /en/player/Nobody_Here", "404 /en/nowhere"),
    async ({ page, service }) => {
      const expectNoProblem = async () => {
        expect(await faultsOf(page), page.url()).toEqual([]);
        expect(await overhang(page), page.url()).toBeLessThanOrEqual(0);
      };
      expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectNoProblem();
      }

      await page.goto("/en");
      await expectNoProblem();
      await searchBox(page).fill("Lantern_Lou");
      await expectFound(page, "Lantern_Lou", "Java", "Bedrock");
      await expectNoProblem();
      await searchBox(page).fill("Be");
      await expect(suggestionsOf(page)).toContainText(["Bea"]);
      await searchBox(page).press("ArrowDown");
      await expectNoProblem();
      await searchBox(page).fill("Nobody_Here");
      await expect(page.getByText("Neither edition has this player.")).toBeVisible();
      await expectNoProblem();
      await page.getByRole("button", { name: "Theme: System" }).click();
      await expectNoProblem();
    },
  );
}
