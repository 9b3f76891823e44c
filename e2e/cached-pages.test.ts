import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { routing } from "../site/i18n/routing.ts";
import { readPage, textsIn } from "./support/html.ts";
import { BUILT_FOR, PUBLIC_URL, settings } from "./support/settings.ts";
import { withWorld } from "./support/service.ts";
import { useService } from "./support/use.ts";

const service = useService("published");

/** One page of each kind. */
const PAGES = [
  "/en",
  "/ar",
  "/en/docs",
  "/ja/docs/head",
  "/en/player/Lantern_Lou",
  "/de/player/No_Such_Player",
  "/en/player/a%2Fb",
  "/en/player?username=..",
  "/pl/nowhere",
];
const TEXTS = ["/llms.txt", "/en/docs/head.md", "/docs-search/en", "/sitemap.xml", "/robots.txt"];

for (const path of PAGES) {
  test(`${path} is the same for everyone, and runs only its own scripts`, async () => {
    const { headers, html, root } = await readPage(service().url, path);
    expect(headers).not.toHaveProperty("set-cookie");
    expect(headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=\d+, /);
    expect(headers["vary"]).toBe("Accept-Encoding");
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["x-powered-by"]).toBeUndefined();

    const policy = headers["content-security-policy"] ?? "";
    for (const directive of ["default-src 'self'", "style-src 'self'", "object-src 'none'"]) {
      expect(policy.split("; ")).toContain(directive);
    }
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const inline = root
      .querySelectorAll("script:not([src]):not([type])")
      .map(({ rawText }) => createHash("sha256").update(rawText).digest("base64"));
    expect(inline.length).toBeGreaterThan(1);
    expect(scriptSources(policy).toSorted()).toEqual(
      ["'self'", ...new Set(inline.map((hash) => `'sha256-${hash}'`))].toSorted(),
    );
    expect(html + headers["link"]).not.toContain(" nonce=");
    expect(html).not.toContain(BUILT_FOR);
  });
}

for (const path of ["/en", "/en/player/Lantern_Lou", "/en/docs/head"]) {
  test(`${path} asks for its font before its HTML, and for nothing else`, async () => {
    const { headers } = await readPage(service().url, path);
    expect(headers["link"]).toMatch(/^<[^>]+\.woff2>; rel=preload; as="font"[^<]*$/);
  });
}

test("the page of an unknown URL asks for its font in its head", async () => {
  const { root } = await readPage(service().url, "/en/nowhere");
  const font = root.querySelector('head > link[rel="preload"][as="font"]');
  expect(font?.getAttribute("href")).toMatch(/\.woff2$/);
});

for (const path of [...PAGES, ...TEXTS]) {
  test(`${path} is compressed, and a 304 when the ETag matches`, async () => {
    const get = (headers: Record<string, string>) => fetch(service().url + path, { headers });
    const plain = await get({ "accept-encoding": "identity" });
    const text = await plain.text();
    const etag = plain.headers.get("etag") ?? "";
    for (const encoding of ["br", "gzip"]) {
      const response = await get({ "accept-encoding": encoding });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(Number(response.headers.get("content-length"))).toBeLessThan(text.length);
      expect(await response.text()).toBe(text);
      expect(response.headers.get("etag")).toBe(etag);
    }
    const head = await fetch(service().url + path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([plain.status, ""]);
    if (plain.status !== 200) return;
    const again = await get({ "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("cache-control")).toBe(plain.headers.get("cache-control"));
  });
}

/** Headers by which a visitor could try to change the page for others. */
const POISON: Record<string, string> = {
  "accept-encoding": "identity",
  "accept-language": "ar",
  cookie: "NEXT_LOCALE=ar; theme=dark; __prerender_bypass=1",
  "content-security-policy": "script-src 'nonce-mine'",
  host: "evil.example",
  "next-action": "1",
  "next-router-prefetch": "1",
  "next-router-state-tree": "%5B%22%22%5D",
  "next-url": "/ar",
  purpose: "prefetch",
  range: "bytes=0-9",
  rsc: "1",
  "user-agent": "Googlebot/2.1",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "gopher",
  "x-middleware-rewrite": "/ar",
  "x-middleware-subrequest": "proxy",
  "x-nametag-render": "1",
  "x-next-intl-locale": "ar",
  "x-nextjs-data": "1",
  "x-nonce": "mine",
};

const PLAIN = { "accept-encoding": "identity" };

test("the headers of one visitor change nothing for the next", async () => {
  const read = async (url: string, path: string, sent: Record<string, string>) => {
    const response = await fetch(url + path, { headers: sent, redirect: "manual" });
    const { date: _, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };
  await withWorld(settings.published, async ({ service: untouched }) => {
    for (const path of [...PAGES, ...TEXTS]) {
      // This is for Next's router: it has a response of its own, which nobody else gets.
      await read(untouched.url, `${path}${path.includes("?") ? "&" : "?"}_rsc=x`, POISON);
      const poisoned = await read(untouched.url, path, POISON);
      expect(await read(untouched.url, path, PLAIN), path).toEqual(poisoned);
      // Another service fetched the profile, at another time, and has other recent lookups.
      if (path.includes("/player/")) continue;
      const elsewhere = await read(service().url, path, PLAIN);
      expect(withoutScripts(elsewhere.text), path).toBe(withoutScripts(poisoned.text));
    }
    await untouched.stop("SIGINT");
  });
});

/** The visible part of a page. The order of React's data varies. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "");
}

test("an instance shows its own URL and operators, whatever the build was made for", async () => {
  for (const path of ["/en", "/ja/docs/head", "/en/player/Lantern_Lou"]) {
    const { root } = await readPage(service().url, path);
    const canonical = root.querySelector("link[rel=canonical]")?.getAttribute("href");
    expect(canonical).toBe(PUBLIC_URL + path);
    expect(textsIn(root, "footer a[rel~=me]")).toEqual(["Source code"]);
  }
  const { root } = await readPage(service().url, "/en/docs/head");
  expect(textsIn(root, "[data-sample=curl]")[0]).toContain(`${PUBLIC_URL}/head`);
});

test("a redirect to the visitor's language is not shared with others", async () => {
  const last = routing.locales.at(-1) ?? "en";
  const headers = { "accept-language": last };
  const response = await fetch(`${service().url}/docs`, { headers, redirect: "manual" });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    location: `/${last}/docs`,
    "cache-control": "private, no-cache",
    vary: "Accept-Language, Cookie",
  });
  expect(response.headers.has("set-cookie")).toBe(false);
});

test("the files of a page are compressed, and cacheable for a year", async () => {
  const { root } = await readPage(service().url, "/en");
  const files = [
    ...root.querySelectorAll("script[src]").map((script) => script.getAttribute("src")),
    ...root.querySelectorAll("link[rel=stylesheet]").map((link) => link.getAttribute("href")),
  ];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    for (const encoding of ["br", "gzip"]) {
      const headers = { "accept-encoding": encoding };
      const response = await fetch(service().url + String(file), { headers });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      await response.arrayBuffer();
    }
  }
  const missing = await fetch(`${service().url}/_next/static/chunks/gone.js`);
  expect(missing.status).toBe(404);
});

/** The sources that a policy allows scripts from. */
function scriptSources(policy: string): string[] {
  const directive = policy.split("; ").find((one) => one.startsWith("script-src "));
  return directive?.split(" ").slice(1) ?? [];
}
