import { attributesIn, readPage, textsIn } from "./support/html.ts";
import {
  alive,
  faultsOf,
  overhang,
  playerUrl,
  searchBox,
  shiftOf,
  watchShifts,
} from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

/** Each theme once: themes differ only in colours; see `app/_components/contrast.test.ts`. */
const screens = [
  { name: "phone", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
  { name: "desktop", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
] as const;

for (const { name, viewport, colorScheme } of screens) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test(
      "has no problem that axe finds, with a player or without",
      provoking("404 /en/player/Nobody_Here"),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const id of ["Lantern_Lou", "PebblePenny", "Mossy Minnow", "Nobody_Here"]) {
          await page.goto(playerUrl(id));
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          expect(await faultsOf(page), id).toEqual([]);
        }
      },
    );

    test("has no layout shifts, and does not scroll sideways", async ({ page }) => {
      await watchShifts(page);
      for (const id of ["Lantern_Lou", "PebblePenny", "Fifteen Letters"]) {
        await page.goto(playerUrl(id), { waitUntil: "networkidle" });
        expect(await shiftOf(page), id).toBe(0);
        expect(await overhang(page), id).toBeLessThanOrEqual(0);
      }
    });
  });
}

test("can be used by keyboard only", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const refresh = page.getByRole("button", { name: "Refresh", exact: true });
  await refresh.focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy Name", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy UUID", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("dfb83a47-9bf3-4695-83e7-bdc34c28fa4e");
});

test("says when the profile was fetched, then how long ago that was", async ({ page, request }) => {
  const { root } = await readPage(request, playerUrl("Lantern_Lou"));
  const [time] = attributesIn(root, "main section time", "datetime");
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(textsIn(root, "main section time")[0]).toMatch(
    /^\w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M UTC$/,
  );
  await page.goto(playerUrl("Lantern_Lou"));
  await expect(page.getByText(/^Fetched (?:now|\d+ (?:second|minute)s? ago)$/)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows everything that does not need it", async ({ page }) => {
    await page.goto(playerUrl("Lantern_Lou"));
    await expect(page).toHaveTitle("Lantern_Lou · Nametag");
    await expect(page.getByText("2761708961228418", { exact: true })).toBeVisible();
    await expect(page.getByAltText("Head of Lantern_Lou").first()).toBeVisible();
    await expect(page.getByText("LouAndTheLamp")).toBeVisible();
    await expect(page.getByText(/^Fetched on .* UTC$/)).toBeVisible();
    await expect(page.getByRole("img", { name: "Skin of Lantern_Lou in 2D" })).toBeVisible();
    await expect(page.getByText(/^!\[Lantern/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Refresh" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: /^Refresh/ })).toHaveAttribute(
      "href",
      "/api?username=Lantern_Lou&update=true",
    );
  });

  test(
    "shows who had the name before, and similar names",
    provoking("404 /en/player/LouAndTheLamp", "404 /en/player/Lantern_Luo"),
    async ({ page }) => {
      await page.goto(playerUrl("Lantern_Lou"));
      await page.goto(playerUrl("LouAndTheLamp"));
      const former = page.getByRole("region", { name: "This player used the name before" });
      await expect(former).toContainText("Last seen with this name on November 5, 2021");
      await expect(former).toContainText("Someone else may own the name now.");
      await former.getByRole("link", { name: "Lantern_Lou" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
      await page.goto(playerUrl("Lantern_Luo"));
      await expect(page.getByText("Did you mean Lantern_Lou?")).toBeVisible();
    },
  );

  test(
    "offers the search when no player is found",
    provoking("404 /en/player/Nobody_Here"),
    async ({ page }) => {
      await page.goto(playerUrl("Nobody_Here"));
      await searchBox(page).fill("Lantern Lou");
      await searchBox(page).press("Enter");
      await expect(page).toHaveURL("/en/player/Lantern%20Lou");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
    },
  );
});
