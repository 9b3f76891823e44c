import { routing } from "../lib/i18n/routing.ts";
import { expectAlive, expectLanguagesToChange, scriptSources } from "./support/docs.ts";
import { BUILT_FOR, expect, PUBLIC_URL, settings, test } from "./support/test.ts";

test.use({ variables: settings.published });

for (const path of ["/en/docs", "/en/docs/head", `/${routing.locales.at(-1)}/docs/head`]) {
  test(`draws ${path} when it is asked for, with a nonce`, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).not.toHaveProperty("x-nextjs-prerender");
    expect(answer.headers()["cache-control"]).toContain("no-store");
    const sources = scriptSources(answer.headers()["content-security-policy"]);
    expect(sources).toContain("'strict-dynamic'");
    expect(sources).not.toContain("'unsafe-inline'");
    const nonce = /'nonce-([^']+)'/.exec(sources.join(" "))?.[1];
    const text = await answer.text();
    const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([
      // The visitor's choices: allowed by its hash.
      "<script>",
    ]);
  });
}

test("names itself in its samples, and runs its scripts", async ({ page }) => {
  await page.goto("/en/docs/head");
  await expectAlive(page);
  await expect(page.locator("[data-sample=curl]")).toContainText(`${PUBLIC_URL}/head`);
  await expect(page.locator("main")).not.toContainText(BUILT_FOR);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
    "href",
    `${PUBLIC_URL}/en/docs/head`,
  );
});

test("changes the language, keeps the page and remembers the choice", ({ page }) =>
  expectLanguagesToChange(page));
