import { expect, provoking, test } from "./support/test.ts";
import { openHome, playerUrl, searchBox } from "./support/page.ts";

const RUN = "window.__xss=1";

const LONG = `<script>${RUN}</script>`.repeat(60);

const names = [
  `<script>${RUN}</script>`,
  `<svg onload=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `" autofocus onfocus="${RUN}`,
  `javascript:${RUN}`,
  "{{7*7}}",
  "${7*7}",
  "%00",
  "100%",
  "Lou\u0000",
  "../../etc/passwd",
  "' OR '1'='1",
  "\u202Euol_nretnal",
  "🧑‍🌾",
  "Ｌou",
  "Lou&type=bedrock",
  "Lou?type=bedrock#x",
];

test("shows hostile names as text, calls no provider, and runs none of them", async ({ page }) => {
  await openHome(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    requested.push(pathname + search);
  });
  const complaint = page.getByText("Check for a stray character.");
  for (const name of [...names, LONG]) {
    await test.step(JSON.stringify(name).slice(0, 40), async () => {
      await searchBox(page).fill(name);
      await searchBox(page).press("Enter");
      await expect(
        page.getByRole("status").getByText("Not a valid name or ID", { exact: true }),
      ).toBeAttached();
      await expect(complaint).toBeVisible();
      await expect(page).toHaveURL("/en");
      expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      await searchBox(page).fill("");
      await expect(complaint).toHaveCount(0);
    });
  }
  // The page's own images are those of other players.
  await page.waitForLoadState("networkidle");
  const images = await page
    .locator("main img")
    .evaluateAll((all) => all.map((image) => image.getAttribute("src")));
  const searches = requested.filter((url) => url.includes("username=") && !images.includes(url));
  expect(searches).toEqual([]);
});

const ids = [...names, "\u0000", "a".repeat(300)].map((id) => ({ id, url: playerUrl(id) }));

test(
  "shows an error for hostile names and runs none of them",
  provoking(...ids.map(({ url }) => `400 ${new URL(url, "http://localhost").pathname}`)),
  async ({ page }) => {
    for (const { id, url } of ids) {
      await test.step(JSON.stringify(id.slice(0, 40)), async () => {
        const response = await page.goto(url);
        expect(response?.status()).toBe(400);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not a valid name or ID");
        const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id;
        // HTML cannot contain it.
        await expect(page.getByRole("main").locator(".plate")).toHaveText(
          shown.replaceAll("\u0000", "\uFFFD"),
        );
        expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      });
    }
  },
);

test(
  "explains a search that no path can express",
  provoking("400 /en/player?username=.."),
  async ({ page }) => {
    await page.goto("/en/player?username=..");
    await expect(page.getByText("Check for a stray character.")).toBeVisible();
    await page.getByLabel("Correct it and try again").getByRole("searchbox").fill("Lantern_Lou");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/en\/player\/Lantern_Lou$/);
  },
);
