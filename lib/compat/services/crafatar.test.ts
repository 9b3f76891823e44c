import { describe, expect, it } from "vitest";
import { dashed } from "../../contract/identifiers.ts";
import { decodeImage } from "../../textures/images.fixture.ts";
import { openFront } from "../../../testing/served.ts";
import { LOU, openWorld, useWorld } from "../../../testing/world.ts";
import { NIL, UNKNOWN } from "../json.fixture.ts";

/* The expectations are those of Crafatar's own tests (test/test.js), and of lib/routes and lib/renders.js. */

const world = useWorld();
const at = (path: string) => world.request(`/compat/crafatar/${path}`);
const kinds = ["avatars", "skins", "capes", "renders/head", "renders/body"];

describe("an image", () => {
  it.each([
    ["avatars/ID", 160, 160],
    ["avatars/ID?size=1", 1, 1],
    ["avatars/ID?size=4&overlay", 4, 4],
    ["avatars/ID?size=512", 512, 512],
    ["avatars/ID?size=0", 160, 160],
    ["avatars/ID?size=16abc", 16, 16],
    ["avatars/ID.png?size=abc", 160, 160],
    ["avatars/ID/?size=32", 32, 32],
    ["renders/head/ID?scale=2", 40, 37],
    ["renders/head/ID?scale=1", 20, 18],
    ["renders/head/ID?scale=3", 60, 55],
    ["renders/head/ID?size=32", 120, 111],
    ["renders/head/ID?scale=10", 200, 185],
    ["renders/body/ID", 120, 270],
    ["renders/body/ID?scale=1&overlay", 20, 45],
    ["renders/body/ID?scale=2", 40, 90],
    ["renders/body/ID?scale=9", 180, 405],
    ["renders/body/ID?scale=10", 200, 451],
    ["skins/ID?size=16", 64, 64],
  ])("%s has %i × %i pixels", async (path, width, height) => {
    for (const id of [LOU, dashed(LOU), UNKNOWN, "Lantern_Lou"]) {
      const reply = await at(path.replace("ID", id));
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/png"]);
      expect(await decodeImage(reply.bytes)).toMatchObject({ width, height });
    }
  });

  it("has what it shows in its middle, as large as fits", async () => {
    const wide = await decodeImage((await at(`renders/head/${LOU}?scale=2&overlay`)).bytes);
    const native = await world.request(`/head?uuid=${LOU}&view=iso&size=37`);
    const { data, width } = await decodeImage(native.bytes);
    const lineOf = (pixels: Uint8Array, y: number, from: number, count: number, across: number) =>
      pixels.slice((y * across + from) * 4, (y * across + from + count) * 4);
    for (let y = 0; y < width; y++) {
      expect(lineOf(wide.data, y, 1, 37, 40)).toEqual(lineOf(data, y, 0, 37, 37));
      expect(lineOf(wide.data, y, 38, 2, 40).every((byte) => byte === 0)).toBe(true);
    }
  });

  it("has the second layer when one of the parameters is there", async () => {
    const [bare, ...others] = await Promise.all(
      ["", "overlay", "overlay=false", "helm", "helm=0"].map((query) =>
        at(`avatars/${LOU}?size=64&${query}`),
      ),
    );
    const [first] = others;
    expect(first?.bytes).not.toEqual(bare?.bytes);
    for (const other of others) expect(other.bytes).toEqual(first?.bytes);
  });
});

