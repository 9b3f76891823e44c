import { expect, provoking, test } from "./support/test.ts";
import { editionOf, playerUrl, searchBox, suggestionsOf } from "./support/page.ts";
import { withWorld } from "./support/service.ts";

test(
  "says with a 404 that no player has a name, and offers the search",
  provoking("404 /en/player/Nobody_Here"),
  async ({ page }) => {
    const response = await page.goto(playerUrl("Nobody_Here"));
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Player not found");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(page.getByText("Check the spelling.")).toBeVisible();
    await expect(searchBox(page)).toHaveValue("Nobody_Here");
    await searchBox(page).fill("Captain_Cobble");
    await expect(suggestionsOf(page)).toHaveText(["Captain_CobbleJava"]);
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL("/en/player/Captain_Cobble");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Captain_Cobble");
  },
);

test(
  "says with a 400 that no player can have a name",
  provoking("400 /en/player/not%2Fa%2Fname"),
  async ({ page }) => {
    const response = await page.goto(playerUrl("not/a/name"));
    expect(response?.status()).toBe(400);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not a valid name or ID");
    await expect(page.getByText("You searched for not/a/name.")).toBeVisible();
  },
);

test("says which edition has no such player", async ({ page }) => {
  await page.goto(playerUrl("Tinker_Tess"));
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByText("No Bedrock Edition player found")).toBeVisible();
});

test("says which edition was not searched", async ({ page }) => {
  for (const id of [".Leaf", "Mossy Minnow", "2761708961228418"]) {
    await page.goto(playerUrl(id));
    const note = page.getByRole("complementary", { name: "Not searched in Java Edition" });
    // The last one is linked to a Java account.
    const linked = page.getByRole("article", { name: "Lantern_Lou", exact: true });
    await expect(note.or(linked), id).toBeVisible();
  }
});

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
    await expect(page.getByText(/^Last known data, fetched (?:now|\d+ \w+ ago)$/)).toBeVisible();
    await expect(warning).toContainText("so you see the last known data");
    await page.goto("about:blank");
  }));

test("draws the default head of a player without a skin", async ({ page }) => {
  await page.goto(playerUrl("Newcomer_Nia"));
  const panel = editionOf(page, "Newcomer_Nia");
  await expect(panel.getByAltText("Head of Newcomer_Nia")).toHaveJSProperty("naturalWidth", 128);
  await expect(panel.getByText("Default skin", { exact: true })).toBeVisible();
});

test("shows text where an image does not load", async ({ page }) => {
  await page.route("/skin*", (route) => route.fulfill({ status: 200, body: "no image" }));
  await page.goto(playerUrl("QuietQuill"));
  await expect(editionOf(page, "QuietQuill").getByText("Couldn’t be loaded")).toBeVisible();
});

test(
  "keeps the page when a refresh fails offline",
  provoking("ERR_INTERNET_DISCONNECTED /api?username=QuietQuill&update=true"),
  async ({ page, context }) => {
    await page.goto(playerUrl("QuietQuill"), { waitUntil: "networkidle" });
    await context.setOffline(true);
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("Can’t reach Nametag");
    await expect(alert).toContainText("You still see the last known data.");
    await expect(editionOf(page, "QuietQuill")).toBeVisible();
  },
);
