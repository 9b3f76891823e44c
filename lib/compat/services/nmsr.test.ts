import { describe, expect, it } from "vitest";
import { decodeImage } from "../../textures/images.fixture.ts";
import { LOU, useWorld } from "../../../testing/world.ts";

/* The expectations follow from nmsr-aas/src/model/request/mode.rs and routes/query.rs of NMSR. */

const world = useWorld();
const at = (path: string) => world.request(`/compat/nmsr/${path.replace("ID", LOU)}`);
const nativeBytes = async (path: string) =>
  (await world.request(path.replace("?", `?uuid=${LOU}&`))).bytes;

describe("an image", () => {
  it.each([
    ["face/ID", 512, 512],
    ["head/ID", 512, 512],
    ["head_iso/ID?w=300", 300, 300],
    ["headiso/ID?height=1024", 1_024, 1_024],
    ["head/ID?width=1024", 1_024, 1_024],
    ["face/ID?h=1024", 1_024, 1_024],
    ["bust/ID?w=16", 16, 16],
    ["front/ID", 512, 512],
    ["full/ID", 512, 869],
    ["full_body_iso/ID", 512, 869],
    ["frontfull/ID", 512, 869],
    ["full_body/ID?w=256", 256, 434],
    ["full/ID?height=300", 176, 300],
    // Images end at 1,024 pixels here, so this one is as large as that and in proportion.
    ["full/ID?width=1024", 603, 1_024],
  ])("%s has %i × %i pixels", async (path, width, height) => {
    const reply = await at(path);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(await decodeImage(reply.bytes)).toMatchObject({ width, height });
  });

  it.each([
    ["head/ID?w=64", "/head?yaw=-25&pitch=15&projection=perspective&size=64"],
    ["bust/ID?w=64", "/bust?yaw=-20&pitch=10&projection=perspective&size=64&cape=true"],
    ["headiso/ID?w=64", "/head?view=iso&size=64"],
    ["front_bust/ID?w=64", "/bust?size=64"],
    ["bust/ID?w=64&no=cape", "/bust?yaw=-20&pitch=10&projection=perspective&size=64"],
    // A positive yaw shows the player's right side, and a positive pitch is from above.
    [
      "bust/ID?w=64&yaw=90&pitch=30",
      "/bust?yaw=-90&pitch=30&projection=perspective&size=64&cape=true",
    ],
    ["head/ID?w=64&y=90&p=0", "/head?yaw=-90&pitch=0&projection=perspective&size=64"],
    ["headiso/ID?w=64&y=-45", "/head?view=iso&yaw=45&size=64"],
    ["bust/ID?w=64&y=45", "/bust?yaw=-45&pitch=10&projection=perspective&size=64&cape=true"],
    // Beyond the range, an angle starts again at its other end.
    ["bust/ID?w=64&y=270", "/bust?yaw=90&pitch=10&projection=perspective&size=64&cape=true"],
    ["bust/ID?w=64&y=-180", "/bust?yaw=180&pitch=10&projection=perspective&size=64&cape=true"],
    ["bust/ID?w=64&p=90", "/bust?yaw=-20&pitch=-90&projection=perspective&size=64&cape=true"],
    ["bust/ID?w=64&p=-100", "/bust?yaw=-20&pitch=80&projection=perspective&size=64&cape=true"],
    // The flat modes have no camera.
    ["face/ID?w=64&yaw=90", "/head?size=64"],
    ["front/ID?w=64&yaw=90", "/bust?size=64"],
    ["face/ID?w=64&no=hat", "/head?size=64&overlay=false"],
    ["face/ID?w=64&exclude=shadow,hat_layer", "/head?size=64&overlay=false"],
    ["face/ID?w=64&nolayers", "/head?size=64&overlay=false"],
    // The hat is no layer of the body there.
    ["face/ID?w=64&no=overlay", "/head?size=64"],
    ["front/ID?w=64&no=overlay", "/bust?size=64&overlay=false"],
    ["front/ID?w=64&exclude=cape,layers", "/bust?size=64&overlay=false"],
    ["front/ID?w=64&no=cape,shadow,shading,ears", "/bust?size=64"],
    ["front/ID?w=64&alex", "/bust?size=64&model=slim"],
    ["front/ID?w=64&model=slim&steve", "/bust?size=64&model=classic"],
    ["front/ID?w=64&roll=20&arms=10&distance=5", "/bust?size=64"],
  ])("%s is %s", async (path, native) => {
    expect((await at(path)).bytes).toEqual(await nativeBytes(native));
  });

  it.each(["skin", "texture", "cape", "cloak"])("%s is the file", async (mode) => {
    const path = ["skin", "texture"].includes(mode) ? "/skin?" : "/cape?";
    expect((await at(`${mode}/ID`)).bytes).toEqual(await nativeBytes(path));
  });

  it("is the same for cameras that are almost the same", async () => {
    const tags = await Promise.all(
      ["18", "19.5", "22", "380"].map(async (yaw) => {
        const { headers } = await at(`bust/ID?w=80&yaw=${yaw}`);
        return headers["etag"];
      }),
    );
    expect(new Set(tags).size).toBe(1);
  });
});

describe("a refusal", () => {
  it.each([
    ["full/ID?width=8", "width must be a whole number from 16 to 1024"],
    ["full/ID?w=2000", "width must be a whole number from 16 to 1024"],
    ["full/ID?h=1739", "height must be a whole number from 27 to 1738"],
    ["head/ID?h=1025", "height must be a whole number from 16 to 1024"],
    ["head/ID?height=abc", "height must be a whole number"],
    ["head/ID?width=64.5", "width must be a whole number"],
    ["full/ID?width=64&height=64", "not both"],
    ["full/ID?yaw=left", "yaw must be a number of degrees from -180 to 180"],
    ["full/ID?p=NaN", "pitch must be a number of degrees from -90 to 90"],
    ["full/ID?y=1e999", "yaw must be a number"],
    ["full/ID?no=trousers", "no must be a list of overlay"],
    ["full/ID?exclude=cape,,hat", "no must be a list of"],
  ])("%s is a 400 that says why", async (path, why) => {
    const reply = await at(path);
    expect([reply.status, reply.headers["content-type"]]).toEqual([
      400,
      "text/plain; charset=utf-8",
    ]);
    expect(reply.bytes.toString()).toContain(why);
  });

  it.each(["custom/ID", "export/ID", "bbmodel/ID", "custom/ID?w=64&h=64"])(
    "%s is not offered",
    async (path) => {
      expect((await at(path)).json()["code"]).toBe("ROUTE_NOT_FOUND");
    },
  );

  it.each(["full", "head", "face", "skin", "cape"])(
    "%s: an unknown player is a 404",
    async (mode) => {
      expect((await world.request(`/compat/nmsr/${mode}/nobody_at_all`)).status).toBe(404);
    },
  );
});
