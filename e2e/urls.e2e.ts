import { hasLocale } from "next-intl";
import { routing } from "../lib/i18n/routing.ts";
import { expect, provoking, test } from "./support/test.ts";
import { expectPageIn, readPage, textsIn } from "./support/html.ts";
import { searchBox } from "./support/page.ts";

const unknown = [
  { url: "/en/nowhere", final: "/en/nowhere" },
  { url: "/en/nowhere/at/all", final: "/en/nowhere/at/all" },
  { url: "/nowhere", final: "/en/nowhere" },
  { url: "/nothing.png", final: "/en/nothing.png" },
];

test("serves the 404 page in the visitor's language", async ({ request }) => {
  for (const { url: address, final } of unknown) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(404);
    expect(new URL(response.url()).pathname).toBe(final);
    const page = await readPage(request, final);
    expect(textsIn(page.root, "title"), address).toEqual(["Page not found · Nametag"]);
    expectPageIn("en", page, "Page not found", []);
  }
});

test("takes a name that ends as a request by Next's scripts for a name", async ({ request }) => {
  for (const name of ["foo.rsc", "foo.prefetch.rsc", ".rsc", "Bea.rsc"]) {
    const response = await request.get(`/en/player/${name}`);
    expect(response.status(), name).toBe(404);
    expect(response.headers()["content-security-policy"]).toContain("sha256-");
    const { root } = await readPage(request, `/en/player/${name}`);
    expect(textsIn(root, "title")).toEqual([`${name} · Nametag`]);
    // It leaves nothing behind for the next page.
    expect((await request.get(`/de/player/After${name.length}`)).headers()["content-type"]).toBe(
      "text/html; charset=utf-8",
    );
  }
});

test("links from the 404 page to the site", provoking("404 /en/nowhere"), async ({ page }) => {
  await page.goto("/nowhere");
  await expect(page).toHaveURL("/en/nowhere");
  await page.getByRole("link", { name: "Look up a player" }).click();
  await expect(page).toHaveURL("/en");
  await expect(searchBox(page)).toBeVisible();
});

const outward = [
  "//example.org",
  "//example",
  "/\\example",
  "/%5Cexample",
  "/%2Fexample",
  "/%09/example",
];

for (const path of outward) {
  test(`never redirects ${path} to another host`, async ({ service }) => {
    let url = service.url + path;
    for (let hops = 0; hops < 5; hops++) {
      const response = await fetch(url, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) return;
      url = new URL(location, url).href;
      expect(new URL(url).origin).toBe(service.url);
    }
    throw new Error(`${path} leads round in circles`);
  });
}

/** What browsers accept, and the nearest language, English if there is none; a chosen language comes first. */
const visitors: [acceptLanguage: string, locale: string, cookie?: string][] = [
  ["en-GB", "en"],
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["fr;q=0.3, de;q=0.8", "de"],
  ["en;q=0.1, ja;q=0.2", "ja"],
  ["tlh, xx;q=0.9, ru;q=0.1", "ru"],
  ["es-419,es;q=0.9", "es"],
  ["ar-EG", "ar"],
  ["pt", "pt-BR"],
  ["pt-PT,pt;q=0.9", "pt-BR"],
  ["zh", "zh-CN"],
  ["zh-Hans-CN", "zh-CN"],
  ["PL", "pl"],
  ["tlh", "en"],
  ["*", "en"],
  ["", "en"],
  [";;q=,,-", "en"],
  ["x".repeat(2_000), "en"],
  // Of a list that is too long, the first that fit.
  [`de,${"tlh,".repeat(3_000)}pl`, "de"],
  [`${"tlh,".repeat(3_000)}pl`, "en"],
  ...routing.locales.map((locale): [string, string, string] => ["en", locale, locale]),
  ["pl", "pl", "tlh"],
  ["pl", "pl", ""],
  ["pl", "pl", "../.."],
  ["pl", "pl", "en%0d%0aset-cookie:x=1"],
  ["pl", "pl", "__proto__"],
];

const paths = ["/", "/player/Lantern_Lou?from=chat", "/docs", "/docs/head", "/docs/head?from=chat"];

for (const [accepted, locale, cookie] of visitors) {
  if (!hasLocale(routing.locales, locale)) continue;
  const chosen = cookie === undefined ? "" : ` and the cookie "${cookie}"`;
  test(`redirects "${accepted.slice(0, 40)}"${chosen} to ${locale}`, async ({ request }) => {
    const headers = {
      "accept-language": accepted,
      ...(cookie !== undefined && { cookie: `NEXT_LOCALE=${cookie}` }),
    };
    for (const path of paths) {
      const response = await request.get(path, { headers, maxRedirects: 0 });
      expect(response.status()).toBe(307);
      expect(response.headers()["location"]).toBe(`/${locale}${path === "/" ? "" : path}`);
    }
  });
}
