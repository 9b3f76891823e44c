import { describe, expect, it } from "vitest";
import { placeholderCape, placeholderSkin } from "../textures/default-skins.ts";
import { decodeImage } from "../textures/images.fixture.ts";
import { openWorld, useWorld, type TestReply } from "../../testing/world.ts";

/*
 * Skins and capes as files: each URL returns what its ending and its size say, or an error that says which URL
 * does.
 */

const LOU = "Lantern_Lou";

const world = useWorld();

const sourceOf = async (path: string) => {
  const reply = await world.request(path);
  expect([path, reply.status, reply.headers["content-type"]]).toEqual([path, 200, "image/png"]);
  return reply;
};

/** How a response may be stored, without the seconds that are left, which pass between two requests. */
const withoutAge = ({ headers }: TestReply) =>
  headers["cache-control"]?.replace(/max-age=\d+/, "max-age");

describe.each(["skin", "cape"])("a %s", (kind) => {
  it.each([`/${kind}/${LOU}.webp`, `/${kind}?username=${LOU}&format=webp`])(
    "as WebP has the pixels of the file: %s",
    async (target) => {
      const file = await sourceOf(`/${kind}?username=${LOU}`);
      const reply = await world.request(target);
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/webp"]);
      expect(reply.bytes.subarray(8, 12).toString()).toBe("WEBP");
      expect(await decodeImage(reply.bytes)).toEqual(await decodeImage(file.bytes));
      expect(reply.headers["etag"]).not.toBe(file.headers["etag"]);
      expect(withoutAge(reply)).toBe(withoutAge(file));
    },
  );

  it("as WebP is answered 304 to those who have it, and only to them", async () => {
    const target = `/${kind}/${LOU}.webp`;
    const webp = await world.request(target);
    const png = await sourceOf(`/${kind}/${LOU}.png`);
    const statusWith = async (etag = "") =>
      (await world.request(target, { ifNoneMatch: etag })).status;
    expect(await statusWith(webp.headers["etag"])).toBe(304);
    expect(await statusWith(png.headers["etag"])).toBe(200);
  });

  it.each([`/${kind}/${LOU}.png`, `/${kind}/${LOU}`, `/${kind}?username=${LOU}&format=png`])(
    "as PNG is the file itself: %s",
    async (target) => {
      const file = await sourceOf(`/${kind}?username=${LOU}`);
      expect((await sourceOf(target)).bytes).toEqual(file.bytes);
    },
  );

  it("by hash can be WebP, which never changes", async () => {
    const { java } = (await world.request(`/api?username=${LOU}`)).json() as {
      java: Record<string, string>;
    };
    const hash = java[`${kind}_texture`];
    const reply = await world.request(`/${kind}?texture=${hash}&format=webp`);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(reply.headers["cache-control"]).toContain("immutable");
  });

  it("that cannot be fetched is a placeholder in the format that was requested", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await ownWorld.request(`/${kind}/${LOU}.webp`);
    expect([reply.status, reply.headers["content-type"]]).toEqual([502, "image/webp"]);
    const { width, height } = await decodeImage(reply.bytes);
    const placeholder = kind === "skin" ? placeholderSkin : placeholderCape;
    expect([width, height]).toEqual([placeholder.width, placeholder.height]);
  });
});

describe("the size of a skin", () => {
  it.each([`/skin/${LOU}/64`, `/skin/${LOU}/64.png`, `/skin/${LOU}/64.webp`])(
    "is that of the file, so that no URL takes one: %s",
    async (target) => {
      const reply = await world.request(target);
      const { error, code } = reply.json();
      expect([reply.status, code]).toEqual([404, "ROUTE_NOT_FOUND"]);
      expect(error).toContain(`use /skin?username=${LOU} instead`);
    },
  );

  it("leaves digits to names", async () => {
    const reply = await world.request("/skin/64");
    expect([reply.status, reply.json()["code"]]).toEqual([404, "NOT_FOUND"]);
    expect(reply.json()["error"]).not.toContain("size");
  });
});

describe("the size of a cape", () => {
  it.each([
    [`/cape/${LOU}/64.png`, `/cape?username=${LOU}&size=64&view=front`],
    [`/cape/${LOU}/64.webp`, `/cape?username=${LOU}&size=64&view=front&format=webp`],
    [`/cape?username=${LOU}&size=64`, `/cape?username=${LOU}&size=64&view=front`],
    [`/cape?username=${LOU}&view=front`, `/cape?username=${LOU}&size=128&view=front`],
    [`/cape?username=${LOU}`, `/cape?username=${LOU}&view=texture`],
  ])("makes it the cape that is worn: %s is %s", async (short, long) => {
    const [one, other] = [await world.request(short), await world.request(long)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.bytes).toEqual(other.bytes);
    expect(one.headers["content-type"]).toBe(other.headers["content-type"]);
  });

  it("is the height of the image", async () => {
    const reply = await world.request(`/cape/${LOU}/64.webp`);
    expect(reply.headers["content-type"]).toBe("image/webp");
    expect((await decodeImage(reply.bytes)).height).toBe(64);
  });

  it("is refused for the texture", async () => {
    const reply = await world.request(`/cape/${LOU}/64.png?view=texture`);
    const { error, code } = reply.json();
    expect([reply.status, code]).toEqual([400, "INVALID_PARAMETER"]);
    expect(error).toBe("size must be left out with view=texture: a texture keeps its own size.");
  });
});
