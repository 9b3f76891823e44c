import axe from "axe-core";
import type { Page } from "playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe finds fault with in a page, or in one part of it: rules, and the elements they are broken by.
 * The contrast of code is left out: it takes axe most of its time, and `docs.e2e.ts` knows it by the HTML.
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
