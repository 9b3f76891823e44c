import type { Locator, Page } from "playwright/test";
import {
  expectFound,
  noRecentPlayers,
  openHome,
  resultOf,
  searchBox,
  suggestionsOf,
} from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

test("shows the player while the visitor types, calling a provider once, and not for two letters", async ({
  page,
}) => {
  await openHome(page);
  const requested = lookupsOf(page);
  await page.clock.install();
  await searchBox(page).fill("Wr");
  await page.clock.runFor(5_000);
  await expect(resultOf(page).getByText("Press Enter to look up")).toBeVisible();
  expect(requested).toEqual([]);
  // However long the keys take here, for the page there are 40 ms between them.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const letter of "enOfTheWest") {
    await searchBox(page).press(letter);
    await page.clock.runFor(40);
  }
  await page.clock.resume();
  await expectFound(page, "WrenOfTheWest", "Java");
  await expect(suggestionsOf(page)).toHaveCount(0);
  await expect(page.getByText("Found WrenOfTheWest.")).toHaveRole("status");
  await expect(resultOf(page).locator("img")).toHaveJSProperty("naturalWidth", 56);
  expect(requested).toEqual(["WrenOfTheWest"]);
});

test("finds a player by every spelling, also one whose name another has", async ({ page }) => {
  await openHome(page);
  for (const text of [
    "dfb83a479bf3469583e7bdc34c28fa4e",
    "  dfb83a47-9bf3-4695-83e7-bdc34c28fa4e ",
    "00000000-0000-0000-0009-cfc2799b6682",
    "2761708961228418",
    ".Lantern Lou",
    "lantern  lou",
  ]) {
    await searchBox(page).fill("Biscuit4821");
    await expectFound(page, "Biscuit4821", "Bedrock");
    await searchBox(page).fill(text);
    await expectFound(page, /^Lantern.Lou$/);
  }
});

test("shows cached players without calling a provider", async ({ page, service }) => {
  expect((await fetch(`${service.url}/api?username=NoodleKnight`)).status).toBe(200);
  // Only the cache has the player.
  await page.route("/api?recent=1", (route) => route.fulfill({ json: noRecentPlayers }));
  await openHome(page);
  const requested = lookupsOf(page);
  // At once: after a pause between two letters, providers would be called for the first ones.
  await searchBox(page).fill("NoodleKnight");
  await expectFound(page, "NoodleKnight", "Java");
  expect(requested).toEqual([]);
});

test("calls a provider once where a proxy drops only-if-cached", async ({ page }) => {
  await openHome(page);
  await page.route("/api?username=*", (route) => {
    const { "cache-control": _, ...headers } = route.request().headers();
    return route.continue({ headers });
  });
  const quiet: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["cache-control"] === "only-if-cached") quiet.push(request.url());
  });
  // No other test requests these: a cached response would say nothing about the header.
  await searchBox(page).fill("Barnaby_Blocks");
  await expectFound(page, "Barnaby_Blocks", "Java");
  await searchBox(page).fill("Beekeeper_Bo");
  await expectFound(page, "Beekeeper_Bo", "Java");
  expect(quiet).toHaveLength(1);
});

test("shows that it waits, and cancels a request that is no longer needed", async ({ page }) => {
  await openHome(page);
  await page.route("/api?username=Captain", () => undefined);
  // Much sooner than the page's own timeout.
  const cancelled = page.waitForEvent("requestfailed", { timeout: 8_000 });
  const requested = page.waitForRequest("/api?username=Captain");
  await searchBox(page).fill("Captain");
  await requested;
  await expect(resultOf(page).getByText("Looking up…")).toBeVisible();
  await expect(page.getByText("Looking up Captain…")).toHaveRole("status");
  await searchBox(page).fill("Captain_Cobble");
  expect((await cancelled).url()).toMatch(/username=Captain$/);
  await expectFound(page, "Captain_Cobble", "Java");
});

