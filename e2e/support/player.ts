import type { Locator, Page } from "playwright/test";
import { hydrated } from "./hydrated.ts";

/** The address of a player's page. */
export function playerUrl(id: string, locale = "en"): string {
  return `/${locale}/player/${encodeURIComponent(id)}`;
}

/** The panel of one edition's player. */
export function editionOf(page: Page, name: string): Locator {
  return page.getByRole("article", { name, exact: true });
}

/** The place of the three-dimensional view. */
export function stageOf(page: Page): Locator {
  return page.getByRole("region", { name: "Skin in 3D" });
}

/** The place of the head's code. */
export function builderOf(page: Page): Locator {
  return page.getByRole("region", { name: "Head for your site" });
}

/** By how many pixels the document is wider than the window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Waits until React has taken the page over, so that what is typed or pressed counts. */
export async function alive(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Refresh", exact: true }).waitFor();
  await hydrated(page, "main button");
}
