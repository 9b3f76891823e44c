import type { Locale } from "next-intl";
import type { Page } from "playwright/test";

/** The languages and widths in which layouts are measured. */
export interface Layouts {
  readonly locales: readonly Locale[];
  /** In pixels. */
  readonly widths: readonly number[];
}

/** The layouts of `npm test`: from the left and from the right, at 400 % zoom and on a desktop. */
export const fewLayouts: Layouts = { locales: ["en", "ar"], widths: [320, 1440] };

/** The layouts of `npm run check:long`: also the longest words, and a language without spaces between them. */
export const allLayouts: Layouts = {
  locales: ["en", "ar", "de", "ru", "ja"],
  widths: [320, 390, 640, 768, 1440, 2560],
};

/* Every layout has to keep these rules, whatever it looks like. All but the last two run in the page. */

/** Elements with hidden overflow; fields, code and wide tables, which scroll, are left out. */
export function cutOff(): string[] {
  const isMeantToBe = (element: Element) =>
    element.closest(".sr-only, input, canvas, pre, .docs-table, [aria-hidden]");
  return [...document.querySelectorAll("body *")]
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const wide = overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
      const high = overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1;
      return element.clientWidth > 1 && (wide || high) && isMeantToBe(element) === null;
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Text outside the window that cannot be scrolled into view. */
export function outOfReach(): string[] {
  /** The element scrolls by itself, or is only for screen readers. */
  const mayReachOut = (element: Element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowX) || element.clientWidth === 1;
  return [...document.querySelectorAll("main *")]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || (left >= -1 && right <= window.innerWidth + 1)) return false;
      for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
        if (mayReachOut(outer)) return false;
      }
      return element.closest("[aria-hidden]") === null && !mayReachOut(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/**
 * Places where nothing is between two blocks that are below each other, over more than so many pixels: what
 * can be seen counts, which is text, images, controls, and boxes with a colour or an edge of their own.
 */
export function holesIn(most: number): string[] {
  type Box = { top: number; bottom: number; left: number; right: number };
  const holes: string[] = [];

  const isShown = (element: Element) => {
    const { position, visibility, display } = getComputedStyle(element);
    return (
      !["absolute", "fixed"].includes(position) && visibility !== "hidden" && display !== "none"
    );
  };
  const isSeen = (element: Element) => {
    if (element.matches("img, svg, canvas, input, select, textarea, button, pre")) return true;
    const { backgroundColor, backgroundImage, borderTopWidth, borderBottomWidth } =
      getComputedStyle(element);
    const isColoured = backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none";
    return isColoured || parseFloat(borderTopWidth) + parseFloat(borderBottomWidth) > 0;
  };
  const around = (boxes: readonly Box[]): Box | null =>
    boxes.length === 0
      ? null
      : {
          top: Math.min(...boxes.map(({ top }) => top)),
          bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
          left: Math.min(...boxes.map(({ left }) => left)),
          right: Math.max(...boxes.map(({ right }) => right)),
        };

  type Part = { box: Box; what: string };

  const boxOfText = (node: Node): Box => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom, left, right } = range.getBoundingClientRect();
    return { top, bottom, left, right };
  };

  const partsIn = (element: Element): Part[] =>
    [...element.childNodes].flatMap((node) => {
      if (node instanceof Element) {
        const box = seenIn(node);
        return box === null ? [] : [{ box, what: node.outerHTML.slice(0, 100) }];
      }
      const isText = node.nodeType === Node.TEXT_NODE && node.textContent?.trim();
      return isText ? [{ box: boxOfText(node), what: node.textContent?.slice(0, 100) ?? "" }] : [];
    });

  const noteHoles = (parts: readonly Part[]) => {
    for (const { box, what } of parts) {
      const inColumn = parts
        .map((part) => part.box)
        .filter((other) => other.left < box.right - 1 && other.right > box.left + 1);
      const above = inColumn.filter(({ bottom }) => bottom <= box.top);
      const isCovered = inColumn.some(({ top, bottom }) => top < box.top && bottom > box.top);
      if (above.length === 0 || isCovered) continue;
      const gap = box.top - Math.max(...above.map(({ bottom }) => bottom));
      if (gap > most) holes.push(`${Math.round(gap)} pixels above ${what}`);
    }
  };

  /** The box in which something of an element can be seen; holes between its children are noted. */
  const seenIn = (element: Element): Box | null => {
    if (!isShown(element)) return null;
    const own = element.getBoundingClientRect();
    if (own.width <= 1 || own.height <= 1) return null;
    const parts = partsIn(element);
    // The words of a sentence or of a line of code are no blocks.
    if (!element.matches("svg, select, p, pre, pre *")) noteHoles(parts);
    return isSeen(element) ? own : around(parts.map(({ box }) => box));
  };

  const main = document.querySelector("main");
  if (main !== null) seenIn(main);
  return holes;
}

/** Controls that are smaller than this, and the links that are no part of a sentence. */
export function smallTargets(side: number): string[] {
  const controls = document.querySelectorAll(
    "a[href], button, summary, select, input:not([type=hidden]), label:has(input), [role=option]",
  );
  return [...controls].flatMap((element) => {
    const { display, visibility } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    // The label around a choice is what is pressed; a link that is inline is part of a sentence.
    const isLabelled = element.matches("input[type=radio], input[type=checkbox], label input");
    if (isLabelled || display === "inline" || visibility === "hidden") return [];
    if (width <= 1 || height <= 1 || element.closest(".sr-only, [inert]") !== null) return [];
    // A press on its surroundings counts as well.
    const after = getComputedStyle(element, "::after");
    const grows = after.position === "absolute" && after.content !== "none";
    const by = (...insets: string[]) =>
      grows ? insets.reduce((sum, inset) => sum - Math.min(0, parseFloat(inset) || 0), 0) : 0;
    const [w, h] = [width + by(after.left, after.right), height + by(after.top, after.bottom)];
    if (w >= side - 0.5 && h >= side - 0.5) return [];
    return [`${Math.round(w)} × ${Math.round(h)}: ${element.outerHTML.slice(0, 100)}`];
  });
}

/** By how many pixels the document is wider than the window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Spaces out the text of a page as WCAG 2.2, 1.4.12, lets readers do it. */
export function spaceOut(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }",
    );
    document.adoptedStyleSheets.push(sheet);
  });
}
