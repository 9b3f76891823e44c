import { routing } from "../lib/i18n/routing.ts";
import { alive, BUILT_FOR, englishPages, translatedPages } from "./support/docs.ts";
import { expectAlive, scriptSources } from "./support/docs-life.ts";
import { expectSmuggledToBeStopped } from "./support/smuggled.ts";
import { expect, test } from "./support/test.ts";

test.use({ variables: { PUBLIC_URL: BUILT_FOR } });

for (const { path } of [...englishPages, ...translatedPages]) {
  test(`sends ${path} as it was drawn, with a policy of hashes`, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.headers()["x-nextjs-prerender"]).toMatch(/^1/);
    const sources = scriptSources(answer.headers()["content-security-policy"]);
    expect(sources[0]).toBe("'self'");
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources.slice(1)) expect(source).toMatch(/^'sha256-[A-Za-z0-9+/]{43}='$/);
    expect(await answer.text()).not.toContain(" nonce=");
  });
}

test("lets no shared cache keep a page, which may set a cookie, and a browser ask whether it is still the same", async ({
  request,
}) => {
  const headers = { "accept-language": routing.locales.at(-1) ?? "" };
  const answer = await request.get("/en/docs/head", { headers });
  expect(answer.headers()["cache-control"]).toBe("private, max-age=0, must-revalidate");
  const etag = answer.headers()["etag"] ?? "";
  const again = await request.get("/en/docs/head", {
    headers: { "if-none-match": etag },
  });
  expect(again.status()).toBe(304);
});

test("runs its scripts", async ({ page }) => {
  await page.goto("/en/docs/head");
  await expectAlive(page);
  await expect(page.locator("[data-sample=curl]")).toContainText(`${BUILT_FOR}/head`);
});

test("lets other pages be reached, and be come back from", async ({ page }) => {
  await page.goto("/en/docs/head");
  await alive(page);
  await page.getByRole("link", { name: "Nametag, start page" }).click();
  await expect(page).toHaveURL("/en");
  await page.getByRole("link", { name: "Docs", exact: true }).click();
  await expect(page).toHaveURL("/en/docs");
  await expect(page.locator("h1")).toHaveText(["Quick start"]);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL("/en/docs/head");
  await expectAlive(page);
});

test("runs no script that somebody smuggled in", ({ context }) =>
  expectSmuggledToBeStopped(context, "/en/docs"));
