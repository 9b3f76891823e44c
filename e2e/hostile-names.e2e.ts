import { searchBox } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const RUN = "window.__xss=1";

const names = [
  `<script>${RUN}</script>`,
  `"><img src=x onerror=${RUN}>`,
  `</title><script>${RUN}</script>`,
  `" autofocus onfocus="${RUN}`,
  `javascript:${RUN}`,
  "{{7*7}}",
  "${7*7}",
  "%00",
  "Lou\u0000",
  "../../etc/passwd",
  "' OR '1'='1",
  "\u202Euol_nretnal",
  "🧑‍🌾",
  "Ｌou",
  "Lou&type=bedrock",
];

const long = `<script>${RUN}</script>`.repeat(60);

test("shows hostile names as text, asks no provider, and runs none of them", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const name of [...names, long]) {
    await test.step(JSON.stringify(name).slice(0, 40), async () => {
      await searchBox(page).fill(name);
      await expect(
        page.getByRole("status").getByText("No player can be called that", { exact: true }),
      ).toBeAttached();
      await searchBox(page).press("Enter");
      await expect(page.getByText("Check for a stray character.")).toBeVisible();
      await expect(page).toHaveURL("/en");
      expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      await searchBox(page).fill("");
      await expect(page.getByText("Check for a stray character.")).toHaveCount(0);
    });
  }
  expect(asked.filter((url) => url.includes("username="))).toEqual([]);
});
