import { playerUrl, search } from "./support/page.ts";
import { expect, provoking, test } from "./support/test.ts";

test.use({ javaScriptEnabled: false });

test("home shows all but the recent lookups, changes the language, and searches by a form", async ({
  page,
}) => {
  await page.goto("/en");
  await expect(page.getByRole("main").getByRole("heading")).toHaveText([
    "Any Minecraft player. One URL.",
    "Lantern_Lou",
    "Coming from another service? Change the start of the URL.",
    "Works in your programs as they are",
    "For developers",
    "Show a player’s head",
    "Get a profile as JSON",
    "Nametag tells you when it doesn’t know",
    "Unknown player",
    "Provider down",
    "Last known data",
  ]);
  await expect(page.locator("#views img")).toHaveCount(7);
  await page.getByText("Minotar", { exact: true }).click();
  await expect(page.getByText("https://minotar.net", { exact: true })).toBeVisible();
  await expect(page.getByText("https://crafatar.com", { exact: true })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await page.getByLabel("Language: English").click();
  await expect(page.getByRole("link", { name: "English" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Theme:/ })).toBeHidden();

  await search(page, "Lantern_Lou");
  await expect(page).toHaveURL("/en/player/Lantern_Lou");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Lantern_Lou");
});

test("a player's page shows all that needs no scripts", async ({ page }) => {
  await page.goto(playerUrl("Lantern_Lou"));
  await expect(page).toHaveTitle("Lantern_Lou · Nametag");
  await expect(page.getByText("2761708961228418", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: /^\d known names?$/ })).toBeVisible();
  await expect(page.getByText(/^Fetched on .*\sUTC$/)).toBeVisible();
  const figure = (name: string) => page.getByRole("img", { name, exact: true });
  await expect(figure("Lantern_Lou: Isometric")).toBeVisible();
  await page.getByText("Back", { exact: true }).click();
  await expect(figure("Lantern_Lou: Back")).toBeVisible();
  await expect(figure("Lantern_Lou: Isometric")).toBeHidden();
  await page.getByText("Markdown", { exact: true }).click();
  await expect(page.getByText(/^!\[Lantern/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Refresh" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /^Refresh/ })).toHaveAttribute(
    "href",
    "/api?username=Lantern_Lou&update=true",
  );
  await page.getByLabel(/^Size, /).fill("64");
  // The browser's own page around an image violates the content policy of the response.
  await page.route("/body?*", (route) => route.fulfill({ status: 204 }));
  const requested = page.waitForRequest(/\/body\?.*size=64/);
  await page.getByRole("button", { name: "Isometric body" }).click();
  const image = await page.request.get((await requested).url());
  expect([image.status(), image.headers()["content-type"]]).toEqual([200, "image/png"]);
  await page.getByText("In game", { exact: true }).click();
  await expect(page.getByText("/whitelist add Lantern_Lou")).toBeVisible();
});

test(
  "a page of no player shows who had the name before, and similar names",
  provoking("404 /en/player/LouAndTheLamp", "404 /en/player/Lantern_Luo"),
  async ({ page }) => {
    await page.goto(playerUrl("Lantern_Lou"));
    await page.goto(playerUrl("LouAndTheLamp"));
    const former = page.getByRole("region", { name: "This player used the name before" });
    await expect(former).toContainText("Last seen with this name on Nov 5, 2021");
    await expect(former).toContainText("LouAndTheLamp is now Lantern_Lou");
    await former.getByRole("link", { name: /Lantern_Lou/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lantern_Lou");

    await page.goto(playerUrl("Lantern_Luo"));
    const similar = page.getByRole("region", { name: "Did you mean" });
    await similar.getByRole("link", { name: /^Lantern_Lou/ }).click();
    await expect(page).toHaveURL("/en/player/Lantern_Lou");
  },
);

test("the documentation shows curl, links to other samples, and has its forms", async ({
  page,
}) => {
  for (const path of ["/en/docs", "/en/docs/head", "/en/docs/recent-and-social"]) {
    await page.goto(path);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.getByRole("button", { name: "Search docs" })).toHaveCount(0);
    for (const fold of await page.locator(".docs-fold").all()) {
      await fold.locator("summary").first().click();
    }
    for (const sample of await page.locator("[data-sample]").all()) {
      const isCurl = (await sample.getAttribute("data-sample")) === "curl";
      await expect(sample).toBeVisible({ visible: isCurl });
    }
    const others = page.getByRole("link", { name: "Samples in all languages" });
    for (const link of await others.all()) {
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute("href", `${path}.md`);
    }
    expect(await others.count()).toBeGreaterThan(0);
    for (const form of await page.locator("main form").all()) {
      if (!(await form.isVisible())) await form.locator("xpath=ancestor::details/summary").click();
      await expect(form.getByRole("button", { name: "Send" })).toBeVisible();
    }
  }
});

test("a form of the documentation leads to the response itself", async ({ page }) => {
  await page.goto("/en/docs/head");
  const form = page.getByRole("region", { name: "Try it" });
  await form.getByLabel("size").fill("32");
  // The browser's own page around an image violates the content policy of the response.
  await page.route("/head?*", (route) => route.fulfill({ status: 204 }));
  const requested = page.waitForRequest(/\/head\?/);
  await form.getByRole("button", { name: "Send" }).click();
  const url = (await requested).url();
  const response = await page.request.get(url);
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("image/png");
  expect(new URL(url).searchParams.get("size")).toBe("32");
});

test("the tables of URLs are there, without buttons that cannot copy", async ({ page }) => {
  await page.goto("/en/docs/moving");
  const row = page.getByRole("row", { name: /^Plan/ });
  await expect(row).toBeVisible();
  await expect(row.getByRole("button")).toHaveCount(0);
});
