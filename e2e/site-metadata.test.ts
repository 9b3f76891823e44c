import sharp from "sharp";
import { expect, test } from "vitest";
import { direction } from "../site/i18n/languages.ts";
import { routing } from "../site/i18n/routing.ts";
import { expectAddresses } from "./support/expect-page.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { PUBLIC_URL } from "./support/settings.ts";
import { useService } from "./support/use.ts";

const service = useService("published");

const get = (path: string) => fetch(service().url + path);

test("names itself, its languages, its search, its image and its operator", async () => {
  const page = await readPage(service().url, "/en");
  const { root } = page;
  expectAddresses(page, PUBLIC_URL);
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
  expect(attributesIn(root, 'meta[property="og:image"]', "content")).toEqual([
    `${PUBLIC_URL}/opengraph-image.png`,
  ]);
  const image = await get("/opengraph-image.png");
  expect(await sharp(await image.arrayBuffer()).metadata()).toMatchObject({
    width: 1200,
    height: 630,
  });
  const links = root.querySelectorAll("footer a");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toContainEqual([
    "Source code",
    "https://git.example.org/nametag",
  ]);
  expect(textsIn(root, "footer").join()).toContain("Not an official Minecraft product");
});

test("can be installed in each language, with existing icons", async () => {
  for (const locale of routing.locales) {
    const { root } = await readPage(service().url, `/${locale}`);
    expect(attributesIn(root, "link[rel=manifest]", "href")).toEqual([
      `/${locale}/manifest.webmanifest`,
    ]);
    const response = await get(`/${locale}/manifest.webmanifest`);
    expect(response.headers.get("content-type")).toBe("application/manifest+json");
    expect(await response.json()).toMatchObject({
      lang: locale,
      dir: direction(locale),
      name: "Nametag",
      start_url: `/${locale}`,
    });
  }
  const manifest = (await (await get("/en/manifest.webmanifest")).json()) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src);
    expect(icon.headers.get("content-type")).toBe(type);
    if (type !== "image/png") continue;
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("tells crawlers where to go", async () => {
  const robots = await (await get("/robots.txt")).text();
  expect(robots).toContain("Disallow: /api");
  expect(robots).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
});

test("describes every page for link previews", async () => {
  const java = /Minecraft: Java Edition\./;
  const bedrock = /Minecraft: Bedrock Edition\./;
  const linked = /Java Edition and Bedrock Edition, linked accounts, 1 former name\./;
  const namesakes = /Java Edition and Bedrock Edition, two accounts without a link\./;
  const renamed = /Minecraft: Java Edition, 5 former names\./;
  // A chat shows the name of the site above the title.
  const named = (name: string, editions: string) =>
    [`${name} · Nametag`, new RegExp(`^${name} · ${editions}$`)] as const;
  const same = (title: string | RegExp) => [title, title] as const;
  for (const [path, type, [title, shared], description] of [
    ["/en", "website", same("Nametag: Minecraft player lookup for Java and Bedrock"), /^\S.*\S$/s],
    ["/en/docs/head", "article", same(/^\S.* · Nametag$/), /^\S.*\S$/s],
    ["/en/status", "website", same("Status · Nametag"), /^\S.*\S$/s],
    ["/en/player/Lantern_Lou", "profile", named("Lantern_Lou", "Java and Bedrock"), linked],
    ["/en/player/PebblePenny", "profile", named("PebblePenny", "Java and Bedrock"), namesakes],
    ["/en/player/NameHopper", "profile", named("NameHopper", "Java"), renamed],
    ["/en/player/Tinker_Tess", "profile", named("Tinker_Tess", "Java"), java],
    ["/en/player/Mossy%20Minnow", "profile", named("Mossy Minnow", "Bedrock"), bedrock],
  ] as const) {
    const { root } = await readPage(service().url, path);
    const metaOf = (name: string) => attributesIn(root, `meta[${name}]`, "content").join("|");
    const tag = (name: string) => metaOf(`property="og:${name}"`);
    expect(textsIn(root, "title").join(), path).toMatch(title);
    expect(tag("title"), path).toMatch(shared);
    expect(metaOf('name="twitter:card"'), path).toBe("summary_large_image");
    const common = [tag("type"), tag("site_name"), tag("url"), tag("locale")];
    expect(common, path).toEqual([type, "Nametag", PUBLIC_URL + path, "en_US"]);
    expect(tag("description"), path).toMatch(description);
    expect(metaOf("name=description"), path).toMatch(description);
    expect(tag("image"), path).toMatch(/^https:/);
    // Discord takes the last one: the accent.
    expect(metaOf('name="theme-color"'), path).toBe("#1f1c2b|#1d1b28|#f5b53c");
  }
});

test("has a preview for Discord, as its documentation describes it, in every language", async () => {
  const { root } = await readPage(service().url, "/ar/player/Lantern_Lou");
  const link = 'head link[rel="discord:component-embed"][type="application/json"]';
  expect(attributesIn(root, link, "href")).toEqual([
    `${PUBLIC_URL}/ar/player/Lantern_Lou/discord-embed`,
  ]);
  for (const locale of routing.locales) {
    for (const name of ["Lantern_Lou", "PebblePenny", "Fifteen Letters", "Мшистый Пень"]) {
      const path = `/${locale}/player/${encodeURIComponent(name)}`;
      const text = await (await get(`${path}/discord-embed`)).text();
      expect(Buffer.byteLength(text), path).toBeLessThanOrEqual(3_000);
      const { component } = JSON.parse(text) as { component: { components: object[] } };
      expect(component).toMatchObject({ type: 17, accent_color: 0xf5b53c });
      expect(component.components.map((one) => "type" in one && one.type)).toEqual([10, 12, 10, 1]);
    }
  }
  const embed = (await (await get("/en/player/Lantern_Lou/discord-embed")).json()) as object;
  const url = `${PUBLIC_URL}/en/player/Lantern_Lou`;
  const button = { type: 2, style: 5 };
  expect(embed).toMatchObject({
    component: {
      components: [
        {
          content: expect.stringContaining(
            `## [Lantern\\_Lou](${url})\nLantern\\_Lou in Minecraft`,
          ),
        },
        { items: [{ media: { url: expect.stringContaining(`${url}/opengraph-image?v=`) } }] },
        {
          content:
            "Java · UUID `dfb83a47-9bf3-4695-83e7-bdc34c28fa4e`\nBedrock · XUID `2761708961228418`",
        },
        {
          components: [
            { ...button, label: "Open profile", url },
            {
              ...button,
              label: "Skin",
              url: expect.stringContaining(`${PUBLIC_URL}/skin?texture=`),
            },
          ],
        },
      ],
    },
  });
  const none = await get("/en/player/Nobody_Here/discord-embed");
  expect([none.status, await none.text()]).toEqual([404, "null"]);
});

test("has icons that caches keep for good by the URLs that pages link", async () => {
  const { root } = await readPage(service().url, "/en");
  const links = attributesIn(root, "link[rel=icon], link[rel=apple-touch-icon]", "href");
  expect(links.map((url) => url?.replace(/\?.*/, ""))).toEqual(
    expect.arrayContaining(["/favicon.ico", "/icon.svg", "/apple-icon.png"]),
  );
  const cacheControlOf = async (url = "") => (await get(url)).headers.get("cache-control");
  for (const url of links) {
    expect(await cacheControlOf(url), url).toBe("public, max-age=31536000, immutable");
    for (const other of [url?.replace(/\?.*/, ""), `${url}x`]) {
      expect(await cacheControlOf(other), other).toMatch(/^public, max-age=0, /);
    }
  }
});

test("has images that scripts of other sites may read", async () => {
  const images = [
    "/opengraph-image.png",
    "/icons/192.png",
    "/en/player/Lantern_Lou/opengraph-image",
  ];
  for (const path of images) {
    const { status, headers } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get("access-control-allow-origin"), path).toBe("*");
    expect(headers.get("cross-origin-resource-policy"), path).toBe("cross-origin");
  }
});

test("has a contact for vulnerabilities with an expiry date", async () => {
  const reply = await get("/.well-known/security.txt");
  expect(reply.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await reply.text();
  expect(text).toContain(`Canonical: ${PUBLIC_URL}/.well-known/security.txt`);
  expect(text).toMatch(/^Contact: mailto:players@example\.org$/m);
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
  expect(expires - Date.now()).toBeGreaterThan(30 * 86_400_000);
});
