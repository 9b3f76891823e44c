import { provoking } from "./support/complaints.ts";
import { expect, test } from "./support/test.ts";

const RUN = "window.__xss=1";

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

for (const id of ids) {
  const address = `/en/player/${encodeURIComponent(id)}`;
  test(
    `answers ${JSON.stringify(id.slice(0, 40))} in words and runs none of it`,
    provoking(`400 ${new URL(address, "http://localhost").pathname}`),
    async ({ page }) => {
      const response = await page.goto(address);
      expect(response?.status()).toBe(400);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "No player can be called that",
      );
      const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id;
      // HTML cannot hold it.
      await expect(page.getByText(/^You searched for/)).toHaveText(
        `You searched for ${shown.replaceAll("\u0000", "\uFFFD")}.`,
      );
      expect(await page.evaluate(() => "__xss" in window)).toBe(false);
    },
  );
}

for (const id of ["..", ".", "\u0000", "\u0001\u0002"]) {
  const address = `/en/player?${new URLSearchParams({ username: id }).toString()}`;
  test(
    `answers a search for ${JSON.stringify(id)}, which no path can hold`,
    provoking(`400 ${address}`),
    async ({ page }) => {
      expect((await page.goto(address))?.status()).toBe(400);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "No player can be called that",
      );
      await page.getByRole("combobox").fill("Lantern_Lou");
      await page.getByRole("combobox").press("Enter");
      await expect(page).toHaveURL("/en/player/Lantern_Lou");
    },
  );
}

// The browser climbs at dots before a page is asked for, and a space is no search.
for (const id of ["%20", ".", "..", "%2e%2e"]) {
  test(`leads ${id}, which asks for nobody, to the search`, async ({ page }) => {
    await page.goto(`/en/player/${id}`);
    await expect(page).toHaveURL(/\/en\/?$/);
  });
}
