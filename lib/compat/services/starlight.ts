import type { PoseName } from "../../contract/views.ts";
import { bust, cube, extras, face, front, iso, seenFrom, skin } from "../images.ts";
import type { JsonEndpoint } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import { sides } from "../size.ts";

const SIZE = 512;

/** The reply to a name, UUID or XUID that the service does not know. */
const missing = { status: 404, body: { error: "Unknown player username/uuid." } };

/** Its poses that are one of this service's, or most like one; in all others, the player stands. */
const POSES: ReadonlyMap<string, PoseName> = new Map([
  ["archer", "pointing"],
  ["cheering", "cheering"],
  ["cowering", "crouching"],
  ["crouching", "crouching"],
  ["dead", "sleeping"],
  ["high_ground", "pointing"],
  ["kicking", "walking"],
  ["lunging", "walking"],
  ["marching", "walking"],
  ["mojavatar", "waving"],
  ["pointing", "pointing"],
  ["reading", "sitting"],
  ["relaxing", "sitting"],
  ["sleeping", "sleeping"],
  ["trudging", "walking"],
  ["walking", "walking"],
]);

/** Its images have a perspective, from about the front. */
const camera = { yaw: -20, pitch: 10, projection: "perspective" } as const;

/** From the front, one who lies down is a pair of soles. */
const BESIDE = { yaw: -65, pitch: 25 };

const user: JsonEndpoint = {
  reads: "player",
  async write({ player, files }) {
    const { skin: worn, cape } = player.textures();
    const { width, height } = await files.sizeOf("skin", worn.hash);
    return {
      playerUUID: player.uuid,
      skinUrl: worn.url,
      ...(cape && { userCape: cape.url }),
      skinType: worn.model === "slim" ? "slim" : "wide",
      skinTextureWidth: width,
      skinTextureHeight: height,
    };
  },
  none: () => missing,
};

export const starlight: CompatScheme = {
  name: "Starlight",
  host: "starlightskins.lunareclipse.studio",
  size: sides(SIZE, ["width", "cameraWidth"], ["height", "cameraHeight"], { most: 1_024 }),
  unknown: () => missing,
  // A row is for a type and a crop; the first that fits counts.
  routes: {
    "render/skin/:id/default": skin,
    "render/skin/:id/processed": { ...skin, differs: "unprocessed" },
    "render/head/:id/full": cube,
    "render/isometric/:id/full": iso,
    "render/isometric/:id/bust": seenFrom(bust, { yaw: -45, pitch: 35 }),
    "render/isometric/:id/face": cube,
    "render/isometric/:id/head": cube,
    "render/pixel/:id/full": front,
    "render/pixel/:id/bust": bust,
    "render/pixel/:id/face": face,
    "render/:any/:id/full": { ...seenFrom(iso, camera), differs: "pose" },
    "render/:any/:id/bust": seenFrom(bust, camera),
    "render/:any/:id/face": seenFrom(cube, camera),
  },
  json: { "info/user/:id": { ...user, differs: "fields" } },
  notOffered: { "render/skin/:id/barebones": "nothing" },
  heeds: ["height", "cameraHeight", "width", "cameraWidth"],
  parameters({ any, read }, image) {
    const cape = extras(image, ["shadow", ...(read("capeEnabled") === "false" ? ["cape"] : [])]);
    const pose = POSES.get(any.toLowerCase());
    if (image.path !== "/body" || pose === undefined) return cape;
    return { ...cape, pose, ...(pose === "sleeping" && BESIDE) };
  },
};
