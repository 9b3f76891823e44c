import { describe, expect, it } from "vitest";
import { decodeImage } from "../../textures/images.fixture.ts";
import { LOU, openWorld, useWorld } from "../../../testing/world.ts";
import { CAPE, MINNOW, MINNOW_SKIN, NIL, SKIN } from "../json.fixture.ts";

/* Starlight's source is closed: the expectations are what its clients and its wrapper on npm read. */

const TESS = "a9a041d770424d1bbe1e5c603300460c";
const world = useWorld();
const at = (path: string) => world.request(`/compat/starlight/${path}`);

describe("info/user", () => {
  it.each(["Lantern_Lou", LOU])("describes %s", async (id) => {
    const reply = await at(`info/user/${id}`);
    expect([reply.status, reply.json()]).toEqual([
      200,
      {
        playerUUID: LOU,
        skinUrl: SKIN,
        userCape: CAPE,
        skinType: "wide",
        skinTextureWidth: 64,
        skinTextureHeight: 64,
      },
    ]);
  });

  it("says that arms are slim, and nothing of a cape that is not there", async () => {
    const body = (await at(`info/user/${TESS}`)).json();
    expect(body).toMatchObject({ playerUUID: TESS, skinType: "slim" });
    expect(body).not.toHaveProperty("userCape");
  });

  it("has the size of a skin of the old shape", async () => {
    const body = (await at("info/user/Gramps_Gravel")).json();
    expect(body).toMatchObject({ skinTextureWidth: 64, skinTextureHeight: 32 });
  });

  it.each([".Mossy_Minnow", MINNOW])("describes the Bedrock player %s", async (id) => {
    expect((await at(`info/user/${id}`)).json()).toMatchObject({
      playerUUID: MINNOW.replaceAll("-", ""),
      skinUrl: `https://textures.minecraft.net/texture/${MINNOW_SKIN}`,
    });
  });

  it("is a 502 while the texture cannot be fetched", async () => {
    const ownWorld = await openWorld();
    ownWorld.sandbox.control.fault({ route: "mojang-textures.*", fault: { kind: "drop" } });
    const reply = await ownWorld.request("/compat/starlight/info/user/Lantern_Lou");
    expect([reply.status, reply.json()["code"]]).toEqual([502, "BAD_GATEWAY"]);
  });
});

it.each([
  "info/user/nobody_at_all",
  "info/user/no!pe",
  "render/default/nobody_at_all/full",
  "render/pixel/nobody_at_all/face",
  `render/ultimate/${NIL}/bust`,
  "render/skin/nobody_at_all/default",
])("%s: an unknown player is a 404 in the original's words", async (path) => {
  const reply = await at(path);
  expect([reply.status, reply.json()]).toEqual([404, { error: "Unknown player username/uuid." }]);
});

describe("a render", () => {
  const seen = "yaw=-20&pitch=10&projection=perspective&cape=true";

  it.each([
    ["default/ID/full", `/body?${seen}&size=512`],
    ["walking/ID/full", `/body?${seen}&size=512&pose=walking`],
    ["marching/ID/full", `/body?${seen}&size=512&pose=walking`],
    ["crouching/ID/full", `/body?${seen}&size=512&pose=crouching`],
    ["Cheering/ID/full", `/body?${seen}&size=512&pose=cheering`],
    ["pointing/ID/full", `/body?${seen}&size=512&pose=pointing`],
    [
      "sleeping/ID/full",
      "/body?yaw=-65&pitch=25&projection=perspective&size=512&pose=sleeping&cape=true",
    ],
    ["relaxing/ID/full", `/body?${seen}&size=512&pose=sitting`],
    ["mojavatar/ID/full", `/body?${seen}&size=512&pose=waving`],
    ["facepalm/ID/full", `/body?${seen}&size=512`],
    ["ultimate/ID/full?height=400", `/body?${seen}&size=400`],
    ["ultimate/ID/full?cameraHeight=400&borderHighlight=true", `/body?${seen}&size=400`],
    ["ultimate/ID/bust", `/bust?${seen}&size=512`],
    ["walking/ID/face?width=128", `/head?${seen}&size=128`],
    ["pixel/ID/face?randomuuid=7", "/head?size=512"],
    ["pixel/ID/face?width=64&height=128", "/head?size=64"],
    ["pixel/ID/bust?height=64", "/bust?size=64"],
    ["pixel/ID/full?height=64", "/body?size=64"],
    ["isometric/ID/full", "/body?view=iso&size=512&cape=true"],
    ["isometric/ID/head", "/head?view=iso&size=512"],
    ["head/ID/full", "/head?view=iso&size=512"],
    ["skin/ID/default", "/skin?"],
    ["skin/ID/processed", "/skin?"],
  ])("%s is %s", async (path, native) => {
    const reply = await at(`render/${path.replace("ID", LOU)}`);
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/png"]);
    const { bytes } = await world.request(native.replace("?", `?uuid=${LOU}&`));
    expect(reply.bytes).toEqual(bytes);
  });

  it.each([
    ["ultimate/ID/full?width=200", 200, 400],
    ["ultimate/ID/full?width=300&height=500", 300, 500],
    ["ultimate/ID/full?cameraWidth=3840&cameraHeight=1920", 1_024, 512],
    ["ultimate/ID/bust?width=120&height=80", 120, 80],
    ["isometric/ID/face?width=700", 700, 700],
  ])("%s has %i × %i pixels", async (path, width, height) => {
    const reply = await at(`render/${path.replace("ID", LOU)}`);
    expect(await decodeImage(reply.bytes)).toMatchObject({ width, height });
  });
});
