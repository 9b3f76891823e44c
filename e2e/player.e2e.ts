import { alternatesIn, attributesIn, readPage, textsIn } from "./support/html.ts";
import { alive, builderOf, editionOf, playerUrl } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test("shows one person with linked accounts in one card, with every id", async ({ page }) => {
  const response = await page.goto(playerUrl("Lantern_Lou"));
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
  await expect(page.getByRole("heading", { name: "One person, linked accounts" })).toBeVisible();
  await expect(page.getByText("Called Lantern Lou in Bedrock edition")).toBeVisible();
  await expect(editionOf(page, "Lantern_Lou").getByRole("code")).toHaveText([
    "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
    "dfb83a479bf3469583e7bdc34c28fa4e",
  ]);
  await expect(editionOf(page, "Lantern Lou").getByRole("code")).toHaveText([
    "2761708961228418",
    "0009CFC2799B6682",
    "00000000-0000-0000-0009-cfc2799b6682",
  ]);
});

test("shows two people of one name apart, and says why", async ({ page }) => {
  await page.goto(playerUrl("MapleMax"));
  await expect(
    page.getByText("Two players are called MapleMax, one in each edition."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Accounts not linked" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("img", { name: "Head of MapleMax", exact: true })).toHaveCount(2);
});

test("finds a player by every identifier, and names the one address", async ({ request }) => {
  for (const id of [
    "lantern_lou",
    ".Lantern_Lou",
    "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
    "2761708961228418",
  ]) {
    const { root } = await readPage(request, playerUrl(id));
    expect(textsIn(root, "title"), id).toEqual(["Lantern_Lou · Nametag"]);
    expect(attributesIn(root, "link[rel=canonical]", "href"), id).toEqual([
      expect.stringMatching(/^http:\/\/localhost:\d+\/en\/player\/Lantern_Lou$/),
    ]);
    expect(alternatesIn(root).at(-1), id).toMatch(/^x-default .*\/player\/Lantern_Lou$/);
  }
});

test("describes the player to machines", async ({ request }) => {
  const { root } = await readPage(request, playerUrl("Bramble_Bard"));
  const json = textsIn(root, 'script[type="application/ld+json"]').at(-1);
  expect(JSON.parse(json ?? "")).toMatchObject({
    "@type": "ProfilePage",
    mainEntity: {
      "@type": "Person",
      name: "Bramble_Bard",
      alternateName: "Sofa Dragon",
      identifier: [{ propertyID: "UUID" }, { propertyID: "XUID", value: "2743858903529114" }],
    },
  });
});

test("has a picture of its own to be shared with", async ({ request, service }) => {
  const { root } = await readPage(request, playerUrl("Мшистый Пень"));
  const [address] = attributesIn(root, 'meta[property="og:image"]', "content");
  const { pathname } = new URL(address ?? "");
  const picture = await request.get(service.url + pathname);
  expect(picture.status()).toBe(200);
  expect(picture.headers()["content-type"]).toBe("image/png");
  expect(picture.headers()["cache-control"]).toBe(
    "public, max-age=3600, stale-while-revalidate=86400",
  );
  const bytes = await picture.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect((await request.get(`${service.url}/en/player/Nobody_Here/opengraph-image`)).status()).toBe(
    404,
  );
});

test("tells observed names from unknown times, the present one first", async ({ page }) => {
  await page.goto(playerUrl("NameHopper"));
  const panel = editionOf(page, "NameHopper");
  await expect(panel.getByRole("heading", { name: "7 known names" })).toBeVisible();
  await expect(panel.getByRole("listitem")).toHaveText([
    "NameHoppercurrentSince June 6, 2024",
    "Croak_MonsieurSince January 1, 2021",
    "FrogletSince September 30, 2017",
    "Hopscotch_HalSince July 14, 2016",
    "FrogletSince March 1, 2015",
    "LilyPadLarryAt an unknown time",
    "TadpoleFirst known name, since an unknown time",
  ]);
});

test("copies an id and says so", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(playerUrl("Mossy Minnow"));
  await alive(page);
  const panel = editionOf(page, "Mossy Minnow");
  await panel.getByRole("button", { name: "Copy XUID, hexadecimal" }).click();
  await expect(panel.getByText("Copied")).toHaveRole("status");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0009EF8CD7EC7B04");
});

test("offers the skin and the cape to download", async ({ page }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  const java = editionOf(page, "Lantern_Lou");
  await expect(java.getByAltText("Skin texture of Lantern_Lou")).toHaveJSProperty(
    "naturalHeight",
    64,
  );
  const download = page.waitForEvent("download");
  await java.getByRole("link", { name: "Download the cape of Lantern_Lou" }).click();
  expect((await download).suggestedFilename()).toBe("Lantern_Lou-java-cape.png");
});

test("makes code for the head that was chosen, which works", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const builder = builderOf(page);
  await builder.getByText("Bedrock edition").click();
  await builder.getByLabel("Size in pixels, 8 to 512").fill("80");
  await builder.getByText("WebP").click();
  await builder.getByLabel("Second layer (hats, hair, glasses)").uncheck();
  const query = "username=2761708961228418&type=bedrock&size=80&format=webp&overlay=false";
  const codes = builder.getByRole("code");
  await expect(codes.nth(0)).toHaveText(/^<img src="http:\/\/.*size=80.*" alt="Lantern Lou">$/);
  await expect(codes.nth(3)).toHaveText(new RegExp(`^http://localhost:\\d+/head\\?${query}$`));
  await expect(builder.getByAltText("Preview of the head of Lantern Lou")).toHaveJSProperty(
    "naturalWidth",
    80,
  );
  await builder.getByRole("button", { name: "Copy Markdown" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^!\[Lantern Lou\]\(http:\/\/.*\)$/);

  await builder.getByLabel("Size in pixels, 8 to 512").fill("1000");
  await expect(builder.getByText("A whole number from 8 to 512, please.")).toHaveRole("status");
});

test("leads a plain search to the player's page", async ({ page }) => {
  await page.goto("/en/player?username=+Lantern+Lou+");
  await expect(page).toHaveURL("/en/player/Lantern%20Lou");
  await page.getByRole("searchbox").fill("Captain_Cobble");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL("/en/player/Captain_Cobble");
  await page.goto("/en/player");
  await expect(page).toHaveURL("/en");
});
