import sharp from "sharp";
import { alternatesIn, attributesIn, readPage, textsIn } from "./support/html.ts";
import { alive, builderOf, editionOf, playerUrl, stageOf } from "./support/page.ts";
import { withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

test("shows linked accounts in one card, with every id", async ({ page }) => {
  const response = await page.goto(playerUrl("Lantern_Lou"));
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
  await expect(
    page.getByRole("heading", { name: "One player with linked accounts" }),
  ).toBeVisible();
  await expect(page.getByText("Called Lantern Lou in Bedrock Edition")).toBeVisible();
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

test("shows two players with the same name separately, and says why", async ({ page }) => {
  await page.goto(playerUrl("MapleMax"));
  await expect(
    page.getByText("Two different players are called MapleMax, one in each edition."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "Accounts not linked" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("img", { name: "Head of MapleMax", exact: true })).toHaveCount(2);
});

test("finds a player by every identifier, with one canonical URL", async ({ request }) => {
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

test("describes the player in structured data", async ({ request }) => {
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

test("has its own image for link previews", async ({ request, service }) => {
  const { root } = await readPage(request, playerUrl("Мшистый Пень"));
  const [url] = attributesIn(root, 'meta[property="og:image"]', "content");
  const { pathname } = new URL(url ?? "");
  const image = await request.get(service.url + pathname);
  expect(image.status()).toBe(200);
  expect(image.headers()["content-type"]).toBe("image/png");
  expect(image.headers()["cache-control"]).toBe(
    "public, max-age=3600, stale-while-revalidate=86400",
  );
  const bytes = await image.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect((await request.get(`${service.url}/en/player/Nobody_Here/opengraph-image`)).status()).toBe(
    404,
  );
});

test("distinguishes observed names from unknown dates, the current one first", async ({ page }) => {
  await page.goto(playerUrl("NameHopper"));
  const panel = editionOf(page, "NameHopper");
  const names = panel.getByRole("region", { name: "7 known names" });
  await expect(names.getByRole("listitem")).toHaveText([
    "NameHoppercurrentSince June 6, 2024",
    "Croak_MonsieurSince January 1, 2021",
    "FrogletSince September 30, 2017",
    "Hopscotch_HalSince July 14, 2016",
    "FrogletSince March 1, 2015",
    "LilyPadLarryDate unknown",
    "TadpoleFirst known name, start date unknown",
  ]);
});

test("copies an id and confirms it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(playerUrl("Mossy Minnow"));
  await alive(page);
  const panel = editionOf(page, "Mossy Minnow");
  await panel.getByRole("button", { name: "Copy XUID, hexadecimal" }).click();
  await expect(panel.getByText("Copied")).toHaveRole("status");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0009EF8CD7EC7B04");
});

test("offers the head, the skin and the cape to download", async ({ page }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  const java = editionOf(page, "Lantern_Lou");
  await expect(java.getByAltText("Skin texture of Lantern_Lou")).toHaveJSProperty(
    "naturalHeight",
    64,
  );
  const download = page.waitForEvent("download");
  await java.getByRole("link", { name: "Download the cape of Lantern_Lou" }).click();
  expect((await download).suggestedFilename()).toBe("Lantern_Lou-java-cape.png");
  const head = page.waitForEvent("download");
  await java.getByRole("link", { name: "Download the head of Lantern_Lou" }).click();
  const file = await (await head).path();
  expect((await sharp(file).metadata()).width).toBe(512);
});

test("shares the URL, and copies the request for a terminal", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Share" }).click();
  await expect.poll(copied).toBe(page.url());
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(copied).toMatch(/^curl "http:\/\/localhost:\d+\/api\?username=Lantern_Lou"$/);
  await expect(page.getByRole("link", { name: "View JSON" })).toHaveAttribute(
    "href",
    "/api?username=Lantern_Lou",
  );
});

test("shows the player before the facts on a phone, and its head once in each place", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(playerUrl("Tinker_Tess"));
  const figure = await stageOf(page).boundingBox();
  const facts = await page.getByRole("article").boundingBox();
  expect(figure?.y).toBeLessThan(400);
  expect(figure?.y).toBeLessThan(facts?.y ?? 0);
  await expect(page.locator('main img[src*="head"]')).toHaveCount(2);
});

test("has the player's history without scripts, and follows a change", ({ playwright }) =>
  withWorld({ PROFILE_FRESH_SECONDS: "1" }, async ({ service, sandbox }) => {
    const request = await playwright.request.newContext({ baseURL: service.url });
    const id = "dfb83a479bf3469583e7bdc34c28fa4e";
    const gallery = async () => {
      const { root } = await readPage(request, playerUrl("Lantern_Lou"));
      const skins = attributesIn(root, 'li a[href^="/skin?texture="]', "href");
      return [textsIn(root, "h3").find((text) => text.includes("skin")), skins.length];
    };
    expect(await gallery()).toEqual(["1 skin seen", 2]);
    sandbox.control.change(id, { skin: "a72358a051ae4586bab702eab0a9eca4" });
    await expect.poll(gallery).toEqual(["2 skins seen", 3]);
    await request.dispose();
  }));

test("writes working code for the chosen head", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const builder = builderOf(page);
  await builder.getByText("Bedrock Edition").click();
  await builder.getByLabel("Size in pixels, 8 to 512").fill("80");
  await builder.getByText("WebP").click();
  await builder.getByLabel("Outer layer (hat, hair, glasses)").uncheck();
  const query = "username=2761708961228418&type=bedrock&size=80&format=webp&overlay=false";
  const codes = builder.getByRole("code");
  await expect(codes.nth(0)).toHaveText(/^<img src="http:\/\/.*size=80.*" alt="Lantern Lou">$/);
  await expect(codes.nth(3)).toHaveText(new RegExp(`^http://localhost:\\d+/head\\?${query}$`));
  const preview = builder.getByAltText("Preview: Head of Lantern Lou");
  await expect(preview).toHaveJSProperty("naturalWidth", 80);
  const download = page.waitForEvent("download");
  await builder.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("Lantern Lou-head-80.webp");
  await builder.getByRole("button", { name: "Copy Markdown" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^!\[Lantern Lou\]\(http:\/\/.*\)$/);

  await builder.getByLabel("Size in pixels, 8 to 512").fill("1000");
  await expect(builder.getByText("Enter a whole number from 8 to 512.")).toHaveRole("status");
});

test("makes code for every view of the player", async ({ page, service }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const builder = builderOf(page);
  const views = builder.getByLabel("View");
  const names = await views.getByRole("option").allTextContents();
  expect(names.length).toBe(9);
  for (const name of names) {
    await views.selectOption(name);
    const shown = builder.getByAltText(`Preview: ${name} of Lantern_Lou`);
    await expect(shown).toHaveJSProperty("naturalHeight", 64);
    const url = (await builder.getByRole("code").nth(3).textContent()) ?? "";
    const image = await fetch(service.url + new URL(url).pathname + new URL(url).search);
    expect([name, image.status]).toEqual([name, 200]);
  }
  await views.selectOption("Isometric body");
  await expect(builder.getByRole("code").nth(0)).toHaveText(
    /view=iso&amp;size=64" height="64" alt="Lantern_Lou">$/,
  );
  await builder.getByLabel("Size in pixels, 16 to 512").fill("8");
  await expect(builder.getByText("Enter a whole number from 16 to 512.")).toHaveRole("status");
  const download = page.waitForEvent("download");
  await builder.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("Lantern_Lou-body-iso-64.png");
});

test("goes from a plain search to the player's page", async ({ page }) => {
  await page.goto("/en/player?username=+Lantern+Lou+");
  await expect(page).toHaveURL("/en/player/Lantern%20Lou");
  await page.getByRole("searchbox").fill("Captain_Cobble");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL("/en/player/Captain_Cobble");
  await page.goto("/en/player");
  await expect(page).toHaveURL("/en");
});
