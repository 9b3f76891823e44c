import { alive, expectAlive } from "./support/docs.ts";
import { expectInjectedToBeRefused, injecting } from "./support/injected.ts";
import { expectSmuggledToBeStopped, open } from "./support/page.ts";
import { withWorld } from "./support/service.ts";
import { expect, settings, test } from "./support/test.ts";

test("pages link to each other, with their scripts running", async ({ page }) => {
  await page.goto("/en/docs/head");
  await alive(page);
  await page.getByRole("link", { name: "Nametag, home page" }).click();
  await expect(page).toHaveURL("/en");
  await page.getByRole("link", { name: "Docs", exact: true }).click();
  await expect(page).toHaveURL("/en/docs");
  await expect(page.locator("h1")).toHaveText(["Quick start"]);
  await page.goBack();
  await expect(page).toHaveURL("/en");
  await alive(page);
  await page.goBack();
  await expect(page).toHaveURL("/en/docs/head");
  await expectAlive(page);
});

for (const path of ["/en", "/en/docs", "/en/player/Lantern_Lou"]) {
  test(`${path} runs no injected script`, ({ context }) =>
    expectSmuggledToBeStopped(context, path));
}

test("no page runs a script that its data contains", async ({ context }) => {
  await withWorld({ ...settings.published, ...injecting }, async ({ service }) => {
    await expectInjectedToBeRefused(context, service.url);
    await service.stop("SIGINT");
  });
});

test("sends requests to no other host, and stores nothing unless the visitor chooses something", async ({
  page,
  service,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http")) hosts.add(origin);
  });
  for (const path of ["/en", "/en/docs", "/en/player/Lantern_Lou"]) {
    await open(page, path);
  }
  expect([...hosts]).toEqual([service.url]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
