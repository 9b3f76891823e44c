import { profileBody } from "../lib/contract/profile.ts";
import { docsPath } from "../lib/docs/page.ts";
import { docsPages } from "../lib/docs/pages.ts";
import { languageName } from "../lib/i18n/languages.ts";
import { routing } from "../lib/i18n/routing.ts";
import { phraseOf, wordOf } from "./support/docs.ts";
import { alternatesIn, attributesIn, expectPageIn, readPage, textsIn } from "./support/html.ts";
import { alive, playerUrl } from "./support/page.ts";
import type { Service } from "./support/service.ts";
import { expect, PUBLIC_URL, settings, test } from "./support/test.ts";

test.use({ variables: settings.published });

for (const locale of routing.locales) {
  const language = languageName(locale);

  test(`shows its title, search and API in ${language}`, async ({ request }) => {
    const page = await readPage(request, `/${locale}`);
    const { root } = page;
    expect(page.status).toBe(200);
    expectPageIn(locale, page, wordOf(locale, "HomePage.title"));
    const box = root.querySelector("form[role=search] input");
    const label = root.querySelector(`label[for="${box?.getAttribute("id")}"]`);
    expect(label?.textContent).toBe(wordOf(locale, "SearchForm.label"));
    expect(textsIn(root, "main h2")).toContain(wordOf(locale, "ApiTeaser.title"));
  });

  test(`says in ${language} that no player has a name`, async ({ request }) => {
    const page = await readPage(request, playerUrl("Nobody_Here", locale));
    expect(page.status).toBe(404);
    expectPageIn(locale, page, wordOf(locale, "Failure.NOT_FOUND.title"));
    expect(textsIn(page.root, "main").join()).toContain(wordOf(locale, "PlayerFailure.spelling"));
  });

  test(`counts and dates known names as in ${language}`, async ({ request, service }) => {
    for (const [name, count, since] of [
      ["Bea", 1, undefined],
      ["Thimble", 2, "2024-03-01T09:00:00Z"],
      ["NameHopper", 7, "2024-06-06T06:06:06Z"],
    ] as const) {
      // A slow provider leaves names out for a while.
      await expect.poll(() => namesOf(service, name)).toBe(count);
      const page = await readPage(request, playerUrl(name, locale));
      expectPageIn(locale, page, name);
      expect(textsIn(page.root, "h3")).toContain(phraseOf(locale, "NameTimeline.title", { count }));
      if (since === undefined) continue;
      const form = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
      expect(textsIn(page.root, "#java-names ~ ol time")[0]).toBe(form.format(new Date(since)));
    }
  });

  test(`describes a player's page in ${language} for link previews`, async ({ request }) => {
    const page = await readPage(request, playerUrl("Lantern_Lou", locale));
    const { root } = page;
    expectPageIn(locale, page, "Lantern_Lou");
    expect(alternatesIn(root)).toEqual([
      ...routing.locales.map((other) => `${other} ${PUBLIC_URL}/${other}/player/Lantern_Lou`),
      `x-default ${PUBLIC_URL}/player/Lantern_Lou`,
    ]);
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

// A language with its own script, one with its own fonts, and one from right to left.
for (const locale of ["ru", "ja", "ar"] as const) {
  test(`finds a player with scripts running: ${languageName(locale)}`, async ({ page }) => {
    await page.goto(`/${locale}`);
    const box = page.getByRole("combobox", { name: wordOf(locale, "SearchForm.label") });
    await box.fill("Lantern_Lou");
    const list = page.getByRole("listbox", { name: wordOf(locale, "Suggestions.label") });
    await expect(list.getByRole("option").first()).toContainText("Lantern_Lou");
    await box.press("Enter");
    await expect(page).toHaveURL(`/${locale}/player/Lantern_Lou`);
    await expect(page.locator("h1")).toContainText("Lantern_Lou");
  });
}

test("formats numbers and units as in the language", async ({ request, service }) => {
  expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
  for (const locale of routing.locales) {
    const { root } = await readPage(request, `/${locale}/status`);
    expect(textsIn(root, "h1")).toEqual([wordOf(locale, "StatusPage.title")]);
    const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(0);
    expect(textsIn(root, "dd")[1], locale).toContain(percent.replaceAll(/[\p{Nd}\s]/gu, ""));
  }
});

test("has all plural forms of the language", () => {
  const counts = [1, 2, 7, 11, 100];
  for (const locale of routing.locales) {
    const rules = new Intl.PluralRules(locale);
    const forms = new Set(counts.map((count) => rules.select(count)));
    const words = counts.map((count) =>
      phraseOf(locale, "NameTimeline.title", { count }).replaceAll(/\p{Nd}/gu, ""),
    );
    expect(new Set(words).size, locale).toBeGreaterThanOrEqual(forms.size);
  }
});

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

test("uses the language that was chosen in another window", async ({ page, service }) => {
  await page.goto("/en/player/Bea");
  await alive(page);
  const last = routing.locales.at(-1) ?? "en";
  await page.context().addCookies([{ name: "NEXT_LOCALE", value: last, url: service.url }]);
  await page.goto("/player/Bea");
  await expect(page).toHaveURL(`/${last}/player/Bea`);
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

/** How many names the service has for a Java player. */
async function namesOf({ url }: Service, name: string): Promise<number> {
  const body: unknown = await (await fetch(`${url}/api?username=${name}`)).json();
  return profileBody.parse(body).java?.name_history.length ?? 0;
}
