import type { Download, Locator, Page } from "playwright/test";
import sharp from "sharp";
import type { ProfileBody } from "../lib/contract/profile.ts";
import {
  alive,
  clipboardOf,
  countShifts,
  editionOf,
  playerUrl,
  shiftOf,
  stageOf,
} from "./support/page.ts";
import { expect, test } from "./support/test.ts";

test("shows linked accounts as one player, with every id to copy and image to download", async ({
  page,
}) => {
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  const response = await page.goto(playerUrl("Lantern_Lou"));
  expect(response?.status()).toBe(200);
  await alive(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");
  await expect(page.getByText("One player with linked accounts")).toBeVisible();
  const [java, bedrock] = [editionOf(page, "Lantern_Lou"), editionOf(page, "Lantern Lou")];
  await expect(java).toContainText("Java");
  await expect(bedrock).toContainText("Bedrock");
  const ids = page.getByRole("region", { name: "IDs" });
  await expect(ids.getByRole("code")).toHaveText([
    "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
    "dfb83a479bf3469583e7bdc34c28fa4e",
    "540824bb-bb3b-388e-9ba8-e7169b3e5f24",
    "2761708961228418",
    "0009CFC2799B6682",
    "00000000-0000-0000-0009-cfc2799b6682",
  ]);

  // By keyboard.
  const copied = () => clipboardOf(page);
  await page.getByRole("button", { name: "Copy Gamertag", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Copy UUID", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(copied).toBe("dfb83a47-9bf3-4695-83e7-bdc34c28fa4e");
  await java.getByRole("button", { name: "Copy Name" }).click();
  await expect.poll(copied).toBe("Lantern_Lou");
  await ids.getByRole("button", { name: "Copy XUID, hexadecimal" }).click();
  await expect(page.locator("#said")).toHaveText("Copied");
  expect(await copied()).toBe("0009CFC2799B6682");
  await page.evaluate(countShifts);
  await page.getByRole("button", { name: "Share" }).click();
  await expect.poll(copied).toBe(page.url());
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  expect(await shiftOf(page)).toBe(0);

  const cape = await downloaded(page, java, "Download the cape of Lantern_Lou");
  expect(cape.suggestedFilename()).toBe("Lantern_Lou-java-cape.png");
  const skin = await downloaded(page, stageOf(page), "Download the skin of Lantern_Lou");
  expect(skin.suggestedFilename()).toBe("Lantern_Lou-java-skin.png");
  expect((await sharp(await skin.path()).metadata()).height).toBe(64);
});

/** The command for the head of a Bedrock player. */
async function giveSkin(page: Page, player: string): Promise<string> {
  const url = new URL(`/api?type=bedrock&username=${player}`, page.url());
  const { bedrock } = (await (await page.request.get(url.href)).json()) as ProfileBody;
  const skin = { url: `http://textures.minecraft.net/texture/${bedrock?.skin_texture}` };
  const value = Buffer.from(JSON.stringify({ textures: { SKIN: skin } })).toString("base64");
  const command = `/give @p player_head[profile={properties:[{name:"textures",value:"${value}"}]}]`;
  // The game's chat takes no longer command.
  expect(command.length).toBeLessThanOrEqual(256);
  return command;
}

test("has commands for the game and its servers, and requests of the API", async ({ page }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  const use = page.getByRole("region", { name: "Code and commands for this player" });
  await use.getByText("In game").click();
  await expect(use.getByRole("code")).toHaveText([
    '/give @p minecraft:player_head[profile={name:"Lantern_Lou"}]',
    '/give @p minecraft:player_head{SkullOwner:"Lantern_Lou"}',
    "/whitelist add Lantern_Lou",
    await giveSkin(page, "Lantern_Lou"),
    // A gamertag with a space is one argument.
    '/fwhitelist add "Lantern Lou"',
  ]);
  await use.getByRole("button", { name: "Copy Add to the whitelist" }).click();
  await expect.poll(() => clipboardOf(page)).toBe("/whitelist add Lantern_Lou");
  await use.getByText("API", { exact: true }).click();
  const id = "dfb83a479bf3469583e7bdc34c28fa4e";
  await expect(use.getByRole("code")).toHaveText([
    new RegExp(`^curl "http://localhost:\\d+/api\\?username=${id}"$`),
    new RegExp(`^curl "http://localhost:\\d+/api/history\\?username=${id}"$`),
  ]);
  await expect(use.getByRole("link", { name: "View JSON" })).toHaveAttribute(
    "href",
    "/api?username=Lantern_Lou",
  );

  await page.goto(playerUrl("*Mossy_Minnow"));
  await use.getByText("In game").click();
  await expect(use.getByRole("code")).toHaveText([
    await giveSkin(page, ".Mossy_Minnow"),
    '/fwhitelist add "Mossy Minnow"',
  ]);
  await expect(use.getByText("Use the image instead.")).toHaveCount(0);

  await page.goto(playerUrl(".Plain_Plum"));
  await use.getByText("In game").click();
  await expect(use.getByRole("code")).toHaveText(['/fwhitelist add "Plain Plum"']);
  await expect(use.getByText("Use the image instead.")).toBeVisible();
});

test("shows the player, the IDs and their use within the first screens of a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const id of ["Lantern_Lou", "Tinker_Tess"]) {
    await page.goto(playerUrl(id));
    const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Infinity;
    expect(await topOf(stageOf(page).locator("img").first()), id).toBeLessThan(300);
    expect(await topOf(page.getByRole("button", { name: "Copy UUID" }).first())).toBeLessThan(800);
    // The names come before the parts for developers.
    const names = await topOf(page.getByRole("region", { name: /^(?:Known|\d+ known) names?$/ }));
    expect(names).toBeLessThan(1_050);
    const use = await topOf(
      page.getByRole("region", { name: "Code and commands for this player" }),
    );
    expect(use).toBeGreaterThan(names);
    expect(use).toBeLessThan(1_300);
  }
});

test("makes working code for every view of the player, as chosen", async ({ page, service }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  await alive(page);
  const builder = page.getByRole("region", { name: "Code and commands for this player" });
  const code = builder.locator("[data-code]:visible code");
  const views = builder.getByRole("group", { name: "View" });
  const names = await views.locator("label").allTextContents();
  expect(names.length).toBe(10);
  for (const name of names) {
    await views.getByText(name, { exact: true }).click();
    const shown = builder.getByAltText(`Preview: ${name} of Lantern_Lou`);
    await expect(shown).toHaveJSProperty("naturalHeight", 128);
    const url = (await code.textContent()) ?? "";
    const image = await fetch(service.url + new URL(url).pathname + new URL(url).search);
    expect([name, image.status]).toEqual([name, 200]);
  }
  await views.getByText("Isometric body").click();
  await builder.getByText("HTML", { exact: true }).click();
  await expect(code).toHaveText(/view=iso&amp;size=128" height="128" alt="Lantern_Lou">$/);
  await builder.getByLabel("Size, 16–512 px").fill("8");
  await expect(builder.getByText("Enter a whole number from 16 to 512.")).toHaveRole("status");
  const body = await downloaded(page, builder, "Download");
  expect(body.suggestedFilename()).toBe("Lantern_Lou-body-iso-128.png");

  await views.getByText("Head", { exact: true }).click();
  await builder.getByLabel("Edition").selectOption("Bedrock");
  await builder.getByLabel("Size, 8–512 px").fill("80");
  await builder.getByLabel("Format").selectOption("WebP");
  await builder.getByLabel("Outer layer (hat, hair, glasses)").uncheck();
  const query = "username=2761708961228418&type=bedrock&size=80&format=webp&overlay=false";
  await expect(code).toHaveText(/^<img src="http:\/\/.*size=80.*" alt="Lantern Lou">$/);
  await builder.getByText("URL", { exact: true }).click();
  await expect(code).toHaveText(new RegExp(`^http://localhost:\\d+/head\\?${query}$`));
  const preview = builder.getByAltText("Preview: Head of Lantern Lou");
  await expect(preview).toHaveJSProperty("naturalWidth", 80);
  const head = await downloaded(page, builder, "Download");
  expect(head.suggestedFilename()).toBe("Lantern Lou-head-80.webp");
  await builder.getByText("Markdown", { exact: true }).click();
  await builder.getByRole("button", { name: "Copy Markdown" }).click();
  expect(await clipboardOf(page)).toMatch(/^!\[Lantern Lou\]\(http:\/\/.*\)$/);
  // On the way to 9999, 9 and 99 are valid.
  await builder.getByLabel("Size, 8–512 px").selectText();
  await page.keyboard.type("9999");
  const problem = builder.getByText(
    "Enter a whole number from 8 to 512. Until then, the code uses 80.",
  );
  await expect(problem).toHaveRole("status");
});

test("keeps what was chosen of the image in the URL, which shows it again without a shift", async ({
  page,
}) => {
  await page.goto(`${playerUrl("Lantern_Lou")}?from=elsewhere`);
  await alive(page);
  const builder = page.getByRole("region", { name: "Code and commands for this player" });
  const view = (name: string) => builder.getByRole("radio", { name, exact: true });
  await builder.locator("label").filter({ hasText: "Bust" }).click();
  await builder.getByLabel("Edition").selectOption("Bedrock");
  await builder.getByLabel("Size, 16–512 px").fill("256");
  await builder.getByLabel("Format").selectOption("WebP");
  await builder.getByLabel("Outer layer (hat, hair, glasses)").uncheck();
  const chosen = "from=elsewhere&edition=bedrock&view=bust&size=256&format=webp&overlay=false";
  await expect(page).toHaveURL(`${playerUrl("Lantern_Lou")}?${chosen}`);

  await page.addInitScript(countShifts);
  await page.reload();
  await expect(view("Bust")).toBeChecked();
  await expect(builder.getByLabel("Edition")).toHaveValue("bedrock");
  await expect(builder.getByLabel("Size, 16–512 px")).toHaveValue("256");
  await expect(builder.getByLabel("Format")).toHaveValue("webp");
  await expect(builder.getByLabel("Outer layer (hat, hair, glasses)")).not.toBeChecked();
  expect(await shiftOf(page)).toBe(0);

  await builder
    .locator("label")
    .filter({ hasText: /^Head$/ })
    .click();
  await builder.getByLabel("Size, 8–512 px").fill("128");
  await expect(page).toHaveURL(/\?from=elsewhere&edition=bedrock&format=webp&overlay=false$/);
  await page.goto(`${playerUrl("Lantern_Lou")}?view=sideways&size=x&format=gif&edition=both`);
  await alive(page);
  await expect(view("Head")).toBeChecked();
});

test("former names and other owners of a name lead to their pages", async ({ page }) => {
  await page.goto(playerUrl("Former_Thimble"));
  const names = page.getByRole("region", { name: /known names/ });
  await names.getByRole("link", { name: "Thimble", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thimble");
  const others = page.getByRole("list", { name: "Another player had this name before" });
  await expect(others).toContainText("Last seen with this name on Jan 10, 2024");
  await others.getByRole("link", { name: "Former_Thimble" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Former_Thimble");
});

test("prints no controls", async ({ page }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");
  await expect(main.locator("button, select, input, pre").filter({ visible: true })).toHaveCount(0);
  await expect(main.getByRole("link", { name: /^Download the skin/ })).toBeHidden();
  await expect(main.getByText("dfb83a47-9bf3-4695-83e7-bdc34c28fa4e")).toBeVisible();
});

/** The file that a link of the element downloads. */
async function downloaded(page: Page, element: Locator, name: string): Promise<Download> {
  const download = page.waitForEvent("download");
  await element.getByRole("link", { name }).click();
  return download;
}
