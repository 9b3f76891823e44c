import { overhang, playerUrl } from "./support/page.ts";
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
      }
    }
  }
});

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
