import { describe, expect, it } from "vitest";
import type { NameRules } from "../contract/identifiers.ts";
import { shortUrls } from "../contract/paths.ts";
import { internalRequest } from "../http/request.ts";
import { useWorld } from "../../testing/world.ts";
import { longFormOf } from "./short-urls.ts";

const world = useWorld();

const UUID = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";

/** Headers that are the same in both forms. */
const HEADERS = ["content-type", "content-length", "etag", "x-texture-source"] as const;

async function expectSame(short: string, long: string) {
  const [one, other] = [await world.request(long), await world.request(short)];
  expect([short, other.status]).toEqual([short, one.status]);
  expect(Buffer.compare(other.bytes, one.bytes)).toBe(0);
  for (const name of HEADERS) {
    expect([name, other.headers[name]]).toEqual([name, one.headers[name]]);
  }
  return other;
}

const JPEG =
  "There is no image in the format .jpg: end the URL with .png or .webp, or with the player.";

it.each(["head/Lantern_Lou", "head/Lantern_Lou/64", "avatar/a", "skin/a", "cape/a/32", "body/64"])(
  "says of /%s.jpg that there is no such format",
  async (path) => {
    for (const ending of ["ico", "svg", "jpg", "JPEG", "gif"]) {
      const reply = await world.request(`/${path}.${ending}`);
      expect([reply.status, reply.json()]).toMatchObject([
        400,
        { code: "INVALID_PARAMETER", error: JPEG.replace("jpg", ending) },
      ]);
    }
    // This text names nobody, and an image is wanted for whatever is named.
    if (/^(?:head|avatar|body)/.test(path) && path.split("/").length === 2) {
      expect((await world.request(`/${path}.jpg?default=auto`)).status).toBe(200);
    }
  },
);