describe("a refusal", () => {
  it.each(kinds)("%s: no UUID and no name is 422, and more path is 404", async (kind) => {
    for (const id of ["thisisaninvaliduuid", "", "%7Buuid%7D", "1a2b3c4d5e6f7a8b"]) {
      const reply = await at(`${kind}/${id}`);
      expect([reply.status, reply.headers["content-type"], reply.bytes.toString()]).toEqual([
        422,
        "text/plain",
        "Invalid UUID",
      ]);
    }
    for (const rest of ["invalid", "64", "nohelm"]) {
      const reply = await at(`${kind}/${LOU}/${rest}`);
      expect([reply.status, reply.bytes.toString()]).toEqual([404, "Invalid Path"]);
    }
  });

  it.each([
    ["avatars/ID?size=513", "Invalid Size"],
    ["avatars/ID?size=-1", "Invalid Size"],
    ["renders/head/ID?scale=11", "Invalid Scale"],
    ["renders/body/ID?scale=-3", "Invalid Scale"],
    ["renders/side/ID", "Invalid Render Type"],
    ["renders/ID", "Invalid Render Type"],
    // One after the other, as there.
    ["renders/side/thisisaninvaliduuid?scale=11", "Invalid Render Type"],
    ["renders/head/thisisaninvaliduuid?scale=11", "Invalid Scale"],
  ])("%s: %s", async (path, body) => {
    const reply = await at(path.replace("ID", LOU));
    expect([reply.status, reply.bytes.toString()]).toEqual([422, body]);
    expect(reply.headers["etag"]).toBeUndefined();
  });

  it("costs no lookup", async () => {
    const ownWorld = await openWorld();
    await ownWorld.request("/compat/crafatar/avatars/thisisaninvaliduuid");
    await ownWorld.request(`/compat/crafatar/avatars/${LOU}?size=513`);
    expect(ownWorld.sandbox.control.count()).toBe(0);
  });

  it("of a path that it does not have is this service's own", async () => {
    for (const path of ["heads/x", "stylesheets/style.css", ""]) {
      expect((await at(path)).json()["code"]).toBe("ROUTE_NOT_FOUND");
    }
  });
});

describe("default", () => {
  it.each(["avatars/ID?size=16", "skins/ID?size=16", "renders/head/ID?scale=2&overlay="])(
    "as a UUID leads to that player, for one that has no image: %s",
    async (path) => {
      const joint = path.includes("?") ? "&" : "?";
      for (const id of [UNKNOWN, NIL, NIL.replaceAll("-", "")]) {
        for (const other of [LOU, dashed(LOU)]) {
          const reply = await at(`${path.replace("ID", id)}${joint}default=${other}`);
          expect([reply.status, reply.headers["content-type"], reply.bytes.length]).toEqual([
            307,
            "text/plain",
            0,
          ]);
          expect(reply.headers["location"]).toBe(`/compat/crafatar/${path.replace("ID", LOU)}`);
          expect(reply.headers["etag"]).toBeUndefined();
        }
      }
      const known = await at(`${path.replace("ID", LOU)}${joint}default=${UNKNOWN}`);
      expect([known.status, known.headers["x-texture-source"]]).toEqual([200, "player"]);
    },
  );

  it("leads there through the server, also from memory and for a cape", async () => {
    const front = await openFront(await openWorld());
    for (let time = 0; time < 2; time++) {
      for (const kind of ["capes", "avatars"]) {
        const url = `${front.url}/compat/crafatar/${kind}/${UNKNOWN}?default=${LOU}`;
        const reply = await fetch(url);
        expect([reply.status, reply.redirected]).toEqual([200, true]);
        expect(reply.url).toBe(`${front.url}/compat/crafatar/${kind}/${LOU}`);
        expect(reply.headers.get("x-texture-source")).toBe("player");
      }
    }
  });

  it("is forgotten for a provider's failure, which is a 502", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    const reply = await ownWorld.request(`/compat/crafatar/avatars/${UNKNOWN}?default=${LOU}`);
    expect([reply.status, reply.headers["location"]]).toEqual([502, undefined]);
  });

  it.each([
    ["MHF_Alex", "alex"],
    ["alex", "alex"],
    ["mhf_steve", "steve"],
    ["Steve", "steve"],
  ])("as %s is that skin", async (text, name) => {
    const reply = await at(`avatars/${UNKNOWN}?size=16&default=${text}`);
    const native = await world.request(
      `/head?username=${UNKNOWN}&size=16&overlay=false&default=${name}`,
    );
    expect([reply.status, reply.bytes]).toEqual([200, native.bytes]);
  });

  it.each(["http%3A%2F%2Fexample.com%2FCaseSensitive", "%2F%2Fexample.com", "jeb_"])(
    "as an address is refused, since it could lead anywhere: %s",
    async (text) => {
      const reply = await at(`avatars/${UNKNOWN}?size=16&default=${text}`);
      expect([reply.status, reply.headers["location"]]).toEqual([200, undefined]);
      expect((await at(`capes/${UNKNOWN}?default=${text}`)).status).toBe(404);
    },
  );
});

it("has an empty 404 for a player without a cape", async () => {
  const reply = await at(`capes/${UNKNOWN}`);
  expect([reply.status, reply.headers["content-type"], reply.bytes.length]).toEqual([
    404,
    "text/plain",
    0,
  ]);
  const { headers } = await at(`capes/${LOU}`);
  expect(headers["content-type"]).toBe("image/png");
});
