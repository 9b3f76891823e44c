import { headOf, panelOf, search, searchBox, searchUrl } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

test("finds a player in both editions, with heads really drawn", async ({ page }) => {
  await page.goto("/en");
  await search(page, "Lantern_Lou");
  await expect(
    page.getByText("Found Lantern_Lou in Java edition and Lantern Lou in Bedrock edition."),
  ).toHaveRole("status");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(panelOf(page, "Lantern_Lou").getByText("Java edition")).toBeVisible();
  await expect(panelOf(page, "Lantern Lou").getByText("Bedrock edition")).toBeVisible();
  await expect(headOf(page, "Lantern_Lou")).toHaveJSProperty("naturalWidth", 160);
  await expect(headOf(page, "Lantern Lou")).toHaveJSProperty("naturalWidth", 160);
  await expect(page.getByRole("heading", { name: "One person, linked accounts" })).toBeVisible();
  await expect(page).toHaveTitle("Lantern_Lou · Nametag");
});

test("shows every id, and the textures to download", async ({ page }) => {
  await page.goto(searchUrl("Lantern_Lou"));
  const java = panelOf(page, "Lantern_Lou");
  const bedrock = panelOf(page, "Lantern Lou");
  await expect(java.getByRole("code")).toHaveText([
    "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
    "dfb83a479bf3469583e7bdc34c28fa4e",
  ]);
  await expect(bedrock.getByRole("code")).toHaveText([
    "2761708961228418",
    "00000000-0000-0000-0009-cfc2799b6682",
  ]);
  await expect(java.getByAltText("Skin texture of Lantern_Lou")).toHaveJSProperty(
    "naturalHeight",
    64,
  );
  await expect(java.getByAltText("Cape texture of Lantern_Lou")).toHaveJSProperty(
    "naturalHeight",
    32,
  );
  await expect(bedrock.getByText("No cape")).toBeVisible();

  const download = page.waitForEvent("download");
  await java.getByRole("link", { name: "Download the cape of Lantern_Lou" }).click();
  expect((await download).suggestedFilename()).toBe("Lantern_Lou-cape.png");
});

test("copies an id and says so", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(searchUrl("Lantern_Lou"));
  const bedrock = panelOf(page, "Lantern Lou");
  await bedrock.getByRole("button", { name: "Copy XUID" }).click();
  await expect(bedrock.getByText("Copied")).toHaveRole("status");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("2761708961228418");
});

test("tells the names a player had, the latest first", async ({ page }) => {
  await page.goto(searchUrl("Marigold_Moth"));
  await expect(panelOf(page, "Marigold_Moth").getByRole("listitem")).toHaveText([
    "Marigold_Mothsince May 1, 2023",
    "Cocoon_Corasince August 19, 2020",
    "Larva_Lenafirst known name",
  ]);
});

test("finds a player of Bedrock edition alone", async ({ page }) => {
  await page.goto("/en");
  await search(page, ".Mossy_Minnow");
  await expect(page.getByText("Found Mossy Minnow in Bedrock edition only.")).toHaveRole("status");
  await expect(headOf(page, "Mossy Minnow")).toHaveJSProperty("naturalWidth", 160);
  await expect(
    panelOf(page, "Nobody in Java edition").getByText(
      "This search finds no player in this edition.",
    ),
  ).toBeVisible();
});

test("says that a player new to it comes from the providers", async ({ page }) => {
  await page.goto(searchUrl("WrenOfTheWest"));
  await expect(
    page.getByText(/^Fetched (now|\d+ seconds? ago), straight from the providers$/),
  ).toBeVisible();
});

test("says that a player asked for before comes from the cache", async ({ page, service }) => {
  expect((await fetch(`${service.url}/api?username=Midnight_Mei`)).status).toBe(200);
  await page.goto(searchUrl("Midnight_Mei"));
  await expect(page.getByText(/^Fetched (now|\d+ seconds? ago), from the cache$/)).toBeVisible();
});

test("performs the search of a shared address", async ({ page }) => {
  await page.goto("/en?username=Captain_Cobble");
  await expect(headOf(page, "Captain_Cobble")).toHaveJSProperty("naturalWidth", 160);
  await expect(searchBox(page)).toHaveValue("Captain_Cobble");
});

test("keeps each search in the address and in the history", async ({ page }) => {
  await page.goto("/en");
  await search(page, "Captain_Cobble");
  await expect(page).toHaveURL("/en?username=Captain_Cobble");
  await expect(panelOf(page, "Captain_Cobble")).toBeVisible();
  await search(page, "Bea");
  await expect(page).toHaveURL("/en?username=Bea");
  await expect(panelOf(page, "Bea")).toBeVisible();
  await page.goBack();
  await expect(panelOf(page, "Captain_Cobble")).toBeVisible();
  await expect(searchBox(page)).toHaveValue("Captain_Cobble");
});

test("draws the default head of a player without a skin", async ({ page }) => {
  await page.goto(searchUrl("Newcomer_Nia"));
  const panel = panelOf(page, "Newcomer_Nia");
  await expect(headOf(page, "Newcomer_Nia")).toHaveJSProperty("naturalWidth", 160);
  await expect(panel.getByText("Default skin", { exact: true })).toBeVisible();
  await expect(panel.getByText("Slim model, arms 3 pixels wide")).toBeVisible();
});
