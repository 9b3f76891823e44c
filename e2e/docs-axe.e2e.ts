import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { direction } from "../lib/i18n/direction.ts";
import { routing } from "../lib/i18n/routing.ts";
import { BUILT_FOR, englishPages, pagesIn } from "./support/docs.ts";
import { expect, test } from "./support/test.ts";

test.use({ variables: { PUBLIC_URL: BUILT_FOR } });

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colorSchemes = ["light", "dark"] as const;
const WIDE = 1440;
const NARROW = 360;

for (const { path } of englishPages) {
  for (const colorScheme of colorSchemes) {
    test(`axe finds no fault with ${path}, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await open(page, path, { colorScheme, width: WIDE });
      expect(await faultsOf(page)).toEqual([]);
    });
  }
}

const languages = routing.locales.filter((locale) => ["en", "de", "ja", "ar"].includes(locale));

for (const { locale, path } of languages.flatMap(pagesIn)) {
  if (!/\/docs(?:\/head|\/errors)?$/.test(path)) continue;
  const colorScheme = direction(locale) === "rtl" ? "dark" : "light";
  test(`axe finds no fault with ${path} on a phone, ${colorScheme}, all unfolded`, async ({
    page,
  }) => {
    // A page with everything open is long.
    test.slow();
    await open(page, path, { colorScheme, width: NARROW });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("main details")) {
        details.setAttribute("open", "");
      }
    });
    expect(await faultsOf(page)).toEqual([]);
  });
}

interface Opening {
  colorScheme: (typeof colorSchemes)[number];
  width: number;
}

async function open(page: Page, path: string, { colorScheme, width }: Opening): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
}

async function faultsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 300))]);
}