describe("a short URL", () => {
  it.each([
    ["/head/Lantern_Lou", "/head?username=Lantern_Lou"],
    ["/head/Lantern_Lou/", "/head?username=Lantern_Lou"],
    ["/head/Lantern_Lou.png", "/head?username=Lantern_Lou"],
    ["/head/Lantern_Lou.PNG", "/head?username=Lantern_Lou"],
    ["/head/Lantern_Lou.webp", "/head?username=Lantern_Lou&format=webp"],
    ["/head/Lantern_Lou/64", "/head?username=Lantern_Lou&size=64"],
    ["/head/Lantern_Lou/64.png", "/head?username=Lantern_Lou&size=64"],
    ["/head/Lantern_Lou/64.webp", "/head?username=Lantern_Lou&size=64&format=webp"],
    ["/head/Lantern_Lou?format=webp", "/head?username=Lantern_Lou&format=webp"],
    [
      "/head/Lantern_Lou/64?view=iso&overlay=false",
      "/head?username=Lantern_Lou&size=64&view=iso&overlay=false",
    ],
    ["/avatar/Lantern_Lou/96", "/head?username=Lantern_Lou&size=96"],
    ["/avatar?username=Lantern_Lou", "/head?username=Lantern_Lou"],
    ["/bust/Lantern_Lou/96.webp", "/bust?username=Lantern_Lou&size=96&format=webp"],
    ["/body/Lantern_Lou/96?view=back", "/body?username=Lantern_Lou&size=96&view=back"],
    ["/skin/Lantern_Lou.png", "/skin?username=Lantern_Lou"],
    ["/skin/Lantern_Lou.webp", "/skin?username=Lantern_Lou&format=webp"],
    ["/skin/64", "/skin?username=64"],
    ["/cape/Lantern_Lou", "/cape?username=Lantern_Lou"],
    ["/cape/Lantern_Lou.webp", "/cape?username=Lantern_Lou&format=webp"],
    ["/cape/Lantern_Lou/64.webp", "/cape?username=Lantern_Lou&size=64&format=webp"],
    [
      "/cape/Lantern_Lou/96.webp?view=front",
      "/cape?username=Lantern_Lou&size=96&format=webp&view=front",
    ],
    [`/head/${UUID}`, `/head?username=${UUID}`],
    ["/head/2761708961228418", "/head?username=2761708961228418"],
    ["/head/Lantern%20Lou/32", "/head?username=Lantern%20Lou&size=32"],
    ["/head/Lantern+Lou/32.png", "/head?username=Lantern%20Lou&size=32"],
    ["/skin/.Lantern+Lou", "/skin?username=.Lantern%20Lou"],
    ["/body/+Lantern+Lou+", "/body?username=%2BLantern%20Lou"],
    ["/head/Lantern%2BLou", "/head?username=Lantern%2BLou"],
    ["/head/%E2%80%8BLantern_Lou%0A", "/head?username=Lantern_Lou"],
    ["/head/.Lantern_Lou", "/head?username=.Lantern_Lou"],
    ["/head/.png", "/head?username=.png"],
    ["/head/webp", "/head?username=webp"],
    ["/head/constructor/__proto__", "/head?username=constructor&size=__proto__"],
    ["/head/512/64", "/head?username=512&size=64"],
    ["/head/nobody_at_all", "/head?username=nobody_at_all"],
    ["/head/nobody_at_all.png?default=steve", "/head?username=nobody_at_all&default=steve"],
    ["/head/Lantern_Lou/7", "/head?username=Lantern_Lou&size=7"],
    ["/head/Lantern_Lou/large", "/head?username=Lantern_Lou&size=large"],
    ["/head/Lantern_Lou/64.png?size=32", "/head?username=Lantern_Lou&size=64&size=32"],
    [
      "/head/Lantern_Lou/64.png?format=webp",
      "/head?username=Lantern_Lou&size=64&format=png&format=webp",
    ],
    ["/head//64", "/head?username=&size=64"],
    ["/head/a%2Fb/64", "/head?username=a%2Fb&size=64"],
  ])("%s is %s", async (short, long) => {
    await expectSame(short, long);
  });

  it.each(Object.entries(shortUrls))("begins with %s", async (word) => {
    const path = word === "avatar" ? "/head" : `/${word}`;
    const short = await expectSame(`/${word}/Lantern_Lou`, `${path}?username=Lantern_Lou`);
    expect(short.status).toBe(200);
  });

  it.each([
    ["/head/Captain_Cobble/72", "/head?username=Captain_Cobble&size=72"],
    ["/head?username=Captain_Cobble&size=80", "/head/Captain_Cobble/80.png"],
    ["/avatar/Captain_Cobble/88", "/head/Captain_Cobble/88"],
  ])("shares its response in memory: %s and %s", async (first, second) => {
    // The first lookup of a player changes what is known of them.
    await world.request("/head?username=Captain_Cobble");
    await world.request(first);
    const again = await world.request(second);
    expect(again.headers["x-cache"]).toBe("HIT");
    const { responses } = world.services.api;
    expect(responses.find(first)).toBeDefined();
    expect(responses.find(second)).toBe(responses.find(first));
    const { status } = await world.request(second, { ifNoneMatch: again.headers["etag"] ?? "" });
    expect(status).toBe(304);
  });

  it("is answered by HEAD and refuses other methods", async () => {
    const head = await world.request("/head/Lantern_Lou/64", { method: "HEAD" });
    expect([head.status, head.headers["content-type"]]).toEqual([200, "image/png"]);
    const post = await world.request("/head/Lantern_Lou/64", { method: "POST" });
    expect([post.status, post.headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("a name that a short URL cannot express", () => {
  it.each([
    [
      "/head/64",
      400,
      "64 is read as a size. For a player of that name, use /head?username=64 instead.",
    ],
    [
      "/body/512.png",
      400,
      "512 is read as a size. For a player of that name, use /body?username=512.png instead.",
    ],
    [
      "/head/nobody_at_all.png?default=404",
      404,
      "The ending .png is read as a format. For a player of that name, use /head?username=nobody_at_all.png instead.",
    ],
    ["/head/no!body.webp", 400, "use /head?username=no!body.webp instead."],
  ])("%s says so", async (target, status, hint) => {
    const reply = await world.request(target);
    expect(reply.status).toBe(status);
    expect(reply.json()["error"]).toContain(hint);
  });

  it("is the player's in the long form, whose error has no hint", async () => {
    const long = await world.request("/head?username=nobody_at_all&default=404");
    expect(long.status).toBe(404);
    expect(long.json()["error"]).not.toContain("instead");
    const short = await world.request("/head/nobody_at_all.png?default=404");
    expect(short.json()["error"]).toContain("instead");
    expect((await world.request("/head?username=64&default=404")).status).toBe(404);
  });
});

it("has a plus sign as it is where names may have one", async () => {
  const request = { path: "/head/a+b", query: "", search: new URLSearchParams() };
  const queryFor = (rules: NameRules) =>
    longFormOf({ ...internalRequest("/", { clientAddress: "" }), ...request }, rules)?.query;
  expect(queryFor({ anyName: false, bedrockPrefix: "." })).toBe("username=a%20b");
  expect(queryFor({ anyName: true })).toBe("username=a%2Bb");
  expect(queryFor({ anyName: false, bedrockPrefix: "a+" })).toBe("username=a%2Bb");
});
