import { clipboardOf, holdBack, openHome, searchBox, suggestionsOf } from "./support/page.ts";
import { withWorld } from "./support/service.ts";
import { expect, test } from "./support/test.ts";

test("shows recent lookups live, linked accounts as one player", async ({ page, service }) => {
  expect((await fetch(`${service.url}/api?username=Bramble_Bard`)).status).toBe(200);
  await page.clock.install();
  await page.goto("/en");
  const recent = page.getByRole("region", { name: "Recently looked up" });
  await expect(recent.getByRole("heading")).toBeVisible();
  await expect(recent.getByRole("link", { name: "Bramble_Bard Java Bedrock" })).toBeVisible();
  await expect(recent.getByText("Bamboo_Benny")).toHaveCount(0);
  expect((await fetch(`${service.url}/api?username=Bamboo_Benny`)).status).toBe(200);
  await page.clock.runFor(31_000);
  await expect(recent.getByRole("listitem").first()).toHaveText("Bamboo_BennyJava");
  await expect(recent.locator("img").first()).toHaveJSProperty("naturalWidth", 48);
});

test("says that the recent lookups are unavailable", async ({ page }) => {
  await page.route("/api?recent=1", (route) => route.fulfill({ body: "no JSON" }));
  await page.goto("/en");
  const recent = page.getByRole("region", { name: "Recently looked up" });
  await expect(recent).toContainText("Recent lookups are unavailable right now.");
  await expect(recent.getByRole("listitem")).toHaveCount(0);
});

test("shows a head and a profile as the API returns them, and copies the command", async ({
  page,
  request,
}) => {
  await page.goto("/en");
  const api = page.getByRole("region", { name: "A free API" });
  const [image, curl, body] = await api.getByRole("code").allTextContents();
  const head = api.getByAltText("Lantern_Lou");
  await expect(head).toHaveJSProperty("naturalWidth", 64);
  const source = /src="([^"]+)"/.exec(image ?? "")?.[1] ?? "";
  expect(new URL(source).pathname).toBe("/head/Lantern_Lou/64");
  expect(source).toContain((await head.getAttribute("src")) ?? "-");
  const requested = new URL(/curl "([^"]+)"/.exec(curl ?? "")?.[1] ?? "");
  const reply: unknown = await (await request.get(requested.pathname + requested.search)).json();
  expect(reply).toMatchObject(
    JSON.parse((body ?? "").replace(/,\s*…/g, "")) as Record<string, unknown>,
  );

  await api.getByRole("button", { name: "Copy Get a profile as JSON" }).click();
  await expect(api.getByText("Copied")).toHaveRole("status");
  expect(await clipboardOf(page)).toMatch(/^curl "http.*\/api\?username=Lantern_Lou"$/);
});

test("can be used by keyboard only, and shows recent players before any request", async ({
  page,
  service,
}) => {
  for (const name of ["Captain_Cobble", "CopperKettle"]) {
    expect((await fetch(`${service.url}/api?username=${name}`)).status).toBe(200);
  }
  await page.goto("/en");
  await page.route("/api?username=*", () => undefined);
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type("c");
  const options = suggestionsOf(page);
  await expect(options.filter({ hasText: "CopperKettle" })).toBeVisible();
  await expect(searchBox(page)).toHaveAttribute("aria-expanded", "true");

  // The text itself comes first, then players who match, then the box again.
  const count = await options.count();
  for (let index = 0; index < count; index++) {
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(index)).toHaveAttribute("aria-selected", "true");
    const id = await options.nth(index).getAttribute("id");
    await expect(searchBox(page)).toHaveAttribute("aria-activedescendant", id ?? "");
  }
  await page.keyboard.press("ArrowDown");
  await expect(searchBox(page)).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue("c");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const chosen = await options.last().locator("bdi").textContent();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/en/player/${chosen}`);
});

test("focuses the box on a slash, and closes the list when it loses the focus", async ({
  page,
}) => {
  await openHome(page);
  await page.getByRole("link", { name: "Docs", exact: true }).focus();
  // The key works a moment after hydration.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(searchBox(page)).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await expect(searchBox(page)).toHaveValue("");
  await page.keyboard.type("a/b");
  await expect(searchBox(page)).toHaveValue("a/b");
  await searchBox(page).fill("Bea");
  await expect(suggestionsOf(page).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(suggestionsOf(page)).toHaveCount(0);
});

test("copies before hydration, and then shows the player who was typed on the same page", async ({
  page,
}) => {
  const scriptsCome = await holdBack(page, /_next\/static\/chunks\/.*\.js/);
  await page.goto("/en", { waitUntil: "commit" });
  await searchBox(page).fill("Captain_Cobble");
  await expect(suggestionsOf(page)).toHaveCount(0);
  const heading = await page.getByRole("heading", { level: 1 }).elementHandle();
  await page.locator("[data-copies]").first().click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  await searchBox(page).focus();
  scriptsCome();
  // Once scripts run, the tag above the head shows the text of the box.
  const question = page.getByRole("region", { name: "Who is this player?" });
  await expect(question.getByText("Captain_Cobble", { exact: true }).first()).toBeVisible();
  await expect(searchBox(page)).toHaveValue("Captain_Cobble");
  await expect(suggestionsOf(page)).toContainText(["Captain_Cobble"]);
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  await searchBox(page).press("Enter");
  await expect(page).toHaveURL("/en/player/Captain_Cobble");
});

test("says that the source is open only with a link to it", async ({ page, service }) => {
  const points = page.getByRole("region", { name: "A free API" }).getByRole("list").first();
  await page.goto(`${service.url}/en`);
  await expect(points.getByRole("listitem")).toHaveText([
    "No API key",
    "Java and Bedrock",
    "CORS enabled",
  ]);
  const SOURCE_URL = "https://git.example.org/nametag";
  await withWorld({ SOURCE_URL }, async ({ service: published }) => {
    await page.goto(`${published.url}/en`);
    await expect(points.getByRole("link", { name: "Open source" })).toHaveAttribute(
      "href",
      SOURCE_URL,
    );
    await published.stop();
  });
});
