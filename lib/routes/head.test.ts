import { beforeAll, describe, expect, it, vi } from "vitest";
import { defaultSkinOf, namedDefaultSkin, placeholderSkin } from "../textures/default-skins.ts";
import { faceOf } from "../textures/head.ts";
import { decodeImage, encodePng, positionSkin, expectedFace } from "../textures/images.fixture.ts";
import { brokenTextures } from "../textures/broken.fixture.ts";
import {
  profileOf,
  type TestReply,
  type TestWorld,
  openWorld,
  useWorld,
  withStoppedClock,
  withWorld,
} from "../../testing/world.ts";

const TESS = "Tinker_Tess";
const UNKNOWN_UUID = "11111111111141118111111111111111";

const world = useWorld();
let tess: string;

beforeAll(async () => {
  tess = (await profileOf(world, `username=${TESS}`)).java?.uuid ?? expect.fail("no Java player");
});

/** Dresses a player in bytes of our own and gives the player's texture hash. */
async function dress(own: TestWorld, bytes: Uint8Array, model?: "classic" | "slim") {
  const skin = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
  own.sandbox.control.change(tess, model === undefined ? { skin } : { skin, model });
}

async function sameAs(reply: TestReply, expected: Uint8Array): Promise<void> {
  expect(reply.status).toBe(200);
  const { data } = await decodeImage(reply.bytes);
  expect(Buffer.compare(data, expected)).toBe(0);
}

describe("a head", () => {
  it("is 64 pixels wide, a PNG, with the hat, by default", async () => {
    const reply = await world.request(`/head?username=${TESS}`);
    const { width, height } = await decodeImage(reply.bytes);
    expect([reply.status, reply.headers["content-type"], width, height]).toEqual([
      200,
      "image/png",
      64,
      64,
    ]);
    expect(reply.headers).toMatchObject({
      "x-texture-source": "player",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      etag: expect.stringMatching(/^"[\w-]{27}"$/) as string,
    });
    expect(reply.bytes).toEqual(
      (await world.request(`/head?username=${TESS}&size=64&format=png&overlay=true`)).bytes,
    );
  });

  it("makes only the upstream calls that the image needs", async () => {
    const own = await openWorld();
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        own.request(
          `/head?username=${TESS}&size=${8 + index}&format=${index % 2 ? "png" : "webp"}`,
        ),
      ),
    );
    expect(own.sandbox.control.calls().counts).toEqual({
      "mojang-api.name": 1,
      "mojang-session.profile": 1,
      "mojang-textures.texture": 1,
    });
  });

  it.each([
    ["64×64", {}],
    ["64×64 with a see-through hat", { hat: "translucent" }],
    ["64×64 without a hat", { hat: "none" }],
    ["64×32 with an opaque right half, which is no hat", { height: 32 }],
    ["64×32 with a hat", { height: 32, hat: "none" }],
    ["64×32 with a see-through hat", { height: 32, hat: "translucent" }],
    ["64×64 with a transparent base", { alpha: 0 }],
    ["128×128", { width: 128, hat: "translucent" }],
    ["128×64", { width: 128, height: 64 }],
    ["512×512", { width: 512, hat: "none" }],
  ] as const)("is cut to the pixel from a skin of %s", async (_, options) => {
    const own = await openWorld();
    const skin = positionSkin(options);
    await dress(own, await encodePng(skin));
    for (const [size, format, overlay] of [
      [8, "png", true],
      [64, "webp", true],
      [100, "png", false],
      [512, "webp", true],
    ] as const) {
      const query = `size=${size}&format=${format}&overlay=${overlay}`;
      await sameAs(
        await own.request(`/head?username=${TESS}&${query}`),
        expectedFace(faceOf(skin, { overlay }), size),
      );
    }
  });

  it.each([
    ["a UUID", () => `username=${tess}`],
    ["uuid=", () => `uuid=${tess}`],
    ["an XUID", () => "username=2796662987455236"],
    ["a Floodgate UUID", () => "uuid=00000000-0000-0000-0009-ef8cd7ec7b04"],
    ["a prefixed gamertag", () => "username=.Mossy_Minnow"],
    ["the linked Java account of an XUID", () => "username=2761708961228418&type=java"],
    ["a name Java does not have", () => "username=Mossy+Minnow&type=all"],
  ])("is found by %s", async (_, query) => {
    const reply = await world.request(`/head?${query()}`);
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "player"]);
  });

  it("shows the Java player when both editions have one of that name", async () => {
    const both = await world.request("/head?username=PebblePenny");
    const java = await world.request("/head?username=PebblePenny&type=java");
    const bedrock = await world.request("/head?username=PebblePenny&type=bedrock");
    expect(both.bytes).toEqual(java.bytes);
    expect(both.bytes).not.toEqual(bedrock.bytes);
  });

  it.each([
    ["Newcomer_Nia", "c82719d1e0e54b86903bd28c203440a7", "alex", "slim"],
    ["Plain_Paul", "49c155a09a544af1936ce5a83e29b3c8", "steve", "classic"],
    ["Freshly_Fay", "752d68a454274860bf0817174bb19bb0", "zuri", "classic"],
  ])("of %s, who has no own skin, is the game's default", async (name, uuid, skin, model) => {
    const reply = await world.request(`/head?username=${name}`);
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "default"]);
    expect(defaultSkinOf(uuid)).toMatchObject({ name: skin, model });
    const byHash = await world.request(`/head?texture=${defaultSkinOf(uuid).hash}`);
    expect(reply.bytes).toEqual(byHash.bytes);
  });

  it("is the placeholder while a default cannot be fetched", () =>
    withStoppedClock(async (own) => {
      own.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
      const reply = await own.request("/head?username=Plain_Paul&size=32");
      expect(reply.headers["x-texture-source"]).toBe("placeholder");
      await sameAs(reply, expectedFace(faceOf(placeholderSkin), 32));
      expect(reply.headers["cache-control"]).toMatch(/^public, max-age=60,/);
    }));

  it("of a texture never changes", async () => {
    const hash = namedDefaultSkin("alex").hash;
    const reply = await world.request(`/head?texture=${hash}&size=32`);
    expect(reply.status).toBe(200);
    expect(reply.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });
});

