import { describe, expect, it } from "vitest";
import { docsPath, slugs } from "../docs/pages.ts";
import { routing } from "../i18n/routing.ts";
import { appRoutes, NO_ROUTES } from "./app-routes.ts";
import { isSiteName, pageAt } from "./page-at.ts";

/** A page as text: `static /en/docs`, or `307 /en/docs`. */
function at(target: string, acceptLanguage?: string, cookie?: string, routes = NO_ROUTES): string {
  const page = pageAt(target, { acceptLanguage, cookie }, routes);
  if (page.kind === "redirect") return `${page.status} ${page.location}`;
  return `${page.kind} ${page.kind === "file" ? page.path : page.target}`;
}

describe("pages", () => {
  it.each(routing.locales)("finds home, documentation and Markdown in %s", (locale) => {
    expect(at(`/${locale}`)).toBe(`static /${locale}`);
    expect(at(`/${locale}?from=chat`)).toBe(`static /${locale}`);
    for (const slug of slugs) {
      const path = `/${locale}${docsPath(slug)}`;
      expect(at(path)).toBe(`static ${path}`);
      expect(at(`${path}?x=1`)).toBe(`static ${path}`);
      expect(at(`${path}.md`)).toBe(`static ${path.replace("/docs", "/docs-markdown")}`);
    }
  });

  it.each([
    ["/en/player/Lantern_Lou", "player /en/player/Lantern_Lou"],
    ["/en/player/Lantern%5FLou?x=1", "player /en/player/Lantern_Lou"],
    ["/en/player/.Lantern Lou", "player /en/player/.Lantern%20Lou"],
    ["/en/player/Lantern+Lou", "player /en/player/Lantern%20Lou"],
    [
      "/en/player/+Lantern+Lou/opengraph-image",
      "preview /en/player/%2BLantern%20Lou/opengraph-image",
    ],
    ["/en/player/a%2Bb", "player /en/player/a%2Bb"],
    ["/en/player/%2525", "player /en/player/%2525"],
    ["/de/player/Lou/opengraph-image", "preview /de/player/Lou/opengraph-image"],
    ["/de/player/Lou/discord-embed", "embed /de/player/Lou/discord-embed"],
    ["/en/player?username=..", "impossible /en/player?username=.."],
    ["/en/manifest.webmanifest", "static /en/manifest.webmanifest"],
    ["/en/status?x=1", "live /en/status"],
    ["/.well-known/security.txt", "static /.well-known/security.txt"],
    ["/%65n/%64ocs", "static /en/docs"],
    ["/docs-search/ja", "static /docs-search/ja"],
    ["/docs-search/xx", "file /docs-search/xx"],
    ["/docs-recipes/lookup.mjs", "static /docs-recipes/lookup.mjs"],
    ["/docs-recipes/bot.py", "file /docs-recipes/bot.py"],
    ["/_next/static/chunks/a.js", "file /_next/static/chunks/a.js"],
    ["/fonts/ja.css", "file /fonts/ja.css"],
  ])("%s", (target, expected) => expect(at(target)).toBe(expected));
});

describe("URLs without a page", () => {
  it.each([
    ["/en/nowhere", "missing /en/404"],
    ["/de/docs/nowhere", "missing /de/404"],
    ["/en/docs%2Fhead", "missing /en/404"],
    ["/en/docs/HEAD", "missing /en/404"],
    ["/en/docs-markdown/head", "missing /en/404"],
    ["/en/player/a/b", "missing /en/404"],
    ["/en/docs/__proto__", "missing /en/404"],
    ["/en/docs/nowhere.md", "static /en/docs-markdown/-"],
    ["/en/docs/head/nowhere.md", "static /en/docs-markdown/-"],
    ["/en%252Fdocs", "missing /en/404"],
    ["/%09/example", "missing /en/404"],
    ["/%25", "missing /en/404"],
  ])("%s", (target, expected) => expect(at(target, "ja")).toBe(expected));
});

/** An app with a page in every language, two route handlers and a file. */
const app = appRoutes({
  routes: [
    { regex: "^/[^/]+$", isInLanguage: true },
    { regex: "^/[^/]+/about-us$", isInLanguage: true },
    { regex: "^/[^/]+/docs(?:/.+)?$", isInLanguage: true },
    { regex: "^/hello-there$", isInLanguage: false },
    { regex: "^/shop/[^/]+$", isInLanguage: false },
    { regex: "^/avatar(?:/.+)?$", isInLanguage: false },
  ],
  files: ["/google-verify.txt", "/press/kit.pdf"],
});

