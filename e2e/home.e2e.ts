import {
  alive,
  clipboardOf,
  expectFound,
  holdBack,
  noRecentPlayers,
  openHome,
  resultOf,
  searchBox,
  suggestionsOf,
} from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test("shows recent lookups live, linked accounts as one player", async ({ page, service }) => {
  expect((await fetch(`${service.url}/api?username=Bramble_Bard`)).status).toBe(200);
  await page.clock.install();
  await page.goto("/en");
  const recent = page.getByRole("region", { name: "Recently looked up" });
  await expect(recent.getByRole("heading")).toBeVisible();
  await expect(recent.getByRole("link", { name: "Bramble_Bard Java Bedrock" })).toBeVisible();
  await expect(recent.getByText("Bamboo_Benny")).toHaveCount(0);
  expect((await fetch(`${service.url}/api?username=Bamboo_Benny`)).status).toBe(200);
  await page.clock.runFor(31_000);
  await expect(recent.getByRole("listitem").first()).toHaveText("Bamboo_BennyJava");
  // Heads are loaded once they are about to be seen.
  await recent.scrollIntoViewIfNeeded();
  await expect(recent.locator("img").first()).toHaveJSProperty("naturalWidth", 48);
});

test("leaves the recent lookups out when there are none, or none can be read", async ({ page }) => {
  for (const response of [{ body: "no JSON" }, { json: noRecentPlayers }]) {
    await page.route("/api?recent=1", (route) => route.fulfill(response));
    const answered = page.waitForResponse("/api?recent=1");
    await page.goto("/en");
    await (await answered).finished();
    await expect(page.getByRole("region", { name: "For developers" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Recently looked up" })).toHaveCount(0);
    await page.unrouteAll();
  }
});

test("shows every view of the player in the search, each an image with its URL", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openHome(page);
  const tiles = page.locator("#views > li");
  const expectTiles = async (username: string, views: readonly string[]) => {
    await expect(tiles.locator("b")).toHaveText(views);
    for (const tile of await tiles.all()) {
      const path = (await tile.getByRole("link").getAttribute("href")) ?? "";
      expect(new URL(path, page.url()).searchParams.get("username")).toBe(username);
      expect((await request.get(path)).headers()["content-type"], path).toBe("image/png");
      expect(await tile.locator("code").last().textContent()).toMatch(/^https?:\/\/[^/]+\//);
      expect(await tile.locator("code").last().textContent()).toContain(path);
      await expect(tile.locator("img")).not.toHaveJSProperty("naturalWidth", 0);
    }
  };
  await expectFound(page, "Lantern_Lou", "Java", "Bedrock");
  const views = [
    "Head",
    "Isometric head",
    "Bust",
    "Body, front",
    "Isometric body",
    "Cape",
    "Player card",
  ];
  await expectTiles("Lantern_Lou", views);

  await page.getByRole("link", { name: ".Mossy_Minnow" }).click();
  await expectFound(page, "Mossy Minnow", "Bedrock");
  await expect(searchBox(page)).toHaveValue(".Mossy_Minnow");
  await expectTiles(
    "Mossy Minnow",
    views.filter((view) => view !== "Cape"),
  );
  const figure = page.getByAltText("Mossy Minnow in 3D");
  await expect(figure).toHaveJSProperty("naturalHeight", 512);
  await expect(page.locator("#figure .plate")).toHaveText("Mossy Minnow");

  await page.getByRole("button", { name: "Copy URL: Bust" }).click();
  expect(await clipboardOf(page)).toMatch(/^http.*\/bust\?username=Mossy%20Minnow$/);
  await resultOf(page).getByRole("button", { name: "Copy XUID" }).click();
  await expect(page.getByText("Copied")).toHaveRole("status");
  expect(await clipboardOf(page)).toBe("2796662987455236");
  await searchBox(page).fill("");
  await expectFound(page, "Lantern_Lou", "Java", "Bedrock");
});

test("shows how URLs of other services become ones that work here", async ({ page, request }) => {
  await page.goto("/en");
  const services = page.getByRole("region", { name: "Coming from another service?" });
  const names = ["Crafatar", "MC-Heads", "Minotar", "Crafthead", "PlayerDB"];
  for (const name of names) {
    await services.getByRole("radio", { name }).check({ force: true });
    const lines = services.locator("code:visible");
    await expect(lines).toHaveCount(2);
    const [before = "", after = ""] = await lines.allTextContents();
    expect(before).toMatch(/^https:\/\/[a-z-]+\.[a-z]+\/.*\{id\}/);
    const pathname = decodeURIComponent(new URL(after).pathname);
    expect(before.endsWith(pathname.replace(/^\/compat\/[a-z-]+/, ""))).toBe(true);
    const id = "dfb83a479bf3469583e7bdc34c28fa4e";
    const url = pathname.replace("{id}", id);
    expect((await request.get(url)).status(), url).toBe(200);
  }
  const programs = page.getByRole("region", { name: "Works in your programs" });
  await expect(programs.getByRole("listitem").filter({ hasText: "DiscordSRV" })).toBeVisible();
  // A Bedrock player by the id that a program for Java Edition sends.
  await services.locator("img").scrollIntoViewIfNeeded();
  await expect(services.locator("img")).toHaveJSProperty("naturalWidth", 64);
});

test("shows a head and a profile as the API returns them, and copies the command", async ({
  page,
  request,
}) => {
  await page.goto("/en");
  const api = page.getByRole("region", { name: "For developers" });
  const [image, curl, body] = await api.locator("pre code").allTextContents();
  const head = api.locator("img").first();
  await head.scrollIntoViewIfNeeded();
  await expect(head).toHaveJSProperty("naturalWidth", 64);
  const source = /src="([^"]+)"/.exec(image ?? "")?.[1] ?? "";
  expect(source).toMatch(/^http.*\/head\?username=Lantern_Lou&size=64$/);
  expect(source).toContain((await head.getAttribute("src")) ?? "-");
  const requested = new URL(/curl "([^"]+)"/.exec(curl ?? "")?.[1] ?? "");
  const reply: unknown = await (await request.get(requested.pathname + requested.search)).json();
  expect(reply).toMatchObject(
    JSON.parse((body ?? "").replace(/,\s*…/g, "")) as Record<string, unknown>,
  );

  await api.getByRole("button", { name: "Copy Get a profile as JSON" }).click();
  await expect(page.getByText("Copied")).toHaveRole("status");
  expect(await clipboardOf(page)).toMatch(/^curl "http.*\/api\?username=Lantern_Lou"$/);
});

