import { screenLocales, screenPages, screenWidths } from "../scripts/screen-pages.mjs";
import { cutOff, holesIn, overhang, smallTargets } from "./support/layout.ts";
import { expect, provoking, test } from "./support/test.ts";

/** The most pixels between two blocks of a column. */
const MOST_GAP = 120;
const TARGET = 44;

/*
 * Facts about the layout of every page and state, instead of their pixels: `npm run screens` makes images for a
 * person to look at.
 */
for (const { name, path, status = 200, sends = [] } of screenPages) {
  const failures =
    status === 200 ? [] : screenLocales.map((locale) => `${status} /${locale}${path}`);

  test(
    `nothing overflows, is cut or leaves a hole: ${name}`,
    provoking(...failures),
    async ({ page, service }) => {
      for (const target of sends) await fetch(service.url + target);
      for (const locale of screenLocales) {
        await page.goto(`/${locale}${path}`, { waitUntil: "networkidle" });
        for (const width of screenWidths) {
          await page.setViewportSize({ width, height: 900 });
          const where = `${locale}, ${width} pixels wide`;
          expect.soft(await overhang(page), where).toBeLessThanOrEqual(0);
          expect.soft(await page.evaluate(cutOff), where).toEqual([]);
          expect.soft(await page.evaluate(holesIn, MOST_GAP), where).toEqual([]);
        }
      }
    },
  );
}

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const { name, path, status = 200 } of screenPages) {
    const failures =
      status === 200 ? [] : ["en", "de"].map((locale) => `${status} /${locale}${path}`);

    test(
      `every target is 44 pixels high and wide: ${name}`,
      provoking(...failures),
      async ({ page }) => {
        for (const locale of ["en", "de"]) {
          await page.goto(`/${locale}${path}`, { waitUntil: "networkidle" });
          expect.soft(await page.evaluate(smallTargets, TARGET), locale).toEqual([]);
        }
      },
    );
  }
});
