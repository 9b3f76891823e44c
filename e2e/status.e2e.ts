import { routing } from "../lib/i18n/routing.ts";
import { alternatesIn, readPage } from "./support/html.ts";
import { faultsOf, overhang } from "./support/page.ts";
import { withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

test("shows the state of providers without JavaScript, and calls none", ({ browser }) =>
  withWorld({}, async ({ sandbox, service }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const geyser = page.getByRole("listitem").filter({ hasText: "geyser" });
    await page.goto(`${service.url}/en/status`);
    await expect(geyser).toContainText("Not used yet");
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    const calls = sandbox.control.count();
    // The page is cached for two seconds.
    await expect(async () => {
      await page.reload();
      await expect(geyser).toContainText("Working", { timeout: 100 });
    }).toPass();
    await expect(geyser).toContainText(/Answered100%/);
    await expect(page.getByRole("definition").first()).toHaveText("1");
    expect(sandbox.control.count()).toBe(calls);
    await context.close();
  }));

test("is cached for seconds only, in every language, each linked to the others", async ({
  request,
}) => {
  for (const locale of routing.locales) {
    const { headers, root } = await readPage(request, `/${locale}/status`);
    expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=2");
    expect(alternatesIn(root)).toHaveLength(routing.locales.length + 1);
  }
});

test("is linked from every page", async ({ page }) => {
  await page.goto("/en/docs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Status" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status");
});

for (const [colorScheme, width] of [
  ["dark", 320],
  ["light", 1440],
] as const) {
  test(`has no problem that axe finds, ${colorScheme}, ${width} pixels wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const locale of ["en", "ru", "ar"]) {
      await page.goto(`/${locale}/status`);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
    }
    await page.goto("/en/status");
    expect(await faultsOf(page)).toEqual([]);
  });
}