describe("an unknown player's head", () => {
  it("is a face with status 404, so that an <img> shows one", async () => {
    const reply = await world.request("/head?username=nobody_at_all&size=32&format=webp");
    expect([reply.status, reply.headers["content-type"]]).toEqual([404, "image/webp"]);
    expect(reply.headers["x-texture-source"]).toBe("default");
    expect(reply.headers["cache-control"]).toMatch(/^public, max-age=(5\d\d|600)$/);
    expect(await decodeImage(reply.bytes)).toMatchObject({ width: 32, height: 32 });
  });

  it.each([
    ["steve", () => namedDefaultSkin("steve").hash],
    ["alex", () => namedDefaultSkin("alex").hash],
    ["auto", () => defaultSkinOf(UNKNOWN_UUID).hash],
  ])("is %s with status 200 when requested for", async (fallback, hash) => {
    const reply = await world.request(`/head?uuid=${UNKNOWN_UUID}&default=${fallback}`);
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "default"]);
    expect(reply.bytes).toEqual((await world.request(`/head?texture=${hash()}`)).bytes);
  });

  it("is the JSON error with default=404", async () => {
    const reply = await world.request("/head?username=nobody_at_all&default=404");
    expect([reply.status, reply.json()["code"]]).toEqual([404, "NOT_FOUND"]);
  });

  it("is not sent in place of the head of a known player", async () => {
    const reply = await world.request(`/head?username=${TESS}&default=alex`);
    expect(reply.headers["x-texture-source"]).toBe("player");
  });

  it("of an unknown texture is a 404 too", async () => {
    const reply = await world.request("/head?texture=abc123");
    expect([reply.status, reply.headers["content-type"]]).toEqual([404, "image/png"]);
  });
});