describe("URLs without a rule, if the app has a route or a file", () => {
  it.each([
    ["/en/about-us", "next /en/about-us"],
    ["/ja/about-us?q=1", "next /ja/about-us?q=1"],
    ["/en/about%2Dus?q=1", "next /en/about-us?q=1"],
    ["/en-US/about-us?q=1", "307 /en/about-us?q=1"],
    ["/about-us?q=1", "307 /de/about-us?q=1"],
    ["/xx/about-us", "307 /de/xx/about-us"],
    ["/nowhere", "307 /de/nowhere"],
    ["/en/docs/nowhere", "missing /en/404"],
    ["/hello-there?q=1", "next /hello-there?q=1"],
    ["/hello-there/", "308 /hello-there"],
    ["/shop/1", "next /shop/1"],
    ["/shop/a%2Fb", "307 /de/shop/a%2Fb"],
    ["/shop/%2500", "missing /en/404"],
    ["/google-verify.txt", "file /google-verify.txt"],
    ["/press/kit.pdf?x=1", "file /press/kit.pdf"],
  ])("%s", (target, expected) => expect(at(target, "de", undefined, app)).toBe(expected));

  it.each([
    ["/hello-there", true],
    ["/shop/1", true],
    ["/google-verify.txt", true],
    ["/about-us", true],
    ["/nowhere", false],
    ["/avatar/Lantern_Lou", false],
    ["/Lantern_Lou", false],
  ])("%s is the site's, and not another service's at the root: %s", (path, expected) => {
    expect(isSiteName(path, app)).toBe(expected);
  });
});

describe("redirects", () => {
  it.each([
    ["/", "307 /de"],
    ["/docs?x=1", "307 /de/docs?x=1"],
    ["/en-US/docs?x=1", "307 /en/docs?x=1"],
    ["/pt", "307 /pt-BR"],
    ["/pt-PT/player/Lou", "307 /pt-BR/player/Lou"],
    ["/ZH/docs/head.md", "307 /zh-CN/docs/head.md"],
    ["/zh-Hant-TW", "307 /zh-CN"],
    ["/es-419", "307 /es"],
    ["/en-USA/docs", "307 /de/en-USA/docs"],
    ["/de-at/", "308 /de-at"],
    ["/en_US/docs", "307 /de/en_US/docs"],
    ["/constructor", "307 /de/constructor"],
    ["/EN/docs", "307 /en/docs"],
    ["/en?username=Lou", "307 /en/player/Lou"],
    ["/en/player?username=%20", "307 /en"],
    ["/en/player?username=a&username=b", "307 /en"],
    ["/en/player/%20", "307 /en"],
    ["/en?username=%EF%BB%BFLou%0A", "307 /en/player/Lou"],
    ["/en/", "308 /en"],
    ["/en//docs/?x", "308 /en/docs?x"],
    ["/en\\docs", "308 /en/docs"],
    ["/en/player/%2E%2E", "308 /en"],
    ["/_next/static/../../package.json", "307 /de/package.json"],
    ["//example.org", "308 /example.org"],
    ["/https://example.org", "308 /https:/example.org"],
    ["/%5Cexample", "307 /de/%5Cexample"],
  ])("%s", (target, expected) => expect(at(target, "de")).toBe(expected));

  it("go to the chosen language, else to the nearest accepted one", () => {
    expect(at("/", "de", "a=b; NEXT_LOCALE=ja")).toBe("307 /ja");
    expect(at("/", "de", "NEXT_LOCALE=tlh")).toBe("307 /de");
    expect(at("/", "de", "XNEXT_LOCALE=ja")).toBe("307 /de");
    expect(at("/", "fr;q=0.3, pt-PT;q=0.8")).toBe("307 /pt-BR");
    expect(at("/", "zh-TW, en;q=0")).toBe("307 /zh-CN");
    expect(at("/", "en;q=0, tlh")).toBe("307 /en");
    expect(at("/")).toBe("307 /en");
  });
});

it.each([
  ["/docs", true],
  ["/en", true],
  ["/pt-PT", true],
  ["/status", true],
  ["/docs/head", false],
  ["/en_US", false],
  ["/robots.txt", true],
  ["/Lantern_Lou", false],
  ["/head.png", false],
  ["/", false],
  ["//docs", false],
  ["/%25", false],
])("%s is a name of the site: %s", (path, expected) => {
  expect(isSiteName(path)).toBe(expected);
});
