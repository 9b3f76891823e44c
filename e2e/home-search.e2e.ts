import type { Locator, Page } from "playwright/test";
import {
  expectFound,
  holdBack,
  noRecentPlayers,
  openHome,
  paste,
  resultOf,
  searchBox,
  suggestionsOf,
} from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

test("asks no provider for what is typed, offers to look it up, and does so on Enter", async ({
  page,
}) => {
  await openHome(page);
  const requested = lookupsOf(page);
  for (const text of ["Wr", "WrenOf", "WrenOfTheWest"]) {
    const answered = page.waitForResponse(`/api?username=${text}`);
    await searchBox(page).fill(text);
    expect((await answered).status()).toBe(204);
    await expect(suggestionsOf(page).first()).toHaveText(`Look up ${text}`);
    await expect(page.getByText(`Press Enter to look up ${text}.`)).toHaveRole("status");
    await expect(page.locator("#figure .plate")).toHaveText(text);
    await expect(page.locator("#views img, #figure img")).toHaveCount(0);
    await expect(resultOf(page)).toBeHidden();
  }
  expect(requested).toEqual([]);
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/en/player/WrenOfTheWest");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("WrenOfTheWest");
});

test(
  "says nothing of a beginning that is known to be no name, but at once what can be none",
  provoking("404 /api?username=Captain"),
  async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Captain`)).status).toBe(404);
    await openHome(page);
    const answered = page.waitForResponse("/api?username=Captain");
    await searchBox(page).fill("Captain");
    expect((await answered).status()).toBe(404);
    await expect(suggestionsOf(page).first()).toHaveText("Look up Captain");
    const invalid = noteOf(page, "Not a valid name or ID");
    for (const text of ["Biscuit#", "dfb83a47-9bf3-4695-83e7-bdc3"]) {
      await searchBox(page).fill(text);
      await expect(page.locator("#figure .plate")).toContainText(text.slice(0, 25));
      await expect(suggestionsOf(page)).toHaveCount(0);
      await expect(invalid).toHaveCount(0);
    }
    await searchBox(page).fill("a/b<script>");
    await expect(invalid).toBeVisible();
  },
);

test("finds a player by every spelling that is pasted, also one whose name another has", async ({
  page,
}) => {
  await openHome(page);
  for (const text of [
    "dfb83a479bf3469583e7bdc34c28fa4e",
    "  dfb83a47-9bf3-4695-83e7-bdc34c28fa4e ",
    "00000000-0000-0000-0009-cfc2799b6682",
    "2761708961228418",
    ".Lantern Lou",
    "lantern  lou",
  ]) {
    await paste(page, "Biscuit4821");
    await expectFound(page, "Biscuit4821", "Bedrock");
    await paste(page, text);
    await expectFound(page, /^Lantern.Lou$/);
  }
});

test("looks up an id that is typed to its end", async ({ page }) => {
  await openHome(page);
  const requested = lookupsOf(page);
  await searchBox(page).pressSequentially("2796662987455236");
  await expectFound(page, "Mossy Minnow", "Bedrock");
  await expect(page.getByText("Found Mossy Minnow on Bedrock.")).toHaveRole("status");
  await expect(resultOf(page).locator("img")).toHaveJSProperty("naturalWidth", 56);
  expect(requested).toEqual(["2796662987455236"]);
});

test("shows cached players while they are typed", async ({ page, service }) => {
  expect((await fetch(`${service.url}/api?username=NoodleKnight`)).status).toBe(200);
  // Only the cache has the player.
  await page.route("/api?recent=1", (route) => route.fulfill({ json: noRecentPlayers }));
  await openHome(page);
  const requested = lookupsOf(page);
  await searchBox(page).pressSequentially("NoodleKnight");
  await expectFound(page, "NoodleKnight", "Java");
  await expect(suggestionsOf(page)).toHaveCount(0);
  expect(requested).toEqual([]);
});

test("offers players whom the service knows by a beginning, once the visitor pauses", async ({
  page,
  service,
}) => {
  for (const name of ["Toadstool_Tam", "Mossy Minnow"]) {
    expect((await fetch(`${service.url}/api?username=${name}`)).status).toBe(200);
  }
  // The recent lookups are too few to find everyone in.
  await page.route("/api?recent=1", (route) => route.fulfill({ json: noRecentPlayers }));
  await openHome(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const looked = lookupsOf(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/suggest") requested.push(searchParams.get("q") ?? "");
  });
  /** Lets time pass until the box, which may have to be drawn first, has asked. */
  const pause = (text: string) =>
    expect
      .poll(async () => {
        await page.clock.runFor(500);
        return requested.at(-1);
      })
      .toBe(text);
  await searchBox(page).pressSequentially("toadst");
  await expect(suggestionsOf(page)).toHaveText(["Look up toadst"]);
  expect(requested).toEqual([]);
  await pause("toadst");
  await expect(suggestionsOf(page)).toHaveText([
    "Look up toadst",
    "Toadstool_TamJavarecently looked up",
  ]);
  await expect(page.getByText("1 suggestion. Press Enter to look up toadst.")).toHaveRole("status");
  // What is known of the text before is narrowed at once.
  await searchBox(page).press("o");
  await expect(suggestionsOf(page).last()).toContainText("Toadstool_Tam");
  await searchBox(page).fill(".mossy m");
  await pause(".mossy m");
  await expect(suggestionsOf(page).last()).toHaveText("Mossy MinnowBedrockrecently looked up");
  expect([requested, looked]).toEqual([["toadst", ".mossy m"], []]);
});

test("asks once where a proxy drops only-if-cached, and then on Enter only", async ({ page }) => {
  await openHome(page);
  await page.route("/api?username=*", (route) => {
    const { "cache-control": _, ...headers } = route.request().headers();
    return route.continue({ headers });
  });
  const requested: string[] = [];
  page.on("request", (request) => {
    // The page asks for the last lookups, too.
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api") requested.push(...searchParams.getAll("username"));
  });
  // No other test requests these: a cached response would say nothing about the header.
  await searchBox(page).fill("Barnaby_Blocks");
  await expectFound(page, "Barnaby_Blocks", "Java");
  await page.clock.install();
  await searchBox(page).fill("Beekeeper_Bo");
  await page.clock.runFor(1_000);
  await expect(suggestionsOf(page).first()).toHaveText("Look up Beekeeper_Bo");
  expect(requested).toEqual(["Barnaby_Blocks"]);
});

test("offers the page's own example, and both players of a name in one list", async ({
  page,
  service,
}) => {
  expect((await fetch(`${service.url}/api?username=PebblePenny`)).status).toBe(200);
  await openHome(page);
  await searchBox(page).fill("lan");
  await expect(suggestionsOf(page).filter({ hasText: "Lantern_Lou" })).toHaveCount(1);
  await searchBox(page).fill("PebblePenny");
  const both = "Found PebblePenny on Java and PebblePenny on Bedrock.";
  await expect(page.getByText(both)).toHaveRole("status");
  await expect(suggestionsOf(page).locator("code")).toHaveText([/^[0-9a-f-]{36}$/, /^\d{16}$/]);
  await expect(resultOf(page)).toBeHidden();
  await expect(suggestionsOf(page).locator(".edition")).toHaveText(["Java", "Bedrock"]);
  await suggestionsOf(page).last().click();
  await expect(page).toHaveURL(/\/en\/player\/\d{16}$/);
});

test("says that it waits for a slow lookup", async ({ page }) => {
  await openHome(page);
  const comes = await holdBack(page, "/api?username=Captain_Cobble");
  await page.getByRole("link", { name: "Captain_Cobble", exact: true }).click();
  await expect(noteOf(page, "Looking up Captain_Cobble…")).toBeVisible();
  await expect(page.getByText("Looking up Captain_Cobble…")).toHaveCount(2);
  comes();
  await expectFound(page, "Captain_Cobble", "Java");
});

test(
  "remembers searches on the device until they are deleted, but no name without a player",
  provoking("404 /api?username=Nobody_Here", "404 /en/player/Nobody_Here"),
  async ({ page }) => {
    await openHome(page);
    await paste(page, "Nobody_Here");
    await expect(page.getByRole("status").getByText("No player named Nobody_Here")).toBeAttached();
    await expect(page.getByText("Check the spelling.")).toBeVisible();
    await expect(suggestionsOf(page)).toHaveCount(0);
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL("/en/player/Nobody_Here");

    await openHome(page);
    await paste(page, "Lantern_Lou");
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
  await expect(suggestionsOf(page)).toHaveText(["Look up Ev"]);
});

test(
  "suggests the player who had the name before",
  provoking("404 /api?username=LouAndTheLamp"),
  async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    await openHome(page);
    await paste(page, "LouAndTheLamp");
    await expect(suggestionsOf(page)).toHaveText(["Lantern_Louused this name before"]);
    await expect(suggestionsOf(page).locator("img")).toHaveJSProperty("naturalWidth", 40);
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
  async ({ page, sandbox }) => {
    // Only for this player: the page shows heads of others.
    sandbox.control.fault({ route: "*", match: "RustyRobot_9", fault: { kind: "drop" } });
    await openHome(page);
    await paste(page, "RustyRobot_9");
    await expect(noteOf(page, "Player data is unavailable")).toBeAttached({
      timeout: 15_000,
    });
    sandbox.control.clearFaults();
    // Without a press: failures are retried.
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
    await paste(page, "Saffron_Sky");
    await expect(noteOf(page, "Can’t read the response")).toBeAttached();
    await page.unroute("/api?username=*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expectFound(page, "Saffron_Sky", "Java");

    // Searching for text renders closed menus, too, which loads fonts for their text.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
    await context.setOffline(true);
    await paste(page, "OrbitOpal");
    await expect(noteOf(page, "You’re offline")).toBeVisible();
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
