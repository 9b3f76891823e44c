import { routing } from "../lib/i18n/routing.ts";
import { expect, provoking, test } from "./support/test.ts";
import { cutOff } from "./support/layout.ts";
import {
  expectFound,
  expectToFit,
  searchBox,
  suggestionsOf,
  whatHasFocus,
} from "./support/page.ts";

const LONGEST = "abcdefghijklmnopqrstuvwxy";

const pages = [
  "/en",
  "/en/player/Lantern_Lou",
  "/en/player/PebblePenny",
  `/en/player/${LONGEST}`,
  "/en/player/Mossy%20Minnow",
  "/en/player/Nobody_Here",
  `/en/player/${"W".repeat(60)}`,
  "/en/nowhere",
  // The header is wider in some languages.
  ...routing.locales.map((locale) => `/${locale}/status`),
];

/** WCAG 2.2, 1.4.12. */
const SPACED =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }";

/** 1280 pixels at 200 % and at 400 % zoom. */
const WIDTHS = [640, 320];

test.describe("zoomed", () => {
  test.use({ bypassCSP: true });

  test(
    "shows every page completely with any text spacing",
    provoking(...pages.flatMap(failing)),
    async ({ page, service }) => {
      expect((await fetch(`${service.url}/api?username=${LONGEST}`)).status).toBe(200);
      for (const url of pages) {
        await page.goto(url);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expectToFit(page, WIDTHS, cutOff);
        await page.addStyleTag({ content: SPACED });
        await expectToFit(page, WIDTHS, cutOff);
      }
    },
  );

  test("shows the search's options, and its note about a long text, completely", async ({
    page,
    service,
  }) => {
    expect((await fetch(`${service.url}/api?username=${LONGEST}`)).status).toBe(200);
    await page.goto("/en");
    await page.addStyleTag({ content: SPACED });
    await searchBox(page).fill(LONGEST);
    await expectFound(page, LONGEST);
    await expectToFit(page, WIDTHS, cutOff);
    await searchBox(page).fill(LONGEST.slice(0, 2));
    await expect(suggestionsOf(page)).toContainText([LONGEST]);
    await expectToFit(page, WIDTHS, cutOff);
    await searchBox(page).fill("W".repeat(200));
    await expect(page.getByText("Check for a stray character.")).toBeVisible();
    await expectToFit(page, WIDTHS, cutOff);
  });
});

test.describe("in forced colours", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

  test(
    "shows the focus and the controls",
    provoking(...failing("/en/player/Nobody_Here")),
    async ({ page }) => {
      for (const url of ["/en", "/en/player/Lantern_Lou", "/en/player/Nobody_Here"]) {
        await page.goto(url, { waitUntil: "networkidle" });
        const edgeless = await page
          .getByRole("main")
          .locator("button, input:not(.sr-only)")
          .evaluateAll(withoutEdge);
        expect.soft(edgeless, url).toEqual([]);
        await page.locator("body").press("Tab");
        for (let times = 0; times < 12; times += 1) {
          const focused = await page.evaluate(whatHasFocus);
          expect.soft(focused?.ring ?? true, url).toBe(true);
          await page.keyboard.press("Tab");
        }
      }
    },
  );

  test("shows which option is chosen, in lists and radio groups", async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    await page.goto("/en/player/Lantern_Lou", { waitUntil: "networkidle" });
    const outlineOf = (name: string) =>
      page
        .getByRole("region", { name: "Use this player" })
        .locator("label", { hasText: name })
        .first()
        .evaluate((label) => getComputedStyle(label).outlineStyle);
    expect([await outlineOf("URL"), await outlineOf("HTML")]).toEqual(["solid", "none"]);
    expect([await outlineOf("Head"), await outlineOf("Bust")]).toEqual(["solid", "none"]);

    await page.goto("/en");
    await searchBox(page).fill("La");
    await expect(suggestionsOf(page)).toHaveCount(1);
    await searchBox(page).press("ArrowDown");
    await expect(suggestionsOf(page).first()).toHaveCSS("outline-style", "solid");
  });
});

function failing(url: string): string[] {
  if (url.includes("WWW")) return [`400 ${url}`];
  return /Nobody_Here|nowhere/.test(url) ? [`404 ${url}`] : [];
}

/** Controls without a border of their own or of their group. */
function withoutEdge(controls: Element[]): string[] {
  return controls
    .filter((control) => {
      if (control.getBoundingClientRect().width === 0) return false;
      if (control.matches("[type=checkbox], [type=radio]")) return false;
      return [control, control.parentElement].every(
        (one) => one === null || parseFloat(getComputedStyle(one).borderTopWidth) === 0,
      );
    })
    .map((control) => control.outerHTML);
}