test("can be used by keyboard only, and shows recent players before any request", async ({
  page,
  service,
}) => {
  for (const name of ["Captain_Cobble", "CopperKettle"]) {
    expect((await fetch(`${service.url}/api?username=${name}`)).status).toBe(200);
  }
  await openHome(page);
  await page.route("/api?username=*", () => undefined);
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("c");
  const options = suggestionsOf(page);
  await expect(options.filter({ hasText: "CopperKettle" })).toBeVisible();
  await expect(searchBox(page)).toHaveAttribute("aria-expanded", "true");

  // Players who match, then the box again.
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

test("focuses the box, and lets Tab begin with what stands before it", async ({ page }) => {
  await page.goto("/en");
  await expect(searchBox(page)).toBeFocused();
  expect(
    await searchBox(page).evaluate((box: HTMLInputElement) => [box.type, box.enterKeyHint]),
  ).toEqual(["text", "search"]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  const header = page.getByRole("banner").locator(":is(a, button):visible");
  const count = await header.count();
  expect(count).toBeGreaterThan(6);
  for (let index = 0; index < count; index++) {
    await expect(header.nth(index)).toBeFocused();
    await page.keyboard.press("Tab");
  }
  await expect(searchBox(page)).toBeFocused();
  // From there on, Tab is as everywhere.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Look up" })).toBeFocused();

  // Backwards, and after a letter, it is as everywhere from the beginning.
  await page.reload();
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(header.last()).toBeFocused();
  await page.reload();
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("a");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Look up" })).toBeFocused();
  await page.goto("/en#content");
  await expect(searchBox(page)).not.toBeFocused();
});

test("empties the box on a second Escape", async ({ page }) => {
  await openHome(page);
  await searchBox(page).fill("lan");
  await expect(suggestionsOf(page).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(suggestionsOf(page)).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue("lan");
  await page.keyboard.press("Escape");
  await expect(searchBox(page)).toHaveValue("");
});

test("focuses the box on a slash, and closes the list when it loses the focus", async ({
  page,
  service,
}) => {
  expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
  await openHome(page);
  await page.getByRole("link", { name: "Docs", exact: true }).focus();
  await alive(page);
  await page.keyboard.press("/");
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue("");
  await page.keyboard.type("a/b");
  await expect(searchBox(page)).toHaveValue("a/b");
  await searchBox(page).fill("Be");
  await expect(suggestionsOf(page).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(suggestionsOf(page)).toHaveCount(0);
});

test("copies before hydration, and then shows the player who was typed on the same page", async ({
  page,
  service,
}) => {
  expect((await fetch(`${service.url}/api?username=Captain_Cobble`)).status).toBe(200);
  const scriptsCome = await holdBack(page, /_next\/static\/chunks\/.*\.js/);
  await page.goto("/en", { waitUntil: "commit" });
  await searchBox(page).fill("Captain_Cobble");
  await expect(suggestionsOf(page)).toHaveCount(0);
  const heading = await page.getByRole("heading", { level: 1 }).elementHandle();
  await page.locator("[data-copies]").first().click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  await searchBox(page).focus();
  scriptsCome();
  // Once scripts run, the page shows the player of the box.
  await expectFound(page, "Captain_Cobble", "Java");
  await expect(searchBox(page)).toHaveValue("Captain_Cobble");
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/en/player/Captain_Cobble");
});
