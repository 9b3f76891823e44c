import axe from "axe-core";
import type { BrowserContext, Locator, Page } from "playwright/test";
import { overhang } from "./layout.ts";
import { expect } from "./test.ts";
import { playerUrl } from "./texts.ts";

export { overhang, playerUrl };

/** The box on the home page. */
export function searchBox(page: Page): Locator {
  return page.getByRole("combobox", { name: "Name, UUID, XUID or gamertag" });
}

/** The options of the list under the box. */
export function suggestionsOf(page: Page): Locator {
  return page.getByRole("listbox", { name: "Players" }).getByRole("option");
}

/** The players who were found, below the box on the home page, or why there are none. */
export function resultOf(page: Page): Locator {
  return page.getByRole("region", { name: "Result" });
}

/** Waits for the home page to show a player. */
export async function expectFound(
  page: Page,
  name: string | RegExp,
  ...editions: readonly string[]
): Promise<void> {
  await expect(resultOf(page).getByRole("heading")).toHaveText(name);
  await expect(resultOf(page)).toHaveAttribute("aria-busy", "false");
  if (editions.length > 0) await expect(resultOf(page).locator(".edition")).toHaveText(editions);
}

/** Types into the box and presses Enter. */
export async function search(page: Page, text: string): Promise<void> {
  await searchBox(page).fill(text);
  await searchBox(page).press("Enter");
}

/** The panel of one edition's player. */
export function editionOf(page: Page, name: string): Locator {
  return page.getByRole("article", { name, exact: true });
}

/** The section of the 3D view. */
export function stageOf(page: Page): Locator {
  return page.getByRole("region", { name: "Skin in 3D" });
}

/** The text that was copied last. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** At each width, the page does not scroll sideways, and a function that runs in it finds no fault. */
export async function expectToFit(
  page: Page,
  widths: readonly number[],
  faults: () => string[],
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 512 });
    const where = `${page.url()}, ${width} pixels wide`;
    expect.soft(await overhang(page), where).toBeLessThanOrEqual(0);
    expect.soft(await page.evaluate(faults), where).toEqual([]);
  }
}

/** The name of the focused element, and whether its focus is visible; null if none. Runs in the page. */
export function whatHasFocus(): { name: string; ring: boolean } | null {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const ring = [focused, focused.closest("label")].some(
    (one) => one !== null && getComputedStyle(one).outlineStyle !== "none",
  );
  const name = focused.getAttribute("aria-label") ?? focused.textContent?.trim().slice(0, 60);
  return { name: name || focused.outerHTML.slice(0, 120), ring };
}

/** Waits until all of the page reacts, also to keys. Only for pages of which `noteHydration` was told. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => "isHydrated" in window);
}

/** Opens a page, and waits until it reacts and its layout is the last one: the one in its own fonts. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Waits for the first element that matches a selector to hydrate. */
export async function hydrated(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const element = document.querySelector(wanted);
    return element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps"));
  }, selector);
}

/** Holds requests back until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The response of `/api?recent=1` before the first lookup. */
export const noRecentPlayers = {
  success: true,
  recent: [],
  stats: { lookups_total: 0, lookups_24h: 0, players_total: 0, cache_hit_ratio_24h: 0 },
};

/** Opens the home page, of another service at `url`, and waits until its search reacts. */
export async function openHome(page: Page, url = ""): Promise<void> {
  await page.goto(`${url}/en`);
  await searching(page);
}

/** Waits until the home page's search offers players. */
export async function searching(page: Page): Promise<void> {
  await expect(page.locator("#username")).not.toHaveAttribute("aria-controls", "suggestions");
}

/** Pastes a text into the box: it is complete, unlike one that is typed. */
export async function paste(page: Page, text: string): Promise<void> {
  await searchBox(page).fill("");
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await searchBox(page).press("ControlOrMeta+v");
}

/**
 * Counts every layout shift, including those just after input, which the usual metric ignores. Runs in the
 * page.
 */
export function countShifts(): void {
  const counter = Object.assign(window, { __shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      counter.__shift += Number("value" in entry && entry.value);
  }).observe({ type: "layout-shift" });
}

/**
 * Counts the layout shifts of all pages from now on, in the device's fonts: ours may come after the first
 * paint, even from the cache, and then wrap a line elsewhere.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.route(/\.woff2$/, (route) => route.fulfill({ body: "" }));
  await page.addInitScript(countShifts);
}

/** The sum of the layout shifts of the open page. */
export async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // A shift is reported after the frame that it is in.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as typeof window & { __shift: number }).__shift;
  });
}

/** Injects a script into a page, and expects that the content policy stops it. */
export async function expectSmuggledToBeStopped(context: BrowserContext, path: string) {
  // Not the usual page fixture, since this page logs an error.
  const page = await context.newPage();
  await page.goto(path);
  const outcome = await page.evaluate(async () => {
    const blocked = new Promise((resolve) =>
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI)),
    );
    document.body.insertAdjacentHTML("beforeend", `<img src="/head?" onerror="window.ran = true">`);
    return { blocked: await blocked, ran: "ran" in window };
  });
  expect(outcome).toEqual({ blocked: "inline", ran: false });
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The problems that axe finds in a page or a part of it: rules, and the elements that violate them. The
 * contrast of code is left out: it takes most of axe's time, and `contrast.test.ts` checks its colours.
 */
export async function faultsOf(
  page: Page,
  part = "html",
): Promise<[rule: string, html: string[]][]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    async ([tags, selector]) => {
      const { axe: here } = window as typeof window & { axe: typeof axe };
      here.configure({ rules: [{ id: "color-contrast", selector: "*:not(pre .line *)" }] });
      const { violations } = await here.run(selector, {
        runOnly: tags,
        resultTypes: ["violations"],
      });
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 300))]);
    },
    [TAGS, part] as const,
  );
}
