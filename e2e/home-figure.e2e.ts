import type { Locator, Page } from "playwright/test";
import { countShifts, openHome, searchBox, shiftOf } from "./support/page.ts";
import { expect, test } from "./support/test.ts";

/** All angles but that of the still image. */
const ANGLES = 23;

test.use({ viewport: { width: 1440, height: 900 } });

test("turns the figure towards the pointer, by dragging and by arrow keys, and loads nothing before", async ({
  page,
}) => {
  const sizes = watchAngles(page);
  await openHome(page);
  const figure = figureOf(page, "Lantern_Lou");
  await expect(figure).toHaveAttribute("aria-valuetext", "30°");
  await page.evaluate(countShifts);
  await figure.focus();
  expect(sizes).toEqual([]);

  await hover(page, figure, 0.99);
  await expect(figure).toHaveAttribute("aria-valuenow", "-60");
  await hover(page, figure, 0.5);
  await expect(figure).toHaveAttribute("aria-valuenow", "0");
  await expect(figure.locator("img")).toHaveCSS("visibility", "hidden");
  await page.mouse.move(1, 1);
  await expect(figure).toHaveAttribute("aria-valuenow", "30");
  await expect(figure.locator("img")).toHaveCSS("visibility", "visible");

  // What is dragged stays where it is.
  await hover(page, figure, 0.5);
  await page.mouse.down();
  await hover(page, figure, 0.3);
  await page.mouse.up();
  await page.mouse.move(1, 1);
  await expect.poll(async () => Number(await valueOf(figure))).toBeGreaterThan(30);

  await expect.poll(() => sizes.length).toBe(ANGLES);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(150_000);
  expect(await shiftOf(page)).toBe(0);
});

test("turns the player in the search by keys, and keeps the last angle where one cannot be loaded", async ({
  page,
}) => {
  await page.route(/&yaw=0&.*webp/, (route) => route.fulfill({ body: "no image" }));
  const sizes = watchAngles(page);
  await openHome(page);
  await searchBox(page).fill(".Mossy_Minnow");
  const figure = figureOf(page, "Mossy Minnow");
  await figure.press("ArrowRight");
  await expect(figure).toHaveAttribute("aria-valuenow", "15");
  await expect.poll(() => sizes.length).toBe(ANGLES);
  await figure.press("ArrowRight");
  await figure.press("ArrowRight");
  await expect(figure).toHaveAttribute("aria-valuenow", "-15");
  await figure.press("ArrowLeft");
  await figure.press("ArrowLeft");
  await expect(figure).toHaveAttribute("aria-valuenow", "15");
  await figure.press("ArrowRight");
  await figure.press("ArrowLeft");
  await figure.press("ArrowLeft");
  await expect(figure).toHaveAttribute("aria-valuenow", "30");
});

test("does not follow the pointer where less motion is wanted, and turns when it is dragged", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const sizes = watchAngles(page);
  await openHome(page);
  const figure = figureOf(page, "Lantern_Lou");
  await hover(page, figure, 0.5);
  await expect.poll(() => sizes.length).toBe(ANGLES);
  await hover(page, figure, 0.9);
  await expect(figure).toHaveAttribute("aria-valuenow", "30");
  await page.mouse.down();
  await hover(page, figure, 0.5);
  await page.mouse.up();
  await expect(figure).not.toHaveAttribute("aria-valuenow", "30");
});

const valueOf = (figure: Locator) => figure.getAttribute("aria-valuenow");

function figureOf(page: Page, name: string): Locator {
  return page.getByRole("slider", { name: `${name} in 3D. Turn the figure: arrow keys` });
}

/** Moves the pointer to a place between the left (0) and the right edge (1) of the figure. */
async function hover(page: Page, figure: Locator, across: number): Promise<void> {
  const box = await figure.boundingBox();
  if (box === null) throw new Error("There is no figure.");
  await page.mouse.move(box.x + across * box.width, box.y + box.height / 2, { steps: 4 });
}

/** Collects the sizes of the images of angles that the page loads from now on. */
function watchAngles(page: Page): number[] {
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (/\/body\?.*format=webp/.test(response.url())) sizes.push((await response.body()).length);
  });
  return sizes;
}
