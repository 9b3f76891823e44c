import { routing } from "../lib/i18n/routing.ts";
import { alive, expectAlive } from "./support/docs.ts";
import { expectSmuggledToBeStopped } from "./support/page.ts";
import { BUILT_FOR, expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.asBuilt });

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
