import { unusualNames } from "../sandbox/skin-services.ts";
import { expectToFit, openHome, paste, playerUrl, resultOf, searchBox } from "./support/page.ts";
import { withSandbox } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

/** Those that take the most room, run the other way, or are HTML. */
const shown = unusualNames.filter((name) => /^A_Name|^\u202E|^😀|[<>]/.test(name));

test("shows players of a skin service whose names are hostile, as text", ({ page }) =>
  withSandbox(async ({ sandbox, start }) => {
    const service = await start({ SKIN_SOURCES: `${sandbox.url}/blessing/api/yggdrasil/` });
    expect(shown).toHaveLength(5);
    for (const name of shown) {
      await page.goto(service.url + playerUrl(name));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expectToFit(page, [320], () => []);
      await page.setViewportSize({ width: 1280, height: 720 });
      expect(await page.evaluate(() => "__xss" in window), name).toBe(false);
    }

    await openHome(page, service.url);
    for (const name of shown) {
      await paste(page, name);
      await expect(resultOf(page).getByRole("heading", { name })).toBeVisible();
    }
    expect(await page.evaluate(() => "__xss" in window)).toBe(false);
    await searchBox(page).fill("a,b[c]{d}+e=^f");
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL(service.url + playerUrl("a,b[c]{d}+e=^f"));
    await service.stop("SIGINT");
  }));
