import { expectToFit, overhang, playerUrl } from "./support/page.ts";
import { cutOff } from "./support/layout.ts";
import { expect, test } from "./support/test.ts";

/** Linked, two of one name, of one edition each, and with a default skin. */
const KINDS = ["Lantern_Lou", "MapleMax", "Tinker_Tess", "Mossy Minnow", "Newcomer_Nia"];

test("players of every kind fit every screen, without holes", async ({
  page,
  layouts: { locales, widths },
}) => {
  for (const locale of locales) {
    for (const id of KINDS) {
      await page.goto(playerUrl(id, locale));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${id}, ${locale}, ${width} pixels wide`;
        expect.soft(await overhang(page), where).toBeLessThanOrEqual(0);
        expect.soft(await page.evaluate(holesInColumns), where).toEqual([]);
        if (width >= 390) expect.soft(await page.evaluate(wrappedIds), where).toEqual([]);
      }
    }
  }
});

test("fits a phone whose text is large, and breaks no name into letters", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  for (const [standard, widths] of [
    [24, [390, 320]],
    [32, [390]],
  ] as const) {
    await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard - 6 } });
    for (const locale of ["en", "ar", "de"] as const) {
      await page.goto(playerUrl("Lantern_Lou", locale));
      await expectToFit(page, widths, cutOff);
      const { height } = (await page.locator("h1").boundingBox()) ?? { height: 0 };
      expect.soft(height, `${locale}, ${standard} pixels`).toBeLessThan(standard * 6);
    }
  }
});

test("keeps the views in one row on a phone, and values at the side of their labels", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const locale of ["en", "ar", "de", "es", "ru"] as const) {
    await page.goto(playerUrl("Lantern_Lou", locale));
    const tabs = page.locator(".skin-controls .tabs").last().locator("label");
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect.soft(new Set(tops).size, locale).toBe(1);
    const gaps = await page.locator(".ids > div").evaluateAll((rows) =>
      rows.map((row) => {
        const isRtl = getComputedStyle(row).direction === "rtl";
        const range = document.createRange();
        range.selectNodeContents(row.querySelector("code") ?? row);
        const [value, line] = [range.getBoundingClientRect(), row.getBoundingClientRect()];
        return Math.round(isRtl ? line.right - value.right : value.left - line.left);
      }),
    );
    expect.soft(new Set(gaps), locale).toEqual(new Set([0]));
  }
});

/** Labels of IDs, and IDs, that take more than a line. Runs in the page. */
function wrappedIds(): string[] {
  const texts = [...document.querySelectorAll(".ids :is(dt, code)")].filter((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { lineHeight } = getComputedStyle(text);
    return range.getBoundingClientRect().height > 1.5 * Number.parseFloat(lineHeight);
  });
  return texts.map(({ textContent }) => textContent);
}

/** Blocks of a column between which there are more than 120 pixels. Runs in the page. */
function holesInColumns(): string[] {
  const blocks = [...document.querySelectorAll(".player-columns > *, .textures > *")]
    .map((block) => ({ name: block.className, box: block.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0);
  return blocks.flatMap(({ name, box }) => {
    const below = blocks.filter(
      (other) =>
        other.box.top >= box.bottom - 1 && other.box.left < box.right && box.left < other.box.right,
    );
    const next = Math.min(...below.map((other) => other.box.top));
    return below.length > 0 && next - box.bottom > 120 ? [`${name}: ${next - box.bottom}`] : [];
  });
}
