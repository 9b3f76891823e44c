import type { Page } from "playwright/test";
import { profileBody } from "../lib/contract/profile.ts";
import { docsPath } from "../lib/docs/page.ts";
import { docsPages } from "../lib/docs/pages.ts";
import { languageName } from "../lib/i18n/languages.ts";
import { routing } from "../lib/i18n/routing.ts";
import { phraseOf, wordOf } from "./support/docs.ts";
import { attributesIn, expectAddresses, expectPageIn, readPage, textsIn } from "./support/html.ts";
import { playerUrl } from "./support/page.ts";
import { type Service, withWorld } from "./support/service.ts";
import { expect, PUBLIC_URL, settings, test } from "./support/test.ts";

test.use({ variables: settings.published });

for (const locale of routing.locales) {
  const language = languageName(locale);

  test(`shows the search, unknown players and the status in ${language}`, async ({ request }) => {
    const home = await readPage(request, `/${locale}`);
    expect(home.status).toBe(200);
    expectPageIn(locale, home, wordOf(locale, "HomePage.title").replace("<br></br>", "\n"));
    const box = home.root.querySelector("form[role=search] input");
    expect(textsIn(home.root, `label[for="${box?.getAttribute("id")}"]`)).toEqual([
      wordOf(locale, "SearchForm.label"),
    ]);
    expect(textsIn(home.root, "main h2")).toContain(wordOf(locale, "HomeParts.developers.title"));

    const unknown = await readPage(request, playerUrl("Nobody_Here", locale));
    expect(unknown.status).toBe(404);
    expectPageIn(locale, unknown, wordOf(locale, "Failure.NOT_FOUND.title"));
    const text = textsIn(unknown.root, "main").join();
    expect(text).toContain(wordOf(locale, "PlayerFailure.spelling"));

    const status = await readPage(request, `/${locale}/status`);
    expectPageIn(locale, status, wordOf(locale, "StatusPage.works"));
    expect(status.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2");
    expectAddresses(status, PUBLIC_URL);
    const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(0);
    expect(textsIn(status.root, "dd")[1]).toContain(percent.replaceAll(/[\p{Nd}\s]/gu, ""));
  });

  test(`describes a player's page in ${language} for link previews`, async ({ request }) => {
    const page = await readPage(request, playerUrl("Lantern_Lou", locale));
    const { root } = page;
    expectPageIn(locale, page, "Lantern_Lou");
    expectAddresses(page, PUBLIC_URL);
    const name = { name: "Lantern_Lou" };
    const path = `/${locale}/player/Lantern_Lou/opengraph-image`;
    const contents = (selector: string) => attributesIn(root, selector, "content");
    expect(contents("meta[property='og:image']")).toEqual([PUBLIC_URL + path]);
    expect(contents("meta[property='og:image:alt']")).toEqual([
      phraseOf(locale, "Site.player.socialImage", name),
    ]);
    expect(contents("meta[name=description]")).toEqual([
      phraseOf(locale, "Site.player.both", name),
    ]);
    expect((await request.get(path)).headers()["content-type"]).toBe("image/png");
  });
}

test("counts and dates known names as in each language, the current one first", ({ request }) =>
  // A profile that came before slow names has them once it is loaded again.
  withWorld({ PROFILE_FRESH_SECONDS: "1" }, async ({ service }) => {
    const read = (name: string, locale?: string) =>
      readPage(request, service.url + playerUrl(name, locale));
    for (const [name, count, since] of [
      ["Bea", 1, undefined],
      ["Thimble", 2, "2024-03-01T09:00:00Z"],
      ["NameHopper", 7, "2024-06-06T06:06:06Z"],
    ] as const) {
      await expect.poll(() => namesOf(service, name)).toBe(count);
      for (const locale of routing.locales) {
        const page = await read(name, locale);
        expectPageIn(locale, page, name, ["player", name]);
        const title = phraseOf(locale, "NameTimeline.title", { count });
        expect(textsIn(page.root, "h2")).toContain(title);
        if (since === undefined) continue;
        const form = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
        const dates = textsIn(page.root, "#java-names ~ ol time");
        expect(dates[0]).toBe(form.format(new Date(since)));
      }
    }
    const { root } = await read("NameHopper");
    expect(textsIn(root, "#java-names ~ ol li")).toEqual([
      "NameHopper (current)Since Jun 6, 2024",
      "Croak_MonsieurSince Jan 1, 2021",
      "FrogletSince Sep 30, 2017",
      "Hopscotch_HalSince Jul 14, 2016",
      "FrogletSince Mar 1, 2015",
      "LilyPadLarryDate unknown",
      "TadpoleFirst known name, start date unknown",
    ]);
  }));

// A language with its own script, one with its own fonts, and one from right to left.
for (const locale of ["ru", "ja", "ar"] as const) {
  test(`finds a player with scripts running: ${languageName(locale)}`, async ({ page }) => {
    await page.goto(`/${locale}`);
    const box = page.getByRole("combobox", { name: wordOf(locale, "SearchForm.label") });
    await box.fill("Captain_Cobble");
    const result = page.getByRole("region", { name: wordOf(locale, "HomePage.result.title") });
    await expect(result).toContainText("Captain_Cobble");
    await box.press("Enter");
    await expect(page).toHaveURL(`/${locale}/player/Captain_Cobble`);
    await expect(page.locator("h1")).toContainText("Captain_Cobble");
    await page.goBack();
    await expect(box).toBeVisible();
  });
}

test("changes the language of a page and keeps its query", async ({ page }) => {
  await page.goto("/en/player/Lantern_Lou?from=chat");
  await page.getByLabel("Language: English").click();
  await page.getByRole("link", { name: languageName("ar"), exact: true }).click();
  await expect(page).toHaveURL("/ar/player/Lantern_Lou?from=chat");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  const cookies = await page.context().cookies();
  expect(cookies).toMatchObject([
    { name: "NEXT_LOCALE", value: "ar", path: "/", sameSite: "Lax", httpOnly: false },
  ]);
  // A year, within a day.
  expect(cookies[0]?.expires).toBeCloseTo(Date.now() / 1_000 + 365 * 86_400, -5);
  await page.goto("/");
  await expect(page).toHaveURL("/ar");
});

test("lists every page in every language for search engines", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const entries = [...sitemap.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = ""]) => entry);
  const paths = ["", "/status", ...docsPages.map(docsPath)];
  expect(entries).toHaveLength(paths.length * routing.locales.length);
  for (const path of paths) {
    for (const locale of routing.locales) {
      const loc = `<loc>${PUBLIC_URL}/${locale}${path}</loc>`;
      const entry = entries.find((one) => one.includes(loc)) ?? "";
      for (const other of routing.locales) {
        expect(entry).toContain(`hreflang="${other}" href="${PUBLIC_URL}/${other}${path}"`);
      }
      expect(entry).toContain(`hreflang="x-default" href="${PUBLIC_URL}${path || "/"}"`);
    }
  }
});

