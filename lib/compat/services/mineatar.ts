import { cube, face, front, iso, skin, type ImageRoute } from "../images.ts";
import type { JsonEndpoint } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import { high } from "../size.ts";
import { isTrue } from "../subject.ts";
import { withNone } from "./mojang.ts";

const FORMATS: ReadonlyMap<string, "jpeg" | "gif"> = new Map([
  ["jpg", "jpeg"],
  ["jpeg", "jpeg"],
  ["gif", "gif"],
]);

const SCALE = { byDefault: 4, most: 64 };

/** The figure of 16 × 32 texels. */
const flat = (view: NonNullable<ImageRoute["view"]>): ImageRoute => ({
  ...front,
  view,
  width: (height) => height / 2,
});
/** The images of its renderer: 13.855 × 16 and 17.32 × 39 texels. */
const head: ImageRoute = {
  ...cube,
  texels: 16,
  width: (height) => Math.floor((height * 13.855) / 16),
};
const full: ImageRoute = {
  ...iso,
  texels: 39,
  width: (height) => Math.ceil((height * 17.32) / 39),
};

const uuid: JsonEndpoint = withNone(
  {
    reads: "player",
    write: ({ player }) => player.uuid,
    none: () => ({ status: 404 }),
  },
  "Not Found",
);

/** Names work as well, which it took before it had only UUIDs. */
export const mineatar: CompatScheme = {
  name: "Mineatar",
  host: "api.mineatar.io",
  size({ read, numberIn }, image) {
    const scale = Math.min(SCALE.most, numberIn("scale") ?? SCALE.byDefault);
    const isSquare = isTrue(read("square"));
    return high(isSquare ? { ...image, width: (side) => side } : image, scale * image.texels);
  },
  routes: {
    "face/:id": face,
    "head/:id": head,
    "body/full/:id": full,
    "body/front/:id": flat("front"),
    "body/back/:id": flat("back"),
    "body/left/:id": flat("left"),
    "body/right/:id": flat("right"),
    "body/:id": full,
    "skin/:id": skin,
  },
  json: { "uuid/:id": uuid },
  fixed: { ping: { native: "/api/health", reply: { status: 200, body: "OK" } } },
  notOffered: { list: "private" },
  parameters: ({ read }) => ({ overlay: isTrue(read("overlay") ?? "true") }),
  heeds: ["scale", "overlay"],
  formats: { parameter: "format", byName: FORMATS },
  download: "download",
  unknown: (_, { read }) => (read("fallback") === "false" ? "404" : "auto"),
};
