import type { Page } from "playwright/test";
import { provoking } from "./support/complaints.ts";
import { failureOf, search, searchUrl } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

const RUN = "window.__xss=1";

const names = [
  `<script>${RUN}</script>`,
  `"><img src=x onerror=${RUN}>`,
  `</title><script>${RUN}</script>`,
  `" autofocus onfocus="${RUN}`,
  `javascript:${RUN}`,
  "{{7*7}}",
  "${7*7}",
  "%00",
  "Lou\u0000",
  "../../etc/passwd",
  "' OR '1'='1",
  "\u202Euol_nretnal",
  "🧑‍🌾",
  "Ｌou",
  "Lou&type=bedrock",
];

for (const name of names) {
  const typed = `${name}!`;
  test(
    `answers ${JSON.stringify(name)} in words and runs none of it`,
    provoking(`400 ${lookupOf(name)}`, `400 ${lookupOf(typed)}`),
    async ({ page }) => {
      await page.goto(searchUrl(name));
      await expectWords(page, "No player can be called that", name);
      await search(page, typed);
      await expectWords(page, "No player can be called that", typed);
    },
  );
}

const long = `<script>${RUN}</script>`.repeat(60);

test(
  "answers two kilobytes in words, cut short",
  provoking(`414 ${lookupOf(long)}`),
  async ({ page }) => {
    await page.goto("/en");
    await search(page, long);
    await expectWords(page, "That is too long", `${long.slice(0, 64)}…`);
  },
);

async function expectWords(page: Page, title: string, echo: string): Promise<void> {
  const failure = failureOf(page);
  await expect(failure.getByText(/^You searched for/)).toHaveText(`You searched for ${echo}.`);
  await expect(failure.getByRole("heading")).toHaveText(title);
  expect(await page.evaluate(() => "__xss" in window)).toBe(false);
}

/** What the page asks for, as a browser shows it. */
function lookupOf(name: string): string {
  return `/api?username=${encodeURIComponent(name).replaceAll("'", "%27")}`;
}
