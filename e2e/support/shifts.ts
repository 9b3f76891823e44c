import type { Page } from "playwright/test";

/** Counts every shift from now on, also those just after a key, which the usual measure forgives. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(count);
}

/** The same on the page that is open already. */
export async function watchShiftsNow(page: Page): Promise<void> {
  await page.evaluate(count);
}

function count() {
  const counter = Object.assign(window, { __shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      counter.__shift += Number("value" in entry && entry.value);
  }).observe({ type: "layout-shift" });
}

/** By how much the page that is open has shifted. */
export async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as typeof window & { __shift: number }).__shift);
}