describe("a head that cannot be fetched", () => {
  it.each(["mojang-session.profile", "mojang-api.name", "mojang-textures.texture"])(
    "because %s fails is a placeholder with status 502 that no cache keeps",
    async (route) => {
      const own = await openWorld();
      own.sandbox.control.fault({ route, fault: { kind: "status", status: 500 } });
      if (route === "mojang-api.name") {
        own.sandbox.control.fault({ route: "mojang-legacy.*", fault: { kind: "drop" } });
        own.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      }
      const reply = await own.request(`/head?username=${TESS}&size=16`);
      expect(reply.status).toBe(502);
      expect(reply.headers).toMatchObject({
        "content-type": "image/png",
        "cache-control": "no-store",
        "x-texture-source": "placeholder",
      });
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      expect((await decodeImage(reply.bytes)).data).toEqual(
        Buffer.from(expectedFace(faceOf(placeholderSkin), 16)),
      );
    },
  );

  it.each(["head?", "head?view=iso&", "bust?", "body?", "player?"])(
    "is the JSON error as %s with default=404, so that an image tag notices",
    async (image) => {
      const own = await openWorld();
      own.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
      for (const who of [`username=${TESS}`, "texture=abc123"]) {
        const reply = await own.request(`/${image}${who}&default=404`);
        expect([reply.status, reply.json()["code"]]).toEqual([502, "BAD_GATEWAY"]);
        expect(reply.headers).toMatchObject({ "cache-control": "no-store" });
        expect(reply.headers["x-texture-source"]).toBeUndefined();
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
      }
    },
  );

  it("is never the head of another player, and no default is said to be theirs", async () => {
    const own = await openWorld();
    own.sandbox.control.fault({ route: "mojang-*", fault: { kind: "throttle" } });
    own.sandbox.control.fault({ route: "playerdb.java", fault: { kind: "drop" } });
    const reply = await own.request("/head?username=PebblePenny&default=steve");
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([200, "placeholder"]);
    const steve = await own.request(`/head?texture=${namedDefaultSkin("steve").hash}`);
    expect(reply.bytes).toEqual(steve.bytes);
  });

  it("is a placeholder when the texture host has lost the texture", async () => {
    const reply = await world.request("/head?username=Torn_Page");
    expect([reply.status, reply.headers["x-texture-source"]]).toEqual([502, "placeholder"]);
  });
});

describe("with a default skin, there is always an image", () => {
  const MAIL = "lou@example.com";
  const paths = ["/head?", "/head?view=iso&", "/bust?", "/body?", "/player?"];
  const missing = { status: 400, "x-texture-source": undefined };
  const shown = { status: 200, "x-texture-source": "default" };
  const seen = ({ status, headers }: TestReply) => ({
    status,
    "x-texture-source": headers["x-texture-source"],
  });

  it.each([
    ["a nickname with spaces", "username=The Grand Old Duke"],
    ["an e-mail address", `username=${MAIL}`],
    ["a long text", `username=${"x".repeat(500)}`],
    ["nothing", "username="],
    ["spaces", "username=%20%09"],
    ["a UUID that is none", "uuid={12345}"],
    ["a texture that is none", "texture=../../etc"],
    ["both", `uuid=&username=${MAIL}&texture=`],
  ])("for %s", async (_, query) => {
    world.sandbox.control.clearCalls();
    for (const path of paths) {
      for (const [fallback, skin] of [
        ["auto", "steve"],
        ["steve", "steve"],
        ["alex", "alex"],
      ] as const) {
        const reply = await world.request(`${path}${query}&default=${fallback}`);
        expect(seen(reply)).toEqual(shown);
        const { hash } = namedDefaultSkin(skin);
        expect(reply.bytes).toEqual((await world.request(`${path}texture=${hash}`)).bytes);
        expect(reply.headers["cache-control"]).toMatch(/^public, max-age=(5\d\d|600),/);
      }
      expect(seen(await world.request(`${path}${query}&default=404`))).toEqual(missing);
      expect(seen(await world.request(`${path}${query}`))).toEqual(missing);
    }
    const { counts } = world.sandbox.control.calls();
    expect(Object.keys(counts).filter((route) => !route.startsWith("mojang-textures."))).toEqual(
      [],
    );
  });

  it("in a short URL, also for digits, which are a size otherwise", async () => {
    for (const path of [
      `/head/${MAIL}`,
      `/avatar/${MAIL}/32.webp`,
      "/body/nobody%20at%20all%20of%20us.png",
    ]) {
      expect(seen(await world.request(`${path}?default=auto`))).toEqual(shown);
      expect(seen(await world.request(path))).toEqual(missing);
    }
    expect(seen(await world.request("/head/64?default=auto"))).toEqual(shown);
    expect(seen(await world.request("/head/64"))).toEqual(missing);
    const sized = await world.request(`/head/16.png?username=${TESS}&default=auto`);
    expect(await decodeImage(sized.bytes)).toMatchObject({ width: 16 });
  });

  it("to HEAD, to a client that has it, and from memory", async () => {
    const target = `/head?username=${MAIL}&default=alex&size=24`;
    const whole = await world.request(target);
    const head = await world.request(target, { method: "HEAD" });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers["content-length"]).toBe(String(whole.bytes.length));
    const ifNoneMatch = whole.headers["etag"] ?? "";
    expect((await world.request(target, { ifNoneMatch })).status).toBe(304);
    expect((await world.request(target)).headers["x-cache"]).toBe("HIT");
  });

  it("where a player of another edition is meant than those that are offered", () =>
    withWorld(
      async (own) => {
        for (const query of [
          "username=The Duke",
          "username=2535400000000003",
          `username=${MAIL}&type=bedrock`,
        ]) {
          const reply = await own.request(`/head?${query}&default=alex`);
          expect([query, seen(reply)]).toEqual([query, shown]);
          expect((await own.request(`/head?${query}`)).status).toBe(400);
        }
      },
      () => ({ GEYSER_API_URL: "off" }),
    ));

  it("while providers fail, which nobody keeps for long", () =>
    withStoppedClock(async (own) => {
      own.sandbox.control.fault({ route: "mojang-api.*", fault: { kind: "drop" } });
      own.sandbox.control.fault({ route: "mojang-legacy.*", fault: { kind: "drop" } });
      own.sandbox.control.fault({ route: "playerdb.*", fault: { kind: "drop" } });
      for (const path of paths) {
        const target = `${path}username=${TESS}&default=alex`;
        const reply = await own.request(target);
        expect(seen(reply)).toEqual({ status: 200, "x-texture-source": "placeholder" });
        expect(reply.headers).toMatchObject({
          "cache-control": "public, max-age=5",
          "x-cache": "MISS",
        });
        const ifNoneMatch = reply.headers["etag"] ?? "";
        const again = await own.request(target, { ifNoneMatch });
        expect([again.status, again.headers["cache-control"]]).toEqual([304, "public, max-age=5"]);
        expect((await own.request(`${path}username=${TESS}`)).status).toBe(502);
      }
      own.sandbox.control.clearFaults();
      vi.setSystemTime(Date.now() + 120_000);
      const reply = await own.request(`/head?username=${TESS}&default=alex`);
      expect(seen(reply)).toEqual({ status: 200, "x-texture-source": "player" });
    }));

  it("even if no texture can be fetched either", async () => {
    const own = await openWorld();
    own.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    for (const query of [`username=${TESS}`, `username=${MAIL}`, "texture=abc123"]) {
      const reply = await own.request(`/head?${query}&default=steve`);
      expect(seen(reply)).toEqual({ status: 200, "x-texture-source": "placeholder" });
    }
  });

  it.each([
    "default=auto",
    "default=auto&default=404&username=a",
    "username=a&size=7&default=auto",
  ])("but not for a mistake of the program: %s", async (query) => {
    expect(seen(await world.request(`/head?${query}`))).toEqual(missing);
  });
});

