import {
  expectFound,
  faultsOf,
  openHome,
  overhang,
  paste,
  searchBox,
  suggestionsOf,
} from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

// `site-layout.e2e.ts` checks the pages as they open.
test(
  "axe finds no problem while a visitor searches, and nothing scrolls sideways",
  provoking("404 /api?username=Nobody_Here"),
  async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.setViewportSize({ width: 320, height: 800 });
    const expectNoProblem = async (state: string) => {
      expect.soft(await faultsOf(page), state).toEqual([]);
      expect.soft(await overhang(page), state).toBeLessThanOrEqual(0);
    };
    await openHome(page);
    await paste(page, "Captain_Cobble");
    await expectFound(page, "Captain_Cobble", "Java");
    await expectNoProblem("a player was found");
    await searchBox(page).fill("Be");
    await expect(suggestionsOf(page)).toContainText(["Bea"]);
    await searchBox(page).press("ArrowDown");
    await expectNoProblem("players are suggested");
    await paste(page, "Nobody_Here");
    await expect(page.getByText("Check the spelling.")).toBeVisible();
    await expectNoProblem("no player was found");

    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.getByRole("button", { name: "Theme: System" }).click();
    await expectNoProblem("a menu is open");
  },
);
