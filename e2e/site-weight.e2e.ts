import { brotliCompressSync, constants } from "node:zlib";
import { routing } from "../lib/i18n/routing.ts";
import { readPage } from "./support/html.ts";
import { searchBox, shiftOf, suggestionsOf, watchShifts } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

const kB = 1_000;

const pages = [
  { path: "/en", most: { html: 60 * kB, brotli: 14 * kB } },
  { path: "/en/player/Lantern_Lou", most: { html: 90 * kB, brotli: 18 * kB } },
  { path: "/en/player/NameHopper", most: { html: 90 * kB, brotli: 18 * kB } },
];

for (const { path: address, most } of pages) {
  test(`sends little HTML for ${address}, in every language`, async ({ request }) => {
    for (const locale of routing.locales) {
      const { html } = await readPage(request, address.replace("/en", `/${locale}`));
      expect(Buffer.byteLength(html), locale).toBeLessThan(most.html);
      expect(packed(html, 5), locale).toBeLessThan(most.brotli);
    }
  });

  test(`needs at most 130 kB of JavaScript for ${address}`, async ({ page }) => {
    const scripts: Promise<string>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      scripts.push(request.response().then((response) => response?.text() ?? ""));
    });
    await page.goto(address, { waitUntil: "networkidle" });
    const sizes = (await Promise.all(scripts)).map((script) => packed(script, 11));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: "Brotli", description: `${bytes} bytes` });
    // Less would mean that nothing was counted.
    expect(bytes).toBeGreaterThan(100 * kB);
    expect(bytes).toBeLessThan(130 * kB);
  });
}

for (const path of ["/en", "/pl", "/ru", "/ar", "/ar/player/Lantern_Lou"]) {
  test(`needs at most 60 kB of fonts for ${path}`, async ({ page }) => {
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "font") return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    // Players' names may use any script.
    await page.route("/api?recent=1", (route) => route.fulfill({ json: noRecentPlayers }));
    await page.goto(path, { waitUntil: "networkidle" });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    test.info().annotations.push({ type: "fonts", description: `${bytes} bytes` });
    expect(bytes).toBeGreaterThan(20 * kB);
    expect(bytes).toBeLessThan(60 * kB);
  });
}

const noRecentPlayers = {
  success: true,
  recent: [],
  stats: { lookups_total: 0, lookups_24h: 0, players_total: 0, cache_hit_ratio_24h: 0 },
};

const sizes = new Map<string, number>();

/** The size of a text, compressed with Brotli; pages share their scripts. */
function packed(text: string, quality: number): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const size = sizes.get(text) ?? brotliCompressSync(text, { params }).length;
  sizes.set(text, size);
  return size;
}

for (const width of [360, 1440]) {
  test(
    `has no layout shifts while it loads and searches, ${width} pixels wide`,
    provoking("404 /api?username=Nobody_Here"),
    async ({ page, service }) => {
      expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      await page.goto("/en", { waitUntil: "networkidle" });
      await expect(page.getByRole("link", { name: "Bea" })).toBeVisible();
      await searchBox(page).fill("Lantern_Lou");
      await expect(suggestionsOf(page)).toHaveText(["Lantern_LouJavaBedrock"]);
      await searchBox(page).fill("Nobody_Here");
      await expect(page.getByText("Neither edition has this player.")).toBeVisible();
      // A late font moves a line by less than a pixel.
      expect(await shiftOf(page)).toBeLessThan(0.002);
    },
  );
}
