import sharp from "sharp";
import { expect, test } from "vitest";
import { hostileNames } from "./support/hostile-names.ts";
import { attributesIn, readPage, textsIn } from "./support/html.ts";
import { playerUrl } from "./support/texts.ts";
import { useService } from "./support/use.ts";

const service = useService("asBuilt");

/** What the pages of some players say, and how many panels they have. */
const PAGES: [id: string, panels: number, ...texts: string[]][] = [
  ["MapleMax", 2, "Accounts not linked", "No link says that these two are the same person."],
  ["Tinker_Tess", 1, "No Bedrock Edition player found"],
  [".Leaf", 1, "Not searched in Java Edition"],
  ["Mossy Minnow", 1, "Not searched in Java Edition"],
  ["2761708961228418", 2, "Lantern_Lou", "One player with linked accounts"],
];

test("says which editions have a player, which were searched, and whether accounts are linked", async () => {
  for (const [id, panels, ...texts] of PAGES) {
    const { root } = await readPage(service().url, playerUrl(id));
    expect(root.querySelectorAll("article"), id).toHaveLength(panels);
    for (const text of texts) expect(textsIn(root, "main").join(), id).toContain(text);
  }
});

test("draws every figure with the arms that the profile has", async () => {
  // One wears a cape; the skin of the other has the old shape.
  for (const id of ["WrenOfTheWest", "Opaque_Otto"]) {
    const { root } = await readPage(service().url, playerUrl(id));
    expect(textsIn(root, "article").join(), id).toContain("Slim arms");
    const figures = 'img:is([src^="/body?texture="], [src^="/bust?texture="])';
    const drawn = attributesIn(root, figures, "src");
    expect(drawn.length, id).toBeGreaterThan(1);
    expect(drawn.filter((src) => !src?.includes("&model=slim"))).toEqual([]);
  }
});

test("finds a player by every identifier, with one canonical URL", async () => {
  for (const id of [
    "lantern_lou",
    ".Lantern_Lou",
    "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e",
    "2761708961228418",
    "?username=+Lantern+Lou+",
  ]) {
    const path = id.startsWith("?") ? `/en/player${id}` : playerUrl(id);
    const { root } = await readPage(service().url, path);
    expect(textsIn(root, "title"), id).toEqual(["Lantern_Lou · Nametag"]);
    for (const [link, locale] of [
      ["link[rel=canonical]", "/en"],
      ["link[hreflang=x-default]", ""],
    ] as const) {
      const url = new RegExp(`^http://localhost:\\d+${locale}/player/Lantern_Lou$`);
      expect(attributesIn(root, link, "href"), id).toEqual([expect.stringMatching(url)]);
    }
  }
});

test("describes the player in structured data", async () => {
  const { root } = await readPage(service().url, playerUrl("Bramble_Bard"));
  const json = textsIn(root, 'script[type="application/ld+json"]').at(-1);
  expect(JSON.parse(json ?? "")).toMatchObject({
    "@type": "ProfilePage",
    mainEntity: {
      "@type": "Person",
      name: "Bramble_Bard",
      alternateName: "Sofa Dragon",
      identifier: [{ propertyID: "UUID" }, { propertyID: "XUID", value: "2743858903529114" }],
    },
  });
});

/** What caches may do with an image for link previews. */
const KEPT = "public, max-age=3600, stale-while-revalidate=86400";

test("has its own image for link previews", async () => {
  const { root } = await readPage(service().url, playerUrl("Мшистый Пень"));
  const [url] = attributesIn(root, 'meta[property="og:image"]', "content");
  const { pathname } = new URL(url ?? "");
  const image = await fetch(service().url + pathname);
  expect(image.status).toBe(200);
  expect(image.headers.get("content-type")).toBe("image/png");
  expect(image.headers.get("cache-control")).toBe(KEPT);
  const bytes = Buffer.from(await image.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  // An id is decoded once: this one is `Lantern%5FLou`, which is no name.
  for (const [id, status] of Object.entries({ Nobody_Here: 404, "Lantern%255FLou": 400 })) {
    const none = await fetch(`${service().url}/en/player/${id}/opengraph-image`);
    expect(none.status).toBe(status);
  }
});

/** A point of an edition's mark in the image for link previews: below the plate, or below each of two figures. */
const MARKS = {
  java: [505, 385],
  bedrock: [715, 385],
  first: [130, 570],
  second: [390, 570],
} as const;

test.each([
  ["Lantern_Lou", [500, 250], ["java", "bedrock"]],
  ["Tinker_Tess", [500, 250], ["java"]],
  ["PebblePenny", [680, 250], ["first", "second"]],
] as const)(
  "shows %s with the editions in the image for link previews",
  async (name, plate, shown) => {
    const at = await previewOf(name);
    expect(at(plate)).toBe("245,181,60");
    const coloured = Object.entries(MARKS).flatMap(([mark, place]) =>
      ["245,171,133", "127,210,224"].includes(at(place)) ? [mark] : [],
    );
    expect(coloured).toEqual(shown);
  },
);

test("shows a question mark in the image for link previews where a skin is lost, and keeps none", async () => {
  const at = await previewOf("Torn_Page", "no-store");
  expect(at([250, 213])).toBe("247,207,115");
});

async function previewOf(name: string, cacheControl = KEPT) {
  const image = await fetch(`${service().url}${playerUrl(name)}/opengraph-image`);
  expect(image.headers.get("cache-control")).toBe(cacheControl);
  const { data, info } = await sharp(await image.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return ([x, y]: readonly [number, number]) =>
    data
      .subarray((y * info.width + x) * info.channels)
      .subarray(0, 3)
      .join();
}

test("shows hostile names as text", async () => {
  for (const id of [...hostileNames, "\u0000", "a".repeat(300)]) {
    const { status, root } = await readPage(service().url, playerUrl(id));
    const shown = id.length > 64 ? `${id.slice(0, 64)}…` : id;
    expect([status, textsIn(root, "h1")], id).toEqual([400, ["Not a valid name or ID"]]);
    // HTML cannot contain it.
    expect(textsIn(root, "main .plate"), id).toEqual([shown.replaceAll("\u0000", "\uFFFD")]);
    expect(root.querySelectorAll("main :is(svg[onload], img[src=x], [onfocus])"), id).toEqual([]);
  }
});

test("explains a search that no path can express", async () => {
  for (const id of ["..", ".", "\u0000", "\u0001\u0002"]) {
    const path = `/en/player?username=${encodeURIComponent(id)}`;
    const { status, root } = await readPage(service().url, path);
    expect(status, id).toBe(400);
    expect(textsIn(root, "h1"), id).toEqual(["Not a valid name or ID"]);
  }
});
