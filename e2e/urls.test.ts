import { expect, test } from "vitest";
import { routing } from "../site/i18n/routing.ts";
import { expectPageIn } from "./support/expect-page.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { useService } from "./support/use.ts";

const service = useService("asBuilt");

const unknown = [
  { url: "/en/nowhere", final: "/en/nowhere" },
  { url: "/en/nowhere/at/all", final: "/en/nowhere/at/all" },
  { url: "/nowhere", final: "/en/nowhere" },
  { url: "/nothing.png", final: "/en/nothing.png" },
];

test("serves the 404 page in the visitor's language", async () => {
  for (const { url: address, final } of unknown) {
    const response = await fetch(service().url + address);
    expect(response.status, address).toBe(404);
    expect(new URL(response.url).pathname).toBe(final);
    const page = await readPage(service().url, final);
    expect(textsIn(page.root, "title"), address).toEqual(["Page not found · Nametag"]);
    expectPageIn("en", page, "Page not found", []);
    expect(attributesIn(page.root, "main a", "href"), address).toContain("/en");
  }
});

test("takes a name that ends as a request by Next's scripts for a name", async () => {
  for (const name of ["foo.rsc", "foo.prefetch.rsc", ".rsc", "Bea.rsc"]) {
    const { status, headers, root } = await readPage(service().url, `/en/player/${name}`);
    expect(status, name).toBe(404);
    expect(headers["content-security-policy"]).toContain("sha256-");
    expect(textsIn(root, "title")).toEqual([`${name} · Nametag`]);
    // It leaves nothing behind for the next page.
    const after = await readPage(service().url, `/de/player/After${name.length}`);
    expect(after.headers["content-type"]).toBe("text/html; charset=utf-8");
  }
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
  test(`never redirects ${path} to another host`, async () => {
    let url = service().url + path;
    for (let hops = 0; hops < 5; hops++) {
      const response = await fetch(url, { redirect: "manual" });
      const location = response.headers.get("location");
      if (location === null) return;
      url = new URL(location, url).href;
      expect(new URL(url).origin).toBe(service().url);
    }
    throw new Error(`${path} leads round in circles`);
  });
}

/** The languages that browsers accept, and the nearest one, English if there is none; a chosen language comes first. */
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
  // The first languages of a list that is too long count.
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

test("redirects every visitor to a language of their own", async () => {
  const wrong: unknown[] = [];
  for (const [accepted, locale, cookie] of visitors) {
    const headers = {
      "accept-language": accepted,
      ...(cookie !== undefined && { cookie: `NEXT_LOCALE=${cookie}` }),
    };
    for (const path of paths) {
      const { status, headers: sent } = await fetch(service().url + path, {
        headers,
        redirect: "manual",
      });
      const got = `${status} ${sent.get("location")}`;
      const right = `307 /${locale}${path === "/" ? "" : path}`;
      if (got !== right) wrong.push({ accepted, cookie, path, got, right });
    }
  }
  expect(wrong).toEqual([]);
});
