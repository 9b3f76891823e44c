import type { Page } from "playwright/test";
import { alive, editionOf, playerUrl, stageOf } from "./support/page.ts";
import { settings } from "./support/settings.ts";
import { expect, provoking, test } from "./support/test.ts";

// A service of its own, and one for both tests: other pages show the players who were looked up last.
test.use({ variables: { ...settings.asBuilt } });
test.describe.configure({ mode: "default" });

/** A texture that the sandbox's host has lost. */
const LOST = "deadbeef0badcafe00000000000000000000000000000000000000000000f00d";

const LOST_SKIN = "This skin couldn’t be loaded";

/** The page shows no face for a skin that it does not have, says so, and offers nothing that needs the skin. */
async function expectLost(page: Page, name: string) {
  await page.goto(playerUrl(name));
  await alive(page);
  const stage = stageOf(page);
  const card = editionOf(page, name);
  const use = page.getByRole("region", { name: "Code and commands for this player" });
  for (const place of [stage, card, use]) {
    await expect(place.getByText(LOST_SKIN).filter({ visible: true })).toHaveCount(1);
    await expect(place.locator("img")).toHaveCount(0);
  }
  await expect(stage.getByRole("button", { name: `Turn ${name} in 3D` })).toBeDisabled();
  await expect(stage.getByRole("button", { name: `Download the skin of ${name}` })).toBeDisabled();
  await expect(use.getByRole("button", { name: "Download" })).toBeDisabled();
}

test(
  "says that a skin is lost, and shows no other in its place",
  provoking(
    `404 /head?texture=${LOST}&default=404&size=112`,
    `404 /body?texture=${LOST}&default=404&model=classic&view=iso&size=384`,
    `404 /bust?texture=${LOST}&default=404&model=classic&size=96`,
    "502 /head?username=d9841ae37a3f4272854e9f6c265c3c3c&type=java&size=128&default=404",
  ),
  async ({ page }) => {
    await expectLost(page, "Torn_Page");
    await page.goto(playerUrl("Lantern_Lou"));
    await expect(page.getByRole("article").first().getByText(LOST_SKIN)).toHaveCount(0);
  },
);

const UNREACHED = "9cb2abfcf83bfc752e39516461bef751f53dc5e5b31dace132e3eee5c64f2ba0";

test(
  "says the same of a skin whose server does not respond",
  provoking(
    `502 /head?texture=${UNREACHED}&default=404&size=112`,
    `502 /body?texture=${UNREACHED}&default=404&model=slim&view=iso&size=384`,
    `502 /bust?texture=${UNREACHED}&default=404&model=slim&size=96`,
    "502 /head?username=7472059a54384b7b9cb9a8b567a3ced4&type=java&size=128&default=404",
  ),
  async ({ page, sandbox }) => {
    sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "status", status: 500 } });
    await expectLost(page, "Saffron_Sky");
  },
);
