import { alive, holdBack, playerUrl, searchBox } from "./support/page.ts";
import { expect, provoking, test as base } from "./support/test.ts";

const SCRIPTS = "**/_next/static/chunks/*.js";

interface Early {
  /** Opens a page whose scripts arrive when the returned function is called. */
  openEarly(path: string): Promise<() => Promise<void>>;
}

const test = base.extend<Early>({
  openEarly: async ({ page }, use) =>
    use(async (path) => {
      const release = await holdBack(page, SCRIPTS);
      await page.goto(path, { waitUntil: "commit" });
      await page.locator(".footer").waitFor();
      return async () => {
        expect(await page.evaluate(() => "isHydrated" in window)).toBe(false);
        release();
        await alive(page);
      };
    }),
});

test("hydrates without waiting for anybody to do something", async ({ page }) => {
  for (const path of ["/en", playerUrl("Lantern_Lou"), "/en/docs/head", "/en/status"]) {
    await page.goto(path);
    await alive(page);
  }
});

test("shows that a button is pressed, and presses it once it reacts", async ({
  page,
  openEarly,
}) => {
  const hydrate = await openEarly(playerUrl("Lantern_Lou"));
  const turn = page.getByRole("button", { name: "Turn Lantern_Lou in 3D" });
  await turn.click();
  await expect(turn).toHaveAttribute("aria-busy", "true");
  await hydrate();
  await expect(page.getByRole("img", { name: "Lantern_Lou in 3D" })).toBeVisible();
});

test("presses what was pressed last, once", async ({ page, openEarly }) => {
  const refreshes: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("update=true")) refreshes.push(request.url());
  });
  const hydrate = await openEarly(playerUrl("Tinker_Tess"));
  const turn = page.getByRole("button", { name: "Turn Tinker_Tess in 3D" });
  const refresh = page.getByRole("button", { name: "Refresh" });
  await turn.click();
  await refresh.click();
  await refresh.click();
  await expect(turn).not.toHaveAttribute("aria-busy");
  await hydrate();
  await expect(refresh).not.toHaveAttribute("aria-busy", "true");
  await expect.poll(() => refreshes.length).toBe(1);
  await expect(turn).toBeVisible();
});

test("sends a form of the documentation on its page", async ({ page, openEarly }) => {
  const hydrate = await openEarly("/en/docs/head");
  const send = page.getByRole("button", { name: "Send" }).first();
  await send.click();
  await expect(send).toHaveAttribute("aria-busy", "true");
  await hydrate();
  await expect(page).toHaveURL(/\/en\/docs\/head\?/);
  await expect(page.getByText("200").first()).toBeVisible();
});

test("fills the form with an image of the gallery", async ({ page, openEarly }) => {
  const hydrate = await openEarly("/en/docs/head");
  await page.locator("a[data-fills]").nth(1).click();
  await hydrate();
  await expect(page).toHaveURL(/\/en\/docs\/head\?/);
});

test("opens the search of the documentation by its shortcut", async ({ page, openEarly }) => {
  const hydrate = await openEarly("/en/docs/head");
  await page.keyboard.press("ControlOrMeta+k");
  await hydrate();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("focuses the search with a slash, and looks up what was typed", async ({
  page,
  openEarly,
}) => {
  const hydrate = await openEarly("/en");
  await searchBox(page).blur();
  await page.keyboard.press("/");
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("Captain_Cobble");
  await hydrate();
  await expect(searchBox(page)).toHaveValue("Captain_Cobble");
  await expect(page.locator("#figure .plate")).toHaveText("Captain_Cobble");
});

test(
  "says so when scripts do not arrive",
  provoking("ERR_FAILED /_next/static/…"),
  async ({ page }) => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto(playerUrl("Lantern_Lou"));
    const turn = page.getByRole("button", { name: "Turn Lantern_Lou in 3D" });
    await turn.click();
    await expect(page.locator("#said")).toHaveText(/JavaScript, which couldn’t be loaded/);
    await expect(page.locator("#said")).toBeInViewport();
    await expect(turn).not.toHaveAttribute("aria-busy");
  },
);

test("leaves menus, tabs and copy buttons to the browser", async ({ page, openEarly }) => {
  const hydrate = await openEarly("/en/docs/head");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const copy = page.locator("main [data-copies]").first();
  await copy.click();
  await expect(copy).toHaveAttribute("data-state", "copied");
  await hydrate();
});
