import { expect, provoking, test } from "./support/test.ts";
import { readPage, textsIn } from "./support/html.ts";
import { hydrated, searchBox } from "./support/page.ts";

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

test("shows hostile names as text, calls no provider, and runs none of them", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  for (const name of [...names, long]) {
    await test.step(JSON.stringify(name).slice(0, 40), async () => {
      await searchBox(page).fill(name);
      await expect(
        page.getByRole("status").getByText("Not a valid name or ID", { exact: true }),
      ).toBeAttached();
      await searchBox(page).press("Enter");
      await expect(page.getByText("Check for a stray character.")).toBeVisible();
      await expect(page).toHaveURL("/en");
      expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      await searchBox(page).fill("");
      await expect(page.getByText("Check for a stray character.")).toHaveCount(0);
    });
  }
  expect(requested.filter((url) => url.includes("username="))).toEqual([]);
});

const ids = [
  `<svg onload=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `javascript:${RUN}`,
  "\u0000",
  "Lou\u0000Lou",
  "\u202Euol_nretnal",
  "../../etc/passwd",
  "{{7*7}}",
  "100%",
  "a".repeat(300),
  "Lou?type=bedrock#x",
];

const urls = ids.map((id) => `/en/player/${encodeURIComponent(id)}`);

test(
  "shows an error for hostile names and runs none of them",
  provoking(...urls.map((url) => `400 ${new URL(url, "http://localhost").pathname}`)),
  async ({ page }) => {
    for (const [index, id] of ids.entries()) {
      const url = urls[index] ?? "";
      await test.step(JSON.stringify(id.slice(0, 40)), async () => {
        const response = await page.goto(url);
        expect(response?.status()).toBe(400);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not a valid name or ID");
        const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id;
        // HTML cannot contain it.
        await expect(page.getByText(/^You searched for/)).toHaveText(
          `You searched for ${shown.replaceAll("\u0000", "\uFFFD")}.`,
        );
        await hydrated(page, "main form");
        expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      });
    }
  },
);

const NO_PATH = ["..", ".", "\u0000", "\u0001\u0002"];
const searches = NO_PATH.map(
  (id) => `/en/player?${new URLSearchParams({ username: id }).toString()}`,
);

test(
  "shows an error for a search that no path can express, and offers another",
  provoking(`400 ${searches[0]}`),
  async ({ page, request }) => {
    for (const url of searches) {
      const { status, root } = await readPage(request, url);
      expect(status, url).toBe(400);
      expect(textsIn(root, "h1"), url).toEqual(["Not a valid name or ID"]);
    }
    await page.goto(searches[0] ?? "");
    await page.getByRole("combobox").fill("Lantern_Lou");
    await page.getByRole("combobox").press("Enter");
    await expect(page).toHaveURL("/en/player/Lantern_Lou");
  },
);

// The browser resolves dots before it sends a request, and a space is not a search.
test("redirects a URL without a player to the search", async ({ page }) => {
  for (const id of ["%20", ".", "..", "%2e%2e"]) {
    await page.goto(`/en/player/${id}`);
    await expect(page, id).toHaveURL(/\/en\/?$/);
  }
});
