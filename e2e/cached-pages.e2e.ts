import { createHash } from "node:crypto";
import { routing } from "../lib/i18n/routing.ts";
import { alive, expectAlive, scriptSources } from "./support/docs.ts";
import { readPage, textsIn } from "./support/html.ts";
import { expectInjectedToBeRefused, injecting } from "./support/injected.ts";
import { expectSmuggledToBeStopped } from "./support/page.ts";
import { BUILT_FOR, expect, PUBLIC_URL, settings, test } from "./support/test.ts";
import { withWorld } from "./support/service.ts";

test.use({ variables: settings.published });

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
  test(`${path} is the same for everyone, and runs only its own scripts`, async ({ request }) => {
    const { headers, html, root } = await readPage(request, path);
    expect(headers).not.toHaveProperty("set-cookie");
    expect(headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=\d+, /);
    expect(headers["vary"]).toBe("Accept-Encoding");
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    // A browser would start a new process for the page.
    expect(headers).not.toHaveProperty("cross-origin-opener-policy");
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
  test(`${path} asks for its font before its HTML, and for nothing else`, async ({ request }) => {
    const { headers } = await readPage(request, path);
    expect(headers["link"]).toMatch(/^<[^>]+\.woff2>; rel=preload; as="font"[^<]*$/);
  });
}

for (const path of [...PAGES, ...TEXTS]) {
  test(`${path} is compressed, and a 304 when the ETag matches`, async ({ service }) => {
    const get = (headers: Record<string, string>) => fetch(service.url + path, { headers });
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
    const head = await fetch(service.url + path, { method: "HEAD" });
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

test("the headers of one visitor change nothing for the next", async ({ service }) => {
  const read = async (url: string, path: string, sent: Record<string, string>) => {
    const response = await fetch(url + path, { headers: sent, redirect: "manual" });
    const { date: _, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, text: await response.text() };
  };
  await withWorld(settings.published, async ({ service: untouched }) => {
    for (const path of [...PAGES, ...TEXTS]) {
      const poisoned = await read(
        untouched.url,
        `${path}${path.includes("?") ? "&" : "?"}_rsc=x`,
        POISON,
      );
      expect(await read(untouched.url, path, PLAIN), path).toEqual(poisoned);
      // Another service fetched the profile, at another time.
      if (path.endsWith("Lantern_Lou")) continue;
      const elsewhere = await read(service.url, path, PLAIN);
      expect(withoutScripts(elsewhere.text), path).toBe(withoutScripts(poisoned.text));
    }
    await untouched.stop();
  });
});

/** The visible part of a page. The order of React's data varies. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "");
}

test("an instance shows its own URL and operators, whatever the build was made for", async ({
  page,
  request,
}) => {
  for (const path of ["/en", "/ja/docs/head", "/en/player/Lantern_Lou"]) {
    const { root } = await readPage(request, path);
    const canonical = root.querySelector("link[rel=canonical]")?.getAttribute("href");
    expect(canonical).toBe(PUBLIC_URL + path);
    expect(textsIn(root, "footer a[rel~=me]")).toEqual(["Source code"]);
  }
  await page.goto("/en/docs/head");
  await expectAlive(page);
  await expect(page.locator("[data-sample=curl]")).toContainText(`${PUBLIC_URL}/head`);
});

test("pages link to each other, with their scripts running", async ({ page }) => {
  await page.goto("/en/docs/head");
  await alive(page);
  await page.getByRole("link", { name: "Nametag, home page" }).click();
  await expect(page).toHaveURL("/en");
  await page.getByRole("link", { name: "Docs", exact: true }).click();
  await expect(page).toHaveURL("/en/docs");
  await expect(page.locator("h1")).toHaveText(["Quick start"]);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL("/en/docs/head");
  await expectAlive(page);
});

test("a redirect to the visitor's language is not shared with others", async ({ request }) => {
  const last = routing.locales.at(-1) ?? "en";
  const headers = { "accept-language": last };
  const response = await request.get("/docs", { headers, maxRedirects: 0 });
  expect(response.headers()).toMatchObject({
    location: `/${last}/docs`,
    "cache-control": "private, no-cache",
    vary: "Accept-Language, Cookie",
  });
  expect(response.headers()).not.toHaveProperty("set-cookie");
});

for (const path of ["/en", "/en/docs", "/en/player/Lantern_Lou"]) {
  test(`${path} runs no injected script`, ({ context }) =>
    expectSmuggledToBeStopped(context, path));
}

test("no page runs a script that its data contains", async ({ context }) => {
  await withWorld({ ...settings.published, ...injecting }, async ({ service }) => {
    await expectInjectedToBeRefused(context, service.url);
    await service.stop();
  });
});

test("sends requests to no other host, and stores nothing unless the visitor chooses something", async ({
  page,
  service,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http")) hosts.add(origin);
  });
  for (const path of ["/en", "/en/docs", "/en/player/Lantern_Lou"]) {
    await page.goto(path, { waitUntil: "networkidle" });
  }
  expect([...hosts]).toEqual([service.url]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("the files of a page are compressed, and cacheable for a year", async ({
  request,
  service,
}) => {
  const { root } = await readPage(request, "/en");
  const files = [
    ...root.querySelectorAll("meta[name=script]").map((meta) => meta.getAttribute("content")),
    ...root.querySelectorAll("link[rel=stylesheet]").map((link) => link.getAttribute("href")),
  ];
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    for (const encoding of ["br", "gzip"]) {
      const headers = { "accept-encoding": encoding };
      const response = await fetch(service.url + String(file), { headers });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      await response.arrayBuffer();
    }
  }
  const missing = await request.get("/_next/static/chunks/gone.js");
  expect(missing.status()).toBe(404);
});
