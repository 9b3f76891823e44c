import { alive, playerUrl, stageOf } from "./support/page.ts";
import { settings } from "./support/settings.ts";
import { expect, provoking, test } from "./support/test.ts";

// A service of its own: other pages show the players who were looked up last.
test.use({ variables: { ...settings.asBuilt } });

/** A texture that the sandbox's host has lost. */
const LOST = "deadbeef0badcafe00000000000000000000000000000000000000000000f00d";

test(
  "says that a skin is lost, and shows no other in its place",
  provoking(
    `404 /head?texture=${LOST}&default=404&size=112`,
    `404 /body?texture=${LOST}&default=404&model=classic&view=iso&size=384`,
    `404 /skin?texture=${LOST}`,
    `404 /bust?texture=${LOST}&default=404&model=classic&size=96`,
    "502 /head?username=d9841ae37a3f4272854e9f6c265c3c3c&type=java&size=128&default=404",
  ),
  async ({ page }) => {
    await page.goto(playerUrl("Torn_Page"));
    await alive(page);
    const stage = stageOf(page);
    const lost = "This skin couldn’t be loaded";
    await expect(stage.getByText(lost).first()).toBeVisible();
    await expect(stage.getByRole("img")).toHaveCount(0);
    const card = page.getByRole("article", { name: "Torn_Page" });
    await expect(card.getByText(lost)).toBeVisible();
    await expect(card.locator("img")).toHaveCount(0);
    await stage.getByRole("button", { name: "Turn Torn_Page in 3D" }).click();
    await expect(stage.getByRole("status")).toHaveText(lost);
    await page.goto(playerUrl("Lantern_Lou"));
    await expect(page.getByRole("article").first().getByText(lost)).toBeHidden();
  },
);
