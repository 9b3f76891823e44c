import { open } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

/** WCAG 2.2, 1.4.3. */
const CONTRAST = 4.5;

for (const path of ["", "/docs/head", "/status"]) {
  test(`prints all text in dark colours, and no backgrounds that it would need: /en${path}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, `/en${path}`);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.evaluate(tooPale, CONTRAST)).toEqual([]);
  });
}

/** Texts that can hardly be read on white paper: printers leave backgrounds out. Runs in the page. */
function tooPale(least: number): string[] {
  const luminanceOf = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode;
    if (element === null || !textContent?.trim()) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { color } = getComputedStyle(element);
    const contrast = 1.05 / (luminanceOf(color) + 0.05);
    if (contrast < least) found.add(`${color}: ${textContent.trim().slice(0, 60)}`);
  }
  return [...found];
}
