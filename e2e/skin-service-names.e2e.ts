import { unusualNames } from "../sandbox/skin-services.ts";
import { expectToFit, hydrated, playerUrl, resultOf, searchBox } from "./support/page.ts";
import { withSandbox } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

test("shows players of a skin service whose names are hostile, as text", async ({ page }) => {
  await withSandbox(async ({ sandbox, start }) => {
    const service = await start({ SKIN_SOURCES: `${sandbox.url}/blessing/api/yggdrasil/` });
    for (const name of unusualNames) {
      await test.step(JSON.stringify(name).slice(0, 40), async () => {
        const response = await page.goto(service.url + playerUrl(name));
        expect(response?.status()).toBe(200);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
        expect(await page.title()).toContain(name);
        const canonical = page.locator('link[rel="canonical"]');
        const url = new URL((await canonical.getAttribute("href")) ?? "");
        expect(decodeURIComponent(url.pathname)).toBe(`/en/player/${name}`);
        expect(
          await page.locator('meta[property="profile:username"]').getAttribute("content"),
        ).toBe(name);
        await expectToFit(page, [320], () => []);
        await page.setViewportSize({ width: 1280, height: 720 });
        const image = await page.request.get(`${service.url}${playerUrl(name)}/opengraph-image`);
        expect([image.status(), image.headers()["content-type"]]).toEqual([200, "image/png"]);
        expect(await page.evaluate(() => "__xss" in window)).toBe(false);
      });
    }

    await page.goto(`${service.url}/en`);
    await hydrated(page, "#username");
    for (const name of unusualNames) {
      await searchBox(page).fill(name);
      await expect(resultOf(page).getByRole("heading", { name })).toBeVisible();
    }
    expect(await page.evaluate(() => "__xss" in window)).toBe(false);
    await searchBox(page).fill("a,b[c]{d}+e=^f");
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL(service.url + playerUrl("a,b[c]{d}+e=^f"));
    await service.stop();
  });
});
