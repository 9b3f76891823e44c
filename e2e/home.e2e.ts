import type { Page } from "playwright/test";
import { search, searchBox, suggestionsOf } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";
import { withWorld } from "./support/service.ts";

test("shows the player while the visitor types, with the head loaded", async ({ page }) => {
  await page.goto("/en");
  await searchBox(page).pressSequentially("Lantern_Lou");
  await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
  await expect(page.getByText("Found Lantern_Lou.")).toHaveRole("status");
  await expect(suggestionsOf(page).locator("img")).toHaveJSProperty("naturalWidth", 40);
});

test("finds a player by every spelling, also one whose name another has", async ({ page }) => {
  await page.goto("/en");
  await searchBox(page).fill("Biscuit4821");
  await expect(suggestionsOf(page)).toHaveText(["Biscuit4821Bedrock"]);
  for (const text of [
    "dfb83a479bf3469583e7bdc34c28fa4e",
    "  dfb83a47-9bf3-4695-83e7-bdc34c28fa4e ",
    "00000000-0000-0000-0009-cfc2799b6682",
    "2761708961228418",
    ".Lantern Lou",
    "lantern  lou",
  ]) {
    await searchBox(page).fill(text);
    await expect(suggestionsOf(page).first(), text).toContainText(/Lantern.Lou/);
    await searchBox(page).fill("");
    await expect(suggestionsOf(page)).toHaveCount(0);
  }
});

test("calls a provider once for a name, when the typing pauses", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
  const requested = lookupsOf(page);
  await searchBox(page).pressSequentially("WrenOfTheWest", { delay: 40 });
  await expect(suggestionsOf(page)).toHaveText(["WrenOfTheWestJava"]);
  expect(requested).toEqual(["WrenOfTheWest"]);
});

test("shows cached players without calling a provider", ({ page }) =>
  withWorld({}, async ({ sandbox, service }) => {
    // More than fit into the recent lookups, so that only the cache has the first one.
    const names = sandbox.players.flatMap(({ java }) => java?.name ?? []).slice(-26);
    const lookUp = (name: string) =>
      fetch(`${service.url}/api?${new URLSearchParams({ username: name }).toString()}`);
    await lookUp("NoodleKnight");
    await Promise.all(names.map(lookUp));
    await page.goto(`${service.url}/en`, { waitUntil: "networkidle" });
    await expect(page.getByRole("link", { name: "NoodleKnight" })).toHaveCount(0);
    const requested = lookupsOf(page);
    await searchBox(page).pressSequentially("NoodleKnight");
    await expect(suggestionsOf(page)).toHaveText(["NoodleKnightJava"]);
    expect(requested).toEqual([]);
    await page.goto("about:blank");
  }));

test("calls a provider once where a proxy drops only-if-cached", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
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
  await expect(suggestionsOf(page)).toHaveText(["Barnaby_BlocksJava"]);
  await searchBox(page).fill("Beekeeper_Bo");
  await expect(suggestionsOf(page)).toHaveText(["Beekeeper_BoJava"]);
  expect(quiet).toHaveLength(1);
});

test("sends no request for one or two letters", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
  const requested = lookupsOf(page);
  await page.clock.install();
  await searchBox(page).fill("Be");
  await page.clock.runFor(5_000);
  await expect(suggestionsOf(page).getByText("Press Enter to look up")).toBeVisible();
  expect(requested).toEqual([]);
});

test("cancels a request that is no longer needed", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
  await page.route("/api?username=Captain", () => undefined);
  // Much sooner than the page's own timeout.
  const cancelled = page.waitForEvent("requestfailed", { timeout: 8_000 });
  const requested = page.waitForRequest("/api?username=Captain");
  await searchBox(page).fill("Captain");
  await requested;
  await searchBox(page).fill("Captain_Cobble");
  expect((await cancelled).url()).toMatch(/username=Captain$/);
  await expect(suggestionsOf(page).getByText("Captain_Cobble")).toBeVisible();
});

test("shows a recently looked-up player at once, before any request", async ({ page, service }) => {
  expect((await fetch(`${service.url}/api?username=CopperKettle`)).status).toBe(200);
  await page.goto("/en");
  await expect(
    page.getByRole("region", { name: "Recently looked up" }).getByText("CopperKettle"),
  ).toBeVisible();
  await page.route("/api?username=*", () => undefined);
  await searchBox(page).fill("copperk");
  await expect(suggestionsOf(page).getByText("CopperKettle")).toBeVisible();
});

test("goes to the player's page", async ({ page }) => {
  await page.goto("/en");
  await search(page, "Captain_Cobble");
  await expect(page).toHaveURL("/en/player/Captain_Cobble");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Captain_Cobble");
  await page.goBack();
  await expect(searchBox(page)).toBeVisible();
});

