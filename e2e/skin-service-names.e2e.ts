import { unusualNames } from "../sandbox/skin-services.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { expectToFit, openHome, playerUrl, resultOf, searchBox } from "./support/page.ts";
import { type Surroundings, withSandbox } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

/** Those that take the most room, run the other way, or are HTML. */
const shown = unusualNames.filter((name) => /^A_Name|^\u202E|^😀|[<>]/.test(name));

test("a page of a player of a skin service has their name, however hostile, as text", ({
  playwright,
}) =>
  withSandbox(async (own) => {
    const service = await startWithNames(own);
    const request = await playwright.request.newContext({ baseURL: service.url });
    for (const name of unusualNames) {
      const { status, root } = await readPage(request, playerUrl(name));
      expect(status, name).toBe(200);
      expect(textsIn(root, "h1")).toEqual([name]);
      expect(textsIn(root, "title")[0]).toContain(name);
      const [canonical = ""] = attributesIn(root, "link[rel=canonical]", "href");
      expect(decodeURIComponent(new URL(canonical).pathname)).toBe(`/en/player/${name}`);
      expect(attributesIn(root, "meta[property='profile:username']", "content")).toEqual([name]);
      const image = await request.get(`${playerUrl(name)}/opengraph-image`);
      expect([image.status(), image.headers()["content-type"]]).toEqual([200, "image/png"]);
    }
    await request.dispose();
    await service.stop();
  }));

test("shows players of a skin service whose names are hostile, as text", ({ page }) =>
  withSandbox(async (own) => {
    const service = await startWithNames(own);
    expect(shown).toHaveLength(5);
    for (const name of shown) {
      await page.goto(service.url + playerUrl(name));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await expectToFit(page, [320], () => []);
      await page.setViewportSize({ width: 1280, height: 720 });
      expect(await page.evaluate(() => "__xss" in window), name).toBe(false);
    }

    await openHome(page, service.url);
    for (const name of unusualNames) {
      await searchBox(page).fill(name);
      await expect(resultOf(page).getByRole("heading", { name })).toBeVisible();
    }
    expect(await page.evaluate(() => "__xss" in window)).toBe(false);
    await searchBox(page).fill("a,b[c]{d}+e=^f");
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL(service.url + playerUrl("a,b[c]{d}+e=^f"));
    await service.stop();
  }));

function startWithNames({ sandbox, start }: Surroundings) {
  return start({ SKIN_SOURCES: `${sandbox.url}/blessing/api/yggdrasil/` });
}
