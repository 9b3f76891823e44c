import { faultsOf, overhang, search, searchBox, suggestionsOf } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

test("can be used by keyboard only", async ({ page, service }) => {
  for (const name of ["Captain_Cobble", "CopperKettle"]) {
    expect((await fetch(`${service.url}/api?username=${name}`)).status).toBe(200);
  }
  await page.goto("/en");
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("c");
  const options = suggestionsOf(page);
  await expect(options.filter({ hasText: "CopperKettle" })).toBeVisible();
  await expect(searchBox(page)).toHaveAttribute("aria-expanded", "true");

  // The text itself comes first, then players who match, then the box again.
  const count = await options.count();
  for (let index = 0; index < count; index++) {
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(index)).toHaveAttribute("aria-selected", "true");
    const id = await options.nth(index).getAttribute("id");
    await expect(searchBox(page)).toHaveAttribute("aria-activedescendant", id ?? "");
  }
  await page.keyboard.press("ArrowDown");
  await expect(searchBox(page)).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue("c");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const chosen = await options.last().locator("bdi").textContent();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/en/player/${chosen}`);
});

test("focuses the box on a slash", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Docs", exact: true }).focus();
  await page.keyboard.press("/");
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("");
  await page.keyboard.type("a/b");
  await expect(searchBox(page)).toHaveValue("a/b");
});

test("closes the list when the box loses the focus", async ({ page }) => {
  await page.goto("/en");
  await searchBox(page).fill("Bea");
  await expect(suggestionsOf(page).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(suggestionsOf(page)).toHaveCount(0);
});

test("keeps what was typed before hydration", async ({ page }) => {
  let comeToLife = () => undefined as void;
  const scriptsMayCome = new Promise<void>((resolve) => (comeToLife = resolve));
  await page.route(/_next\/static\/chunks\/.*\.js/, async (route) => {
    await scriptsMayCome;
    await route.continue();
  });
  await page.goto("/en", { waitUntil: "commit" });
  await searchBox(page).fill("Captain_Cobble");
  await expect(suggestionsOf(page)).toHaveCount(0);
  comeToLife();
  // Once scripts run, the tag above the head shows the text of the box.
  const question = page.getByRole("region", { name: "Who is this player?" });
  await expect(question.getByText("Captain_Cobble", { exact: true })).toBeVisible();
  await expect(searchBox(page)).toHaveValue("Captain_Cobble");
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/en/player/Captain_Cobble");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

  test("shows the whole page without scrolling sideways", async ({ page }) => {
    await page.goto("/en");
    expect(await overhang(page)).toBe(0);
    await searchBox(page).fill("abcdefghijklmnopqrstuvwxy");
    await expect(suggestionsOf(page).first()).toBeVisible();
    expect(await overhang(page)).toBe(0);
    await searchBox(page).fill("W".repeat(200));
    await expect(page.getByText("Check for a stray character.")).toBeVisible();
    expect(await overhang(page)).toBe(0);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("searches with a plain form that ends at the player's page", async ({ page }) => {
    await page.goto("/en");
    await search(page, "Lantern_Lou");
    await expect(page).toHaveURL("/en/player/Lantern_Lou");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Lantern_Lou");
  });

  test("shows everything but the recent lookups", async ({ page }) => {
    await page.goto("/en");
    await expect(page.getByRole("heading")).toHaveText([
      "Who is this player?",
      "A free API for your site, server or bot",
      "Show a player’s head",
      "Get a profile as JSON",
      "What you can enter",
      "Java name",
      "Bedrock gamertag",
      "UUID",
      "XUID",
    ]);
    await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  });

  test("changes the language, and offers no themes", async ({ page }) => {
    await page.goto("/en");
    await page.getByLabel("Language: English").click();
    await expect(page.getByRole("link", { name: "English" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Theme:/ })).toBeHidden();
  });
});

/** Each theme once: themes differ only in colours; see `app/_components/contrast.test.ts`. */
for (const [colorScheme, width] of [
  ["dark", 360],
  ["light", 1440],
] as const) {
  test(
    `has no problem that axe finds, ${colorScheme}, ${width} pixels wide`,
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
      await expect(page.getByText("Neither edition has this player.")).toBeVisible();
      expect(await faultsOf(page)).toEqual([]);

      await page.getByRole("button", { name: "Theme: System" }).click();
      expect(await faultsOf(page)).toEqual([]);

      await page.goto("/en/nowhere");
      expect(await faultsOf(page)).toEqual([]);
    },
  );
}
