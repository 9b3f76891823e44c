import type { Download, Locator, Page } from "playwright/test";
import sharp from "sharp";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { alive, clipboardOf, editionOf, playerUrl, stageOf } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test("shows linked accounts in one card, with every id and image to copy or download", async ({
  page,
}) => {
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  const response = await page.goto(playerUrl("Lantern_Lou"));
  expect(response?.status()).toBe(200);
  await alive(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
  await expect(
    page.getByRole("heading", { name: "One player with linked accounts" }),
  ).toBeVisible();
  await expect(page.getByText("Called Lantern Lou in Bedrock Edition")).toBeVisible();
  const [java, bedrock] = [editionOf(page, "Lantern_Lou"), editionOf(page, "Lantern Lou")];
  await expect(java.getByRole("code")).toHaveText([
    "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
    "dfb83a479bf3469583e7bdc34c28fa4e",
  ]);
  await expect(bedrock.getByRole("code")).toHaveText([
    "2761708961228418",
    "0009CFC2799B6682",
    "00000000-0000-0000-0009-cfc2799b6682",
  ]);

  // By keyboard.
  const copied = () => clipboardOf(page);
  await page.getByRole("button", { name: "Refresh", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy Name", exact: true })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy UUID", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(copied).toBe("dfb83a47-9bf3-4695-83e7-bdc34c28fa4e");
  await bedrock.getByRole("button", { name: "Copy XUID, hexadecimal" }).click();
  await expect(bedrock.getByText("Copied")).toHaveRole("status");
  expect(await copied()).toBe("0009CFC2799B6682");
  await page.getByRole("button", { name: "Share" }).click();
  await expect.poll(copied).toBe(page.url());
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(copied).toMatch(/^curl "http:\/\/localhost:\d+\/api\?username=Lantern_Lou"$/);

  const json = page.getByRole("link", { name: "View JSON" });
  await expect(json).toHaveAttribute("href", "/api?username=Lantern_Lou");
  const skin = java.getByAltText("Skin texture of Lantern_Lou");
  await expect(skin).toHaveJSProperty("naturalHeight", 64);
  const cape = await downloaded(page, java, "Download the cape of Lantern_Lou");
  expect(cape.suggestedFilename()).toBe("Lantern_Lou-java-cape.png");
  const head = await downloaded(page, java, "Download the head of Lantern_Lou");
  expect((await sharp(await head.path()).metadata()).width).toBe(512);

  await page.getByRole("searchbox").fill("Captain_Cobble");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL("/en/player/Captain_Cobble");
});

/** What the pages of some players say, and how many panels they have. */
const PAGES: { promise: string; id: string; panels: number; texts: string[] }[] = [
  {
    promise: "shows two players with the same name separately, and says why",
    id: "MapleMax",
    panels: 2,
    texts: [
      "Two different players are called MapleMax, one in each edition.",
      "Accounts not linked",
    ],
  },
  {
    promise: "says which edition has no such player",
    id: "Tinker_Tess",
    panels: 1,
    texts: ["No Bedrock Edition player found"],
  },
  ...[".Leaf", "Mossy Minnow"].map((id) => ({
    promise: `says which edition was not searched for ${id}`,
    id,
    panels: 1,
    texts: ["Not searched in Java Edition"],
  })),
  {
    promise: "finds the linked account of an XUID",
    id: "2761708961228418",
    panels: 2,
    texts: ["Lantern_Lou", "One player with linked accounts"],
  },
];

for (const { promise, id, panels, texts } of PAGES) {
  test(promise, async ({ request }) => {
    const { root } = await readPage(request, playerUrl(id));
    expect(root.querySelectorAll("article")).toHaveLength(panels);
    for (const text of texts) expect(textsIn(root, "main").join()).toContain(text);
  });
}

test("finds a player by every identifier, with one canonical URL", async ({ request }) => {
  for (const id of [
    "lantern_lou",
    ".Lantern_Lou",
    "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
    "2761708961228418",
    "?username=+Lantern+Lou+",
  ]) {
    const path = id.startsWith("?") ? `/en/player${id}` : playerUrl(id);
    const { root } = await readPage(request, path);
    expect(textsIn(root, "title"), id).toEqual(["Lantern_Lou · Nametag"]);
    for (const [link, locale] of [
      ["link[rel=canonical]", "/en"],
      ["link[hreflang=x-default]", ""],
    ] as const) {
      const url = new RegExp(`^http://localhost:\\d+${locale}/player/Lantern_Lou$`);
      expect(attributesIn(root, link, "href"), id).toEqual([expect.stringMatching(url)]);
    }
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
  // An id is decoded once: this one is `%4Cantern_Lou`, which is no name.
  for (const [id, status] of Object.entries({ Nobody_Here: 404, "%254Cantern_Lou": 400 })) {
    const none = await request.get(`${service.url}/en/player/${id}/opengraph-image`);
    expect(none.status()).toBe(status);
  }
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

test("makes working code for every view of the player, as chosen", async ({ page, service }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const builder = page.getByRole("region", { name: "Images for your site" });
  const codes = builder.getByRole("code");
  const views = builder.getByLabel("View");
  const names = await views.getByRole("option").allTextContents();
  expect(names.length).toBe(9);
  for (const name of names) {
    await views.selectOption(name);
    const shown = builder.getByAltText(`Preview: ${name} of Lantern_Lou`);
    await expect(shown).toHaveJSProperty("naturalHeight", 64);
    const url = (await codes.nth(3).textContent()) ?? "";
    const image = await fetch(service.url + new URL(url).pathname + new URL(url).search);
    expect([name, image.status]).toEqual([name, 200]);
  }
  await views.selectOption("Isometric body");
  await expect(codes.nth(0)).toHaveText(/view=iso&amp;size=64" height="64" alt="Lantern_Lou">$/);
  await builder.getByLabel("Size in pixels, 16 to 512").fill("8");
  await expect(builder.getByText("Enter a whole number from 16 to 512.")).toHaveRole("status");
  const body = await downloaded(page, builder, "Download");
  expect(body.suggestedFilename()).toBe("Lantern_Lou-body-iso-64.png");

  await views.selectOption("Head");
  await builder.getByText("Bedrock Edition").click();
  await builder.getByLabel("Size in pixels, 8 to 512").fill("80");
  await builder.getByText("WebP").click();
  await builder.getByLabel("Outer layer (hat, hair, glasses)").uncheck();
  const query = "username=2761708961228418&type=bedrock&size=80&format=webp&overlay=false";
  await expect(codes.nth(0)).toHaveText(/^<img src="http:\/\/.*size=80.*" alt="Lantern Lou">$/);
  await expect(codes.nth(3)).toHaveText(new RegExp(`^http://localhost:\\d+/head\\?${query}$`));
  const preview = builder.getByAltText("Preview: Head of Lantern Lou");
  await expect(preview).toHaveJSProperty("naturalWidth", 80);
  const head = await downloaded(page, builder, "Download");
  expect(head.suggestedFilename()).toBe("Lantern Lou-head-80.webp");
  await builder.getByRole("button", { name: "Copy Markdown" }).click();
  expect(await clipboardOf(page)).toMatch(/^!\[Lantern Lou\]\(http:\/\/.*\)$/);
  await builder.getByLabel("Size in pixels, 8 to 512").fill("1000");
  await expect(builder.getByText("Enter a whole number from 8 to 512.")).toHaveRole("status");
});

/** The file that a link of the element downloads. */
async function downloaded(page: Page, element: Locator, name: string): Promise<Download> {
  const download = page.waitForEvent("download");
  await element.getByRole("link", { name }).click();
  return download;
}
