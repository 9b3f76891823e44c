import sharp from "sharp";
import { direction } from "../lib/i18n/languages.ts";
import { routing } from "../lib/i18n/routing.ts";
import { alternatesIn, attributesIn, readPage, textsIn } from "./support/html.ts";
import { expect, PUBLIC_URL, settings, test } from "./support/test.ts";

test.use({ variables: settings.published });

test("links itself and its languages by its public URL", async ({ request }) => {
  const { root } = await readPage(request, "/en");
  expect(textsIn(root, "title")).toEqual(["Nametag: Minecraft player lookup for Java and Bedrock"]);
  expect(attributesIn(root, "link[rel=canonical]", "href")).toEqual([`${PUBLIC_URL}/en`]);
  expect(alternatesIn(root)).toEqual([
    ...routing.locales.map((locale) => `${locale} ${PUBLIC_URL}/${locale}`),
    `x-default ${PUBLIC_URL}/`,
  ]);
});

test("tells search engines how to search it", async ({ request }) => {
  const { root } = await readPage(request, "/en");
  const [text = ""] = textsIn(root, 'script[type="application/ld+json"]');
  expect(JSON.parse(text)).toMatchObject({
    "@type": "WebSite",
    name: "Nametag",
    url: `${PUBLIC_URL}/en`,
    potentialAction: {
      "@type": "SearchAction",
      target: { urlTemplate: `${PUBLIC_URL}/en/player?username={username}` },
    },
  });
});

test("has an image for link previews", async ({ request }) => {
  const { root } = await readPage(request, "/en");
  const [url] = attributesIn(root, 'meta[property="og:image"]', "content");
  expect(url).toBe(`${PUBLIC_URL}/opengraph-image.png`);
  const image = await request.get("/opengraph-image.png");
  expect(await sharp(await image.body()).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test("can be installed in each language, with existing icons", async ({ request }) => {
  for (const locale of routing.locales) {
    const { root } = await readPage(request, `/${locale}`);
    expect(attributesIn(root, "link[rel=manifest]", "href")).toEqual([
      `/${locale}/manifest.webmanifest`,
    ]);
    const response = await request.get(`/${locale}/manifest.webmanifest`);
    expect(response.headers()["content-type"]).toBe("application/manifest+json");
    expect(await response.json()).toMatchObject({
      lang: locale,
      dir: direction(locale),
      name: "Nametag",
      start_url: `/${locale}`,
    });
  }
  const manifest = (await (await request.get("/en/manifest.webmanifest")).json()) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()["content-type"]).toBe(type);
    if (type !== "image/png") continue;
    const { width, height } = await sharp(await icon.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("tells crawlers where to go", async ({ request }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain("Disallow: /api");
  expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const locale of routing.locales) {
    expect(sitemap).toContain(`<loc>${PUBLIC_URL}/${locale}</loc>`);
    expect(sitemap).toContain(`hreflang="${locale}" href="${PUBLIC_URL}/${locale}"`);
    expect(sitemap).toContain(`<loc>${PUBLIC_URL}/${locale}/status</loc>`);
  }
});

test("shows the operator's links, and the disclaimer", async ({ request }) => {
  const { root } = await readPage(request, "/en");
  const links = root.querySelectorAll("footer a");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toContainEqual([
    "Source code",
    "https://git.example.org/nametag",
  ]);
  expect(textsIn(root, "footer").join()).toContain("Not an official Minecraft product");
});

test("describes every page for link previews", async ({ request }) => {
  const pages = [
    ["/en", "website", "Nametag: Minecraft player lookup for Java and Bedrock"],
    ["/en/docs/head", "article", /^\S.* · Nametag$/],
    ["/en/status", "website", "Status · Nametag"],
    ["/en/player/Lantern_Lou", "profile", "Lantern_Lou · Nametag"],
  ] as const;
  for (const [path, type, title] of pages) {
    const { root } = await readPage(request, path);
    const tag = (name: string) =>
      attributesIn(root, `meta[property="og:${name}"]`, "content").join("|");
    expect(tag("title"), path).toMatch(title);
    expect(attributesIn(root, 'meta[name="twitter:card"]', "content")).toEqual([
      "summary_large_image",
    ]);
    expect([tag("type"), tag("site_name"), tag("url"), tag("locale")], path).toEqual([
      type,
      "Nametag",
      PUBLIC_URL + path,
      "en_US",
    ]);
    expect(tag("description"), path).toMatch(/^\S.*\S$/s);
    expect(tag("image"), path).toMatch(/^https:/);
  }
});

test("describes a player by their editions", async ({ request }) => {
  const described = async (name: string) => {
    const { root } = await readPage(request, `/en/player/${name}`);
    return attributesIn(root, "meta[name=description]", "content").join();
  };
  expect(await described("Tinker_Tess")).toMatch(/Minecraft: Java Edition\./);
  expect(await described("Mossy%20Minnow")).toMatch(/Minecraft: Bedrock Edition\./);
  expect(await described("Lantern_Lou")).toContain("Java Edition and Bedrock Edition");
});

test("has a contact for vulnerabilities with an expiry date", async ({ request }) => {
  const reply = await request.get("/.well-known/security.txt");
  expect(reply.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const text = await reply.text();
  expect(text).toContain(`Canonical: ${PUBLIC_URL}/.well-known/security.txt`);
  expect(text).toMatch(/^Contact: mailto:players@example\.org$/m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
  expect(expires - Date.now()).toBeGreaterThan(30 * 86_400_000);
});
