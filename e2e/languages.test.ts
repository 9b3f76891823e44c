import { expect, test } from "vitest";
import { profileBody } from "../lib/contract/profile.ts";
import { docsPath, slugs } from "../site/docs/pages.ts";
import { languageName } from "../site/i18n/languages.ts";
import { routing } from "../site/i18n/routing.ts";
import { expectAddresses, expectPageIn } from "./support/expect-page.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { type Service, withWorld } from "./support/service.ts";
import { PUBLIC_URL } from "./support/settings.ts";
import { phraseOf, playerUrl, wordOf } from "./support/texts.ts";
import { useService } from "./support/use.ts";

const service = useService("published");

for (const locale of routing.locales) {
  const language = languageName(locale);

  test(`shows the search, unknown players and the status in ${language}`, async () => {
    const home = await readPage(service().url, `/${locale}`);
    expect(home.status).toBe(200);
    expectPageIn(locale, home, wordOf(locale, "HomePage.title").replace("<br></br>", "\n"));
    const box = home.root.querySelector("form[role=search] input");
    expect(textsIn(home.root, `label[for="${box?.getAttribute("id")}"]`)).toEqual([
      wordOf(locale, "SearchForm.label"),
    ]);
    expect(textsIn(home.root, "main h2")).toContain(wordOf(locale, "HomeParts.developers.title"));

    const unknown = await readPage(service().url, playerUrl("Nobody_Here", locale));
    expect(unknown.status).toBe(404);
    expectPageIn(locale, unknown, wordOf(locale, "Failure.NOT_FOUND.title"));
    const text = textsIn(unknown.root, "main").join();
    expect(text).toContain(wordOf(locale, "PlayerFailure.spelling"));

    const status = await readPage(service().url, `/${locale}/status`);
    expectPageIn(locale, status, wordOf(locale, "StatusPage.works"));
    expect(status.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2");
    expectAddresses(status, PUBLIC_URL);
    const percent = new Intl.NumberFormat(locale, { style: "percent" }).format(0);
    expect(textsIn(status.root, "dd")[1]).toContain(percent.replaceAll(/[\p{Nd}\s]/gu, ""));
  });

  test(`has the page for lists in ${language}`, async () => {
    const list = await readPage(service().url, `/${locale}/list`);
    expectPageIn(locale, list, wordOf(locale, "ListPage.title"));
    expectAddresses(list, PUBLIC_URL);
    // It is the same for everybody, so it is kept.
    expect(list.headers["cache-control"]).toMatch(/^public, /);
  });

  test(`describes a player's page in ${language} for link previews`, async () => {
    const page = await readPage(service().url, playerUrl("Lantern_Lou", locale));
    const { root } = page;
    expectPageIn(locale, page, "Lantern_Lou");
    expectAddresses(page, PUBLIC_URL);
    const name = { name: "Lantern_Lou" };
    const path = `/${locale}/player/Lantern_Lou/opengraph-image`;
    const contents = (selector: string) => attributesIn(root, selector, "content");
    const [image = ""] = contents("meta[property='og:image']");
    expect(image.replace(/\?v=[\w-]{12}$/, "?v=")).toBe(`${PUBLIC_URL}${path}?v=`);
    expect(contents("meta[property='og:image:alt']")).toEqual([
      phraseOf(locale, "Site.player.socialImage", name),
    ]);
    const known = { ...name, relation: "linked", former: 1 };
    expect(contents("meta[name=description]")).toEqual([
      phraseOf(locale, "Site.player.both", known),
    ]);
    const preview = await fetch(service().url + image.slice(PUBLIC_URL.length));
    expect(preview.headers.get("content-type")).toBe("image/png");
  });
}

test("counts and dates known names as in its language, the current one first", () =>
  // A profile that came before slow names has them once it is loaded again.
  withWorld({ PROFILE_FRESH_SECONDS: "1" }, async ({ service: own }) => {
    const read = (name: string, locale?: string) => readPage(own.url, playerUrl(name, locale));
    for (const [name, count, since] of [
      ["Bea", 1, undefined],
      ["Thimble", 2, "2024-03-01T09:00:00Z"],
      ["NameHopper", 7, "2024-06-06T06:06:06Z"],
    ] as const) {
      await expect.poll(() => namesOf(own, name)).toBe(count);
      for (const locale of ["en", "ar"] as const) {
        const page = await read(name, locale);
        expectPageIn(locale, page, name);
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

test("lists every page in every language for search engines", async () => {
  const sitemap = await (await fetch(`${service().url}/sitemap.xml`)).text();
  const entries = [...sitemap.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = ""]) => entry);
  const paths = ["", "/list", "/status", ...slugs.map(docsPath)];
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
