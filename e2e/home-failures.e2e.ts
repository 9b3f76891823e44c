import type { Locator, Page } from "playwright/test";
import { expect, provoking, test } from "./support/test.ts";
import { searchBox, suggestionsOf } from "./support/page.ts";

/** The note under the box; the status line has its title, too. */
function noteOf(page: Page, title: string): Locator {
  return page.getByRole("search").getByText(title, { exact: true }).last();
}

test(
  "says that no player has a name",
  provoking("404 /api?username=Nobody_Here"),
  async ({ page }) => {
    await page.goto("/en");
    await searchBox(page).fill("Nobody_Here");
    await expect(page.getByRole("status").getByText("No player named Nobody_Here")).toBeAttached();
    await expect(page.getByText("Neither edition has this player.")).toBeVisible();
    await expect(suggestionsOf(page)).toHaveCount(0);
  },
);

test("says at once that no player can have a name, and stays", async ({ page }) => {
  await page.goto("/en");
  await searchBox(page).fill("not/a/name");
  await expect(noteOf(page, "Not a valid name or ID")).toBeAttached();
  await searchBox(page).press("Enter");
  await expect(page.getByText("Check for a stray character.")).toBeVisible();
  await expect(page).toHaveURL("/en");

  // Nor does it search for nothing.
  await searchBox(page).fill("  ");
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/en");
  const complaint = () =>
    searchBox(page).evaluate((box: HTMLInputElement) => box.validationMessage);
  expect(await complaint()).toBe("Enter a name, UUID, XUID or gamertag.");
  await searchBox(page).pressSequentially("B");
  expect(await complaint()).toBe("");
});

test(
  "says that the providers do not respond, and finds the player once they do",
  provoking("502 /api?username=RustyRobot_9"),
  async ({ page, sandbox, service }) => {
    sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    await page.goto("/en");
    await searchBox(page).fill("RustyRobot_9");
    await expect(noteOf(page, "Player data is unavailable")).toBeAttached({
      timeout: 15_000,
    });
    sandbox.control.clearFaults();
    const status = async () => (await fetch(`${service.url}/api?username=RustyRobot_9`)).status;
    await expect.poll(status, { timeout: 15_000 }).toBe(200);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(suggestionsOf(page)).toHaveText(["RustyRobot_9Java"]);
  },
);

test(
  "says that the service cannot be reached, and retries when it can",
  provoking("ERR_INTERNET_DISCONNECTED /api?username=QuietQuill"),
  async ({ page, context }) => {
    await page.goto("/en", { waitUntil: "networkidle" });
    // Searching for text renders closed menus, too, which loads fonts for their text.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())));
    await context.setOffline(true);
    await searchBox(page).fill("QuietQuill");
    await expect(page.getByText("Check your internet connection.")).toBeVisible();
    await context.setOffline(false);
    await expect(suggestionsOf(page)).toHaveText(["QuietQuillJava"]);
  },
);

test("says that a response of another server cannot be read", async ({ page }) => {
  await page.goto("/en");
  await page.route("/api?username=*", (route) =>
    route.fulfill({ body: "<h1>Sign in to our Wi-Fi</h1>" }),
  );
  await searchBox(page).fill("QuietQuill");
  await expect(noteOf(page, "Can’t read the response")).toBeAttached();
});

test("shows that it is waiting for a response", async ({ page }) => {
  await page.goto("/en");
  await page.route("/api?username=*", () => undefined);
  await searchBox(page).fill("Captain_Cobb");
  await expect(suggestionsOf(page).first()).toHaveText("Captain_CobbLooking up…");
  await expect(page.getByText("Looking up Captain_Cobb…")).toHaveRole("status");
});
