import { profileBody } from "../lib/contract/profile.ts";
import { docsPath } from "../lib/docs/page.ts";
import { docsPages } from "../lib/docs/pages.ts";
import { direction } from "../lib/i18n/direction.ts";
import { languageName } from "../lib/i18n/language-names.ts";
import { routing } from "../lib/i18n/routing.ts";
import { provoking } from "./support/complaints.ts";
import { wordOf } from "./support/docs.ts";
import { alive, playerUrl } from "./support/player.ts";
import type { Service } from "./support/service.ts";
import { expect, test } from "./support/test.ts";
import { phraseOf } from "./support/words.ts";

const PUBLIC_URL = "https://nametag.example.org";
test.use({ variables: { PUBLIC_URL } });

for (const locale of routing.locales) {
  test(`finds a player in ${languageName(locale)}`, async ({ page, service }) => {
    expect((await fetch(`${service.url}/api?username=Bea`)).status).toBe(200);
    await page.goto(`/${locale}`);
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await expect(page.locator("html")).toHaveAttribute("dir", direction(locale));
    await expect(page.locator("h1")).toHaveText([wordOf(locale, "HomePage.title")]);

    const statistics = page.getByRole("region", { name: wordOf(locale, "Statistics.title") });
    const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(0);
    const mark = percent.replaceAll(/[\p{Nd}\s]/gu, "");
    await expect(statistics.getByRole("definition").last()).toContainText(mark);

    const box = page.getByRole("combobox", { name: wordOf(locale, "SearchForm.label") });
    await box.fill("Lantern_Lou");
    const list = page.getByRole("listbox", { name: wordOf(locale, "Suggestions.label") });
    await expect(list.getByRole("option").first()).toContainText("Lantern_Lou");
    await box.press("Enter");
    await expect(page).toHaveURL(`/${locale}/player/Lantern_Lou`);
    await expect(page.locator("h1")).toContainText("Lantern_Lou");
  });

  test(
    `says in ${languageName(locale)} that nobody has a name`,
    provoking(`404 ${playerUrl("Nobody_Here", locale)}`),
    async ({ page }) => {
      await page.goto(playerUrl("Nobody_Here", locale));
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.locator("h1")).toHaveText([wordOf(locale, "Failure.NOT_FOUND.title")]);
      await expect(page.getByText(wordOf(locale, "PlayerFailure.spelling"))).toBeVisible();
    },
  );

  test(`counts and dates known names as in ${languageName(locale)}`, async ({ page, service }) => {
    for (const [name, count, since] of [
      ["Bea", 1, undefined],
      ["Thimble", 2, "2024-03-01T09:00:00Z"],
      ["NameHopper", 7, "2024-06-06T06:06:06Z"],
    ] as const) {
      // A provider that is slow leaves names out for a while.
      await expect.poll(() => namesOf(service, name)).toBe(count);
      await page.goto(playerUrl(name, locale));
      const title = phraseOf(locale, "NameTimeline.title", { count });
      await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
      if (since === undefined) continue;
      const form = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
      const time = page.locator("#names ~ ol time").first();
      await expect(time).toHaveText(form.format(new Date(since)));
    }
  });

  test(`names a player's page in ${languageName(locale)} to those who share it`, async ({
    page,
    request,
  }) => {
    await page.goto(playerUrl("Lantern_Lou", locale));
    for (const other of routing.locales) {
      const link = page.locator(`link[rel=alternate][hreflang="${other}"]`);
      await expect(link).toHaveAttribute("href", `${PUBLIC_URL}/${other}/player/Lantern_Lou`);
    }
    const name = { name: "Lantern_Lou" };
    const image = page.locator("meta[property='og:image']");
    const path = `/${locale}/player/Lantern_Lou/opengraph-image`;
    await expect(image).toHaveAttribute("content", PUBLIC_URL + path);
    await expect(page.locator("meta[property='og:image:alt']")).toHaveAttribute(
      "content",
      phraseOf(locale, "PlayerPage.socialImage", name),
    );
    await expect(page.locator("meta[name=description]")).toHaveAttribute(
      "content",
      phraseOf(locale, "PlayerPage.description", name),
    );
    expect((await request.get(path)).headers()["content-type"]).toBe("image/png");
  });
}

test("has as many words for numbers as the language", () => {
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

for (const [index, locale] of routing.locales.entries()) {
  const next = routing.locales[(index + 1) % routing.locales.length] ?? locale;
  test(`changes a page from ${languageName(locale)} to ${languageName(next)}, and remembers it`, async ({
    page,
  }) => {
    await page.goto(`/${locale}/player/Lantern_Lou?from=chat`);
    await page
      .getByLabel(phraseOf(locale, "LanguageMenu.label", { language: languageName(locale) }))
      .click();
    await page.getByRole("link", { name: languageName(next), exact: true }).click();
    await expect(page).toHaveURL(`/${next}/player/Lantern_Lou?from=chat`);
    await expect(page.locator("html")).toHaveAttribute("lang", next);
    await page.goto("/");
    await expect(page).toHaveURL(`/${next}`);
  });
}

test("lives in the language that was chosen in another window", async ({ page, service }) => {
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
  const paths = ["", ...docsPages.map(docsPath)];
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

/** How many names the service knows of a Java player. */
async function namesOf({ url }: Service, name: string): Promise<number> {
  const body: unknown = await (await fetch(`${url}/api?username=${name}`)).json();
  return profileBody.parse(body).java?.name_history.length ?? 0;
}