describe("a broken texture", () => {
  it("is never drawn", async () => {
    for (const { name, bytes } of await brokenTextures()) {
      const own = await openWorld();
      await dress(own, bytes);
      for (const image of ["head", "skin"]) {
        const { status, headers } = await own.request(`/${image}?username=${TESS}`);
        // A document is what a host in trouble sends.
        const expected = /HTML|SVG/.test(name) ? [502, "placeholder"] : [200, "default"];
        const shown = [name, image, status, headers["x-texture-source"]];
        expect(shown).toEqual([name, image, ...expected]);
      }
    }
  }, 60_000);
});

describe("a conditional head", () => {
  it("is answered 304 before the texture is even fetched", async () => {
    const first = await world.request(`/head?username=${TESS}&size=77`);
    const own = await openWorld();
    const again = await own.request(`/head?username=${TESS}&size=77`, {
      ifNoneMatch: `"other", W/${first.headers["etag"]}`,
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers["etag"]).toBe(first.headers["etag"]);
    expect(own.sandbox.control.count("mojang-textures.*")).toBe(0);
  });

  it("has another tag for every image", async () => {
    const tags = await Promise.all(
      ["", "&size=65", "&format=webp", "&overlay=false", "&size=65&format=webp"].map(
        async (query) => (await world.request(`/head?username=${TESS}${query}`)).headers["etag"],
      ),
    );
    expect(new Set(tags).size).toBe(5);
  });
});

describe("a malformed request", () => {
  it.each([
    ["", "MISSING_PARAMETER"],
    ["username=a&size=513", "INVALID_PARAMETER"],
    ["username=a&format=gif", "INVALID_PARAMETER"],
    ["texture=../../etc", "INVALID_PARAMETER"],
  ])("(%s) is answered in JSON", async (query, code) => {
    const reply = await world.request(`/head?${query}`);
    expect([reply.status, reply.json()["code"]]).toEqual([400, code]);
  });
});
