import { expect, provoking, test } from "./support/test.ts";
import { cutOff, spaceOut } from "./support/layout.ts";
import {
  expectFound,
  expectToFit,
  open,
  openHome,
  searchBox,
  suggestionsOf,
  whatHasFocus,
} from "./support/page.ts";

const LONGEST = "abcdefghijklmnopqrstuvwxy";

/** 1280 pixels at 200 % and at 400 % zoom. */
const WIDTHS = [640, 320];

test("shows the search's options, and its note about a long text, completely with any text spacing", async ({
  page,
  service,
}) => {
  expect((await fetch(`${service.url}/api?username=${LONGEST}`)).status).toBe(200);
  await openHome(page);
  await spaceOut(page);
  await searchBox(page).fill(LONGEST);
  await expectFound(page, LONGEST);
  await expectToFit(page, WIDTHS, cutOff);
  await searchBox(page).fill(LONGEST.slice(0, 2));
  await expect(suggestionsOf(page)).toContainText([LONGEST]);
  await expectToFit(page, WIDTHS, cutOff);
  await searchBox(page).fill("W".repeat(200));
  await searchBox(page).press("Enter");
  await expect(page.getByText("Check for a stray character.")).toBeVisible();
  await expectToFit(page, WIDTHS, cutOff);
});

/** Sizes of text in a browser's settings, 16 by default, and the narrowest windows for them. */
const LARGE_TEXT = [
  { size: 24, widths: [320, 390] },
  { size: 32, widths: [390] },
];

test.describe("with large text", () => {
  test.use({ viewport: { width: 320, height: 800 } });

  for (const { size, widths } of LARGE_TEXT) {
    test(`the header, the menus, the footer and their pages fit at ${size} pixels`, async ({
      page,
    }) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Page.setFontSizes", { fontSizes: { standard: size } });
      for (const locale of ["en", "de", "ru", "ar"]) {
        for (const path of ["", "/status"]) {
          await open(page, `/${locale}${path}`);
          await expectToFit(page, widths, cutOff);
        }
        await page.locator(".menu-button").first().click();
        await expect(page.locator("#languages")).toBeVisible();
        await expectToFit(page, widths, cutOff);
      }
    });
  }

  test("icons grow with the text", async ({ page }) => {
    const sideOf = async () =>
      page
        .locator(".menu-button svg:visible")
        .last()
        .evaluate((icon) => icon.getBoundingClientRect().width);
    await page.goto("/en/status");
    expect(await sideOf()).toBe(20);
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await page.goto("/en/status");
    expect(await sideOf()).toBe(40);
  });
});

test.describe("in forced colours", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

  test(
    "shows the focus and the controls",
    provoking("404 /en/player/Nobody_Here"),
    async ({ page }) => {
      for (const url of ["/en", "/en/player/Lantern_Lou", "/en/player/Nobody_Here"]) {
        await open(page, url);
        const edgeless = await page
          .getByRole("main")
          .locator("button, input:not(.sr-only)")
          .evaluateAll(withoutEdge);
        expect.soft(edgeless, url).toEqual([]);
        const ringless: string[] = [];
        for (let times = 0; times < 12; times += 1) {
          await page.keyboard.press("Tab");
          const focused = await page.evaluate(whatHasFocus);
          if (focused?.ring === false) ringless.push(focused.name);
        }
        expect.soft(ringless, url).toEqual([]);
      }
    },
  );

  test("shows which option is chosen, in lists and radio groups", async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Lantern_Lou`)).status).toBe(200);
    await open(page, "/en/player/Lantern_Lou");
    const outlineOf = (name: string) =>
      page
        .getByRole("region", { name: "Code and commands for this player" })
        .locator("label", { hasText: name })
        .first()
        .evaluate((label) => getComputedStyle(label).outlineStyle);
    expect([await outlineOf("URL"), await outlineOf("HTML")]).toEqual(["solid", "none"]);
    expect([await outlineOf("Head"), await outlineOf("Bust")]).toEqual(["solid", "none"]);

    await page.goto("/en");
    await searchBox(page).fill("La");
    await expect(suggestionsOf(page)).toHaveCount(2);
    await searchBox(page).press("ArrowDown");
    await expect(suggestionsOf(page).first()).toHaveCSS("outline-style", "solid");
  });
});

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
