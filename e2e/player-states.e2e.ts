import { expect, provoking, test } from "./support/test.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { alive, editionOf, playerUrl, stageOf } from "./support/page.ts";
import { withWorld } from "./support/service.ts";

test(
  "says with a 404 that no player has a name, and what else to look for",
  provoking("404 /en/player/Nobody_Here"),
  async ({ page }) => {
    const response = await page.goto(playerUrl("Nobody_Here"));
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Player not found");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(page.getByText("Check the spelling.")).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Programs get: 404 NOT_FOUND");
    await expect(page.getByRole("main").locator(".plate")).toHaveText("Nobody_Here");
  },
);

test(
  "says with a 502 that the providers do not respond, and finds the player once they do",
  provoking("502 /en/player/Foxglove_Finn"),
  async ({ page, sandbox, service }) => {
    sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const response = await page.goto(playerUrl("Foxglove_Finn"));
    expect(response?.status()).toBe(502);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Player data is unavailable");
    await expect(page.getByText(/You can try again in \d+ seconds?\./)).toBeVisible();
    sandbox.control.clearFaults();
    const status = async () => (await fetch(`${service.url}/api?username=Foxglove_Finn`)).status;
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(editionOf(page, "Foxglove_Finn")).toBeVisible();
  },
);

test("shows which edition could not be fetched, then stale data, while providers fail", ({
  page,
}) =>
  // Its own service: the circuit breakers of a shared one may still be open from earlier tests.
  withWorld({ PROFILE_FRESH_SECONDS: "1" }, async ({ service, sandbox }) => {
    const url = `${service.url}/api?username=Lantern_Lou`;
    const warning = page.getByRole("region", { name: "Some of this may be out of date" });
    expect((await fetch(url)).status).toBe(200);
    await page.goto(service.url + playerUrl("Lantern_Lou"), { waitUntil: "networkidle" });

    for (const route of ["mojang-api.*", "mojang-legacy.*", "playerdb.*"]) {
      sandbox.control.fault({ route, fault: { kind: "status", status: 500 } });
    }
    await page.goto(service.url + playerUrl("Biscuit4821"), { waitUntil: "networkidle" });
    await expect(editionOf(page, "Biscuit4821")).toBeVisible();
    await expect(page.getByText("Java Edition is unavailable", { exact: true })).toBeVisible();
    await expect(warning).toContainText("The Java Edition provider is unavailable.");

    sandbox.control.fault({ route: "*", fault: { kind: "status", status: 500 } });
    const cacheState = async () => (await fetch(url)).headers.get("x-cache");
    await expect.poll(cacheState).toBe("STALE");
    const response = await page.goto(service.url + playerUrl("Lantern_Lou"));
    expect(response?.status()).toBe(200);
    await expect(page.getByText(/^Last known data, fetched (?:now|\d+ \w+ ago)/)).toBeVisible();
    await expect(warning).toContainText("so you see the last known data");
    await expect(warning).toContainText(/This is what was known on \w+ \d+, \d{4}, .* UTC\./);
    await expect(editionOf(page, "Lantern_Lou")).toContainText("Last known data");
    await page.goto("about:blank");
  }));

test("draws the default head of a player without a skin", async ({ page }) => {
  await page.goto(playerUrl("Newcomer_Nia"));
  const panel = editionOf(page, "Newcomer_Nia");
  await expect(panel.locator("img")).toHaveJSProperty("naturalWidth", 112);
  await expect(panel).toContainText("Default skin");
});

test(
  "shows text where an image does not load, and keeps the page when a refresh fails offline",
  provoking("ERR_INTERNET_DISCONNECTED /api?username=QuietQuill&update=true"),
  async ({ page, context }) => {
    await page.route("/body*", (route) => route.fulfill({ status: 200, body: "no image" }));
    await page.goto(playerUrl("QuietQuill"), { waitUntil: "networkidle" });
    await alive(page);
    const panel = editionOf(page, "QuietQuill");
    await expect(stageOf(page).getByText("Couldn’t be loaded").first()).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("Can’t reach Nametag");
    await expect(alert).toContainText("You still see the last known data.");
    await expect(panel).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(alert).toHaveCount(0);
  },
);

test("says when the profile was fetched, then how long ago that was", async ({ page, request }) => {
  const { root } = await readPage(request, playerUrl("Lantern_Lou"));
  const [time] = attributesIn(root, ".freshness time", "datetime");
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(textsIn(root, ".freshness time")[0]).toMatch(
    /^\w+ \d+, \d{4} at \d+:\d\d:\d\d [AP]M UTC$/,
  );
  await page.goto(playerUrl("Lantern_Lou"));
  await expect(
    page.getByText(/^Fetched (?:now|\d+ (?:second|minute)s? ago) \(\w+ \d+, \d{4} .*\)$/),
  ).toBeVisible();
});

test("has the player's history and follows a change, unless it is off or the player excluded", ({
  playwright,
}) =>
  withWorld({ PROFILE_FRESH_SECONDS: "1" }, async ({ service, sandbox, start }) => {
    const request = await playwright.request.newContext();
    const read = async (url: string, name: string) => {
      const { root, status } = await readPage(request, url + playerUrl(name));
      expect(status).toBe(200);
      return root;
    };
    const gallery = async () => {
      const root = await read(service.url, "Lantern_Lou");
      const skins = attributesIn(root, 'li a[href^="/skin?texture="]', "href");
      return [textsIn(root, "h3").find((text) => text.includes("skin")), skins.length];
    };
    /** The headings of a player's page that are about the past. */
    const pastOf = async (url: string, name: string) =>
      textsIn(await read(url, name), ":is(h2, h3)").filter((text) => /names?$|seen$/i.test(text));

    expect(await gallery()).toEqual(["2 skins seen", 2]);
    const skin = "a72358a051ae4586bab702eab0a9eca4";
    sandbox.control.change("dfb83a479bf3469583e7bdc34c28fa4e", { skin });
    await expect.poll(gallery).toEqual(["3 skins seen", 3]);
    expect((await pastOf(service.url, "Lantern_Lou")).length).toBeGreaterThan(1);
    await service.stop();
    const off = await start({ OBSERVED_HISTORY: "off" });
    expect(await pastOf(off.url, "Lantern_Lou")).toEqual([]);
    await off.stop();
    const excluding = await start({ EXCLUDED_PLAYERS: "a9a041d770424d1bbe1e5c603300460c" });
    expect(await pastOf(excluding.url, "Tinker_Tess")).toEqual([]);
    expect((await pastOf(excluding.url, "Captain_Cobble")).length).toBeGreaterThan(0);
    await excluding.stop();
    await request.dispose();
  }));