test("a device without East Asian fonts loads them for pages and the names of languages", async ({
  page,
}) => {
  // The empty boxes of a device without any font.
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.fillText = () => undefined;
  });
  for (const [locale, text] of [
    ["ja", "東京の冒険者"],
    ["zh-CN", "北京的冒险者"],
  ] as const) {
    await page.goto(`/${locale}`, { waitUntil: "networkidle" });
    expect(await stylesOf(page)).toEqual([`/fonts/${locale}.css`]);
    expect(await lettersOf(page, text)).toBeGreaterThan(0);
  }
  await page.goto("/en", { waitUntil: "networkidle" });
  expect(await stylesOf(page)).toEqual([]);
  await page.locator(".menu-button").first().click();
  await expect.poll(() => stylesOf(page)).toEqual(["/fonts/names.css"]);
  // Two of the seven are in one file.
  await expect.poll(() => lettersOf(page, "日本語简体中文")).toBe(6);
});

test("a device with such fonts loads none", async ({ page }) => {
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.fillText = function draw(text) {
      this.fillRect(0, 0, (text.codePointAt(0) ?? 0) % 31, 1);
    };
  });
  await page.goto("/ja", { waitUntil: "networkidle" });
  await page.locator(".menu-button").first().click();
  await expect(page.getByRole("link", { name: "Deutsch" })).toBeVisible();
  expect(await stylesOf(page)).toEqual([]);
});

/** How many names the service has for a Java player. */
async function namesOf({ url }: Service, name: string): Promise<number> {
  const body: unknown = await (await fetch(`${url}/api?username=${name}`)).json();
  return profileBody.parse(body).java?.name_history.length ?? 0;
}

function stylesOf(page: Page): Promise<string[]> {
  return page
    .locator("link[rel=stylesheet][href^='/fonts/']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

/** How many of our font faces a text needs; each must be loaded. */
function lettersOf(page: Page, text: string): Promise<number> {
  return page.evaluate(
    async (wanted) => (await document.fonts.load('16px "East Asian Letters"', wanted)).length,
    text,
  );
}
