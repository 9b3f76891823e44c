import { expect, provoking, test } from "./support/test.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { alive, countShifts, editionOf, playerUrl, shiftOf, stageOf } from "./support/page.ts";

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
    await page.goto(playerUrl("QuietQuill"));
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

test("says when the profile was fetched, and below it how long ago that was", async ({
  page,
  request,
}) => {
  const { root } = await readPage(request, playerUrl("Lantern_Lou"));
  const [time] = attributesIn(root, ".freshness time", "datetime");
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const [fetched = ""] = textsIn(root, ".freshness time");
  expect(fetched).toMatch(/^\w+ \d+, \d{4}, \d+:\d\d\s[AP]M\sUTC$/);
  await page.addInitScript(countShifts);
  await page.goto(playerUrl("Lantern_Lou"));
  await expect(page.getByText(/^(?:now|\d+ (?:second|minute)s? ago)$/)).toBeVisible();
  // The text that is being read stays.
  await expect(page.locator(".freshness time")).toHaveText(fetched.replace(/\s/g, " "));
  expect(await shiftOf(page)).toBe(0);
});

test("the button that refreshes fits on the smallest screen in languages with long words", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const language of ["de", "ru"]) {
    await page.goto(`/${language}/player/Lantern_Lou`);
    const box = await page.locator(".freshness > .button").boundingBox();
    expect(box?.x, language).toBeGreaterThanOrEqual(0);
    // A scroll bar takes some of the width.
    expect((box?.x ?? 0) + (box?.width ?? 999), language).toBeLessThan(305);
  }
});