test(
  "remembers searches on the device until they are deleted, but no name without a player",
  provoking("404 /api?username=Nobody_Here", "404 /en/player/Nobody_Here"),
  async ({ page }) => {
    await openHome(page);
    await searchBox(page).fill("Nobody_Here");
    await expect(page.getByRole("status").getByText("No player named Nobody_Here")).toBeAttached();
    await expect(page.getByText("Neither edition has this player.")).toBeVisible();
    await expect(suggestionsOf(page)).toHaveCount(0);
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL("/en/player/Nobody_Here");

    await openHome(page);
    await searchBox(page).fill("Lantern_Lou");
    await expectFound(page, "Lantern_Lou", "Java", "Bedrock");
    await resultOf(page).getByRole("link", { name: "Open profile" }).click();
    await expect(page).toHaveURL("/en/player/Lantern_Lou");

    await openHome(page);
    await searchBox(page).click();
    await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrocksearched on this device"]);
    await page.getByRole("button", { name: "Clear history" }).click();
    await expect(suggestionsOf(page)).toHaveCount(0);
    await openHome(page);
    await searchBox(page).click();
    await expect(suggestionsOf(page)).toHaveCount(0);
  },
);

test("ignores malformed stored searches", async ({ page }) => {
  await page.addInitScript(() => {
    const evil = { username: "Eve", editions: ["java"], headUrl: "https://example.org/head?x" };
    localStorage.setItem("searches", JSON.stringify([evil, null, 7, { username: "" }]));
  });
  await openHome(page);
  await searchBox(page).click();
  await searchBox(page).fill("Ev");
  await expect(resultOf(page).getByText("Press Enter to look up")).toBeVisible();
  await expect(suggestionsOf(page)).toHaveCount(0);
});

test(
  "suggests the player who had the name before",
  provoking("404 /api?username=LouAndTheLamp"),
  async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    await openHome(page);
    await searchBox(page).fill("LouAndTheLamp");
    await expect(suggestionsOf(page)).toHaveText(["Lantern_Louused this name before"]);
    await suggestionsOf(page).getByText("Lantern_Lou").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
  },
);

test("does not search for nothing", async ({ page }) => {
  await openHome(page);
  await searchBox(page).fill("  ");
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/en");
  const complaint = () =>
    searchBox(page).evaluate((box: HTMLInputElement) => box.validationMessage);
  expect(await complaint()).toBe("Enter a name, UUID, XUID or gamertag.");
  await searchBox(page).pressSequentially("B");
  expect(await complaint()).toBe("");
});

test(
  "says that the providers do not respond, and finds the player once they do",
  provoking("502 /api?username=RustyRobot_9"),
  async ({ page, sandbox, service }) => {
    // Only for this player: the page shows heads of others.
    sandbox.control.fault({ route: "*", match: "RustyRobot_9", fault: { kind: "drop" } });
    await openHome(page);
    await searchBox(page).fill("RustyRobot_9");
    await expect(noteOf(page, "Player data is unavailable")).toBeAttached({
      timeout: 15_000,
    });
    sandbox.control.clearFaults();
    const status = async () => (await fetch(`${service.url}/api?username=RustyRobot_9`)).status;
    await expect.poll(status, { timeout: 15_000 }).toBe(200);
    await page.getByRole("button", { name: "Try again" }).click();
    await expectFound(page, "RustyRobot_9", "Java");
  },
);

test(
  "says that a response cannot be read or the service cannot be reached, and retries when it can",
  provoking("ERR_INTERNET_DISCONNECTED /api?username=OrbitOpal"),
  async ({ page, context }) => {
    // Heads of recent players would be requested at any time, also while the page is offline.
    await page.route("/api?recent=1", (route) => route.fulfill({ json: noRecentPlayers }));
    await openHome(page);
    const wifi = { body: "<h1>Sign in to our Wi-Fi</h1>" };
    await page.route("/api?username=*", (route) => route.fulfill(wifi));
    await searchBox(page).fill("Saffron_Sky");
    await expect(noteOf(page, "Can’t read the response")).toBeAttached();
    await page.unroute("/api?username=*");

    // Searching for text renders closed menus, too, which loads fonts for their text.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
    await context.setOffline(true);
    await searchBox(page).fill("OrbitOpal");
    await expect(page.getByText("Check your internet connection.")).toBeVisible();
    await context.setOffline(false);
    await expectFound(page, "OrbitOpal", "Java");
  },
);

/** The note in place of a player; the status line has its title, too. */
function noteOf(page: Page, title: string): Locator {
  return resultOf(page).getByText(title, { exact: true });
}

/** The names for which the page makes the service call providers, from now on. */
function lookupsOf(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const username = searchParams.get("username");
    const isQuiet = request.headers()["cache-control"] === "only-if-cached";
    if (pathname === "/api" && username !== null && !isQuiet) requested.push(username);
  });
  return requested;
}