test("redirects older search URLs", async ({ request }) => {
  const response = await request.get("/en?username=Captain_Cobble");
  expect(new URL(response.url()).pathname).toBe("/en/player/Captain_Cobble");
});

test("remembers searches on the device until they are deleted", async ({ page }) => {
  await page.goto("/en");
  await searchBox(page).fill("Lantern_Lou");
  await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
  await suggestionsOf(page).getByText("Lantern_Lou").click();
  await expect(page).toHaveURL("/en/player/Lantern_Lou");

  await page.goto("/en");
  await searchBox(page).click();
  await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrocksearched on this device"]);
  await page.getByRole("button", { name: "Clear history" }).click();
  await expect(suggestionsOf(page)).toHaveCount(0);
  await page.reload();
  await searchBox(page).click();
  await expect(suggestionsOf(page)).toHaveCount(0);
});

test(
  "does not suggest a search that found no player",
  provoking("404 /api?username=Nobody_Here", "404 /en/player/Nobody_Here"),
  async ({ page }) => {
    await page.goto("/en");
    await searchBox(page).fill("Nobody_Here");
    await expect(page.getByText("Neither edition has this player.")).toBeVisible();
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL("/en/player/Nobody_Here");
    await page.goto("/en");
    await searchBox(page).click();
    await expect(suggestionsOf(page)).toHaveCount(0);
  },
);

test("ignores malformed stored searches", async ({ page }) => {
  await page.addInitScript(() => {
    const evil = { username: "Eve", editions: ["java"], headUrl: "https://example.org/head?x" };
    localStorage.setItem("searches", JSON.stringify([evil, null, 7, { username: "" }]));
  });
  await page.goto("/en");
  await searchBox(page).click();
  await searchBox(page).fill("Ev");
  await expect(suggestionsOf(page)).toHaveText(["EvPress Enter to look up"]);
});

test("shows recent lookups live", async ({ page, service }) => {
  await page.clock.install();
  await page.goto("/en");
  const recent = page.getByRole("region", { name: "Recently looked up" });
  await expect(recent.getByRole("heading")).toBeVisible();
  await expect(recent.getByText("Bamboo_Benny")).toHaveCount(0);
  expect((await fetch(`${service.url}/api?username=Bamboo_Benny`)).status).toBe(200);
  await page.clock.runFor(31_000);
  await expect(recent.getByRole("listitem").first()).toHaveText("Bamboo_BennyJava");
  await expect(recent.locator("img").first()).toHaveJSProperty("naturalWidth", 48);
});

test("says that the recent lookups are unavailable", async ({ page }) => {
  await page.route("/api?recent=1", (route) => route.fulfill({ body: "no JSON" }));
  await page.goto("/en");
  const recent = page.getByRole("region", { name: "Recently looked up" });
  await expect(recent).toContainText("Recent lookups are unavailable right now.");
  await expect(recent.getByRole("listitem")).toHaveCount(0);
});

test("shows a head and a profile as the API returns them, and copies the command", async ({
  page,
  context,
  request,
}) => {
  await page.goto("/en");
  const api = page.getByRole("region", { name: "A free API" });
  const [image, curl, body] = await api.getByRole("code").allTextContents();
  const head = api.getByAltText("Lantern_Lou");
  await expect(head).toHaveJSProperty("naturalWidth", 64);
  const source = /src="([^"]+)"/.exec(image ?? "")?.[1] ?? "";
  expect(new URL(source).pathname).toBe("/head");
  expect(source).toContain((await head.getAttribute("src")) ?? "-");
  const requested = new URL(/curl "([^"]+)"/.exec(curl ?? "")?.[1] ?? "");
  const reply: unknown = await (await request.get(requested.pathname + requested.search)).json();
  expect(reply).toMatchObject(
    JSON.parse((body ?? "").replace(/,\s*…/g, "")) as Record<string, unknown>,
  );

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await api.getByRole("button", { name: "Copy Get a profile as JSON" }).click();
  await expect(api.getByText("Copied")).toHaveRole("status");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl "http.*\/api\?username=Lantern_Lou"$/);
});

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

test("shows linked accounts as one player among the recent lookups", async ({ page, service }) => {
  expect((await fetch(`${service.url}/api?username=Bramble_Bard`)).status).toBe(200);
  await page.goto("/en");
  await expect(page.getByRole("link", { name: "Bramble_Bard Java Bedrock" })).toBeVisible();
});

test(
  "suggests the player who had the name before",
  provoking("404 /api?username=LouAndTheLamp"),
  async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    await page.goto("/en");
    await searchBox(page).fill("LouAndTheLamp");
    await expect(suggestionsOf(page)).toHaveText(["Lantern_Louused this name before"]);
    await suggestionsOf(page).getByText("Lantern_Lou").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
  },
);
