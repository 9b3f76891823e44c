import { drawnAngle } from "../../contract/views.ts";
import type { Size } from "../../textures/fit.ts";
import {
  bust,
  cape,
  cube,
  extras,
  face,
  front,
  iso,
  seenFrom,
  skin,
  type ImageRoute,
} from "../images.ts";
import type { CompatScheme } from "../scheme.ts";
import { sides } from "../size.ts";
import { wordOf, wrapped } from "../subject.ts";
import type { CompatReply, CompatUrl } from "../terms.ts";

/*
 * Written after nmsr-aas/src/model/request/mode.rs and routes/query.rs of NickAcPT/nmsr-rs.
 *
 * There, a camera at yaw y and pitch p is at (sin y · cos p, sin p, -cos y · cos p) from the player
 * (`look_from_yaw_pitch` and `Camera::compute_view_projection_matrix`), who looks towards -z and has the right arm
 * at +x (`compute_base_part`): a positive yaw shows the player's right side, and here the left one. A positive
 * pitch is from above in both.
 */

const SIZE = 512;
const WIDTHS = ["width", "w"];
const HEIGHTS = ["height", "h"];
const LIMITS = { least: 16, most: 1_024 };
/** A body's image is this wide and high, whatever it shows. */
const CANVAS = { width: SIZE, height: 869 };
const sizeOn = (canvas?: Size) => sides(SIZE, WIDTHS, [...HEIGHTS, "size"], { ...LIMITS, canvas });
const size = sizeOn(CANVAS);
/** 20 degrees there. */
const camera = { yaw: -20, pitch: 10, projection: "perspective" } as const;
const headCamera = { yaw: -25, pitch: 15, projection: "perspective" } as const;

/** Its modes, each under all names that it has there. `custom`, `export` and `bbmodel` are not offered. */
const modes: readonly (readonly [ImageRoute, ...string[]])[] = [
  [face, "face"],
  [seenFrom(cube, headCamera), "head"],
  [cube, "headiso", "head_iso"],
  [seenFrom(bust, camera), "bust", "bodybust", "body_bust"],
  [bust, "front", "frontbust", "front_bust"],
  [{ ...seenFrom(iso, camera), size }, "full", "fullbody", "full_body"],
  [{ ...iso, size }, "fullbodyiso", "full_body_iso"],
  [{ ...front, size }, "frontfull", "front_full"],
  [skin, "skin", "texture"],
  [cape, "cape", "cloak"],
];

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const WHOLE_NUMBER = /^\+?\d+$/;

/** The value of a parameter under one of its names there. */
const valueIn = (search: URLSearchParams, ...names: string[]) =>
  names.map((name) => search.get(name)).find((text) => text !== null);

/** The layers and features that `no` and `exclude` can leave out, in lists with commas. */
const LAYERS = ["overlay", "overlays", "body_layers", "layers"];
const HAT = ["helmet", "hat", "hat_layer"];
const FEATURES = [...LAYERS, ...HAT, "shadow", "shading", "cape", "ears"];
const OTHER_FEATURES = ["un_processed_skin", "extra_settings", "custom"];

const excludedIn = (...lists: (string | null)[]) => lists.flatMap((list) => list?.split(",") ?? []);

const MODELS: ReadonlyMap<string, "classic" | "slim"> = new Map([
  ["alex", "slim"],
  ["slim", "slim"],
  ["steve", "classic"],
  ["wide", "classic"],
]);

const refused = (parameter: string, rule: string): CompatReply => ({
  status: 400,
  body: `The parameter ${parameter} must be ${rule}.`,
});

/** NMSR sends a 500 for whatever it cannot read as a number or a feature; here that is a 400. */
function refusal([mode = ""]: readonly string[], search: URLSearchParams): CompatReply | undefined {
  const image = modes.find(([, ...names]) => names.includes(wordOf(mode)))?.[0];
  if (image === undefined) return undefined;
  return refusedSize(image, search) ?? refusedCamera(search) ?? refusedFeature(search);
}

function refusedSize(image: ImageRoute, search: URLSearchParams): CompatReply | undefined {
  const [width, height] = [valueIn(search, ...WIDTHS), valueIn(search, ...HEIGHTS)];
  const isTall = image.size !== undefined || [skin, cape].includes(image);
  for (const [name, text, least, most] of [
    ["width", width, 16, 1_024],
    ["height", height, isTall ? 27 : 16, isTall ? 1_738 : 1_024],
  ] as const) {
    if (text === undefined) continue;
    const isInRange = least <= Number(text) && Number(text) <= most;
    if (!WHOLE_NUMBER.test(text) || !isInRange) {
      return refused(name, `a whole number from ${least} to ${most}`);
    }
  }
  if (width === undefined || height === undefined) return undefined;
  const body = "Send width or height, not both: the other follows from the mode.";
  return { status: 400, body };
}

function refusedCamera(search: URLSearchParams): CompatReply | undefined {
  for (const [name, short, most] of [
    ["yaw", "y", 180],
    ["pitch", "p", 90],
  ] as const) {
    const text = valueIn(search, name, short);
    if (text !== undefined && !(NUMBER.test(text) && Number.isFinite(Number(text)))) {
      return refused(name, `a number of degrees from ${-most} to ${most}`);
    }
  }
  return undefined;
}

function refusedFeature(search: URLSearchParams): CompatReply | undefined {
  const excluded = excludedIn(search.get("no"), search.get("exclude"));
  const known = [...FEATURES, ...OTHER_FEATURES];
  if (excluded.every((feature) => known.includes(feature))) return undefined;
  return refused("no", `a list of ${FEATURES.join(", ")}`);
}

/** The camera, the model, and what is left out. `roll`, `arms` and `distance` are not offered. */
function parameters({ read }: CompatUrl, image: ImageRoute) {
  const first = (...names: string[]) => names.map(read).find((text) => text !== null);
  const [yaw, pitch] = [first("yaw", "y"), first("pitch", "p")];
  // The flat views have no camera.
  const isTurnable = image.camera !== undefined || image.view === "iso";
  const excluded = excludedIn(read("no"), read("exclude"));
  const isHead = image.path === "/head";
  const hidden = isHead ? HAT : [...LAYERS, ...HAT];
  const isBare = read("nolayers") !== null || excluded.some((feature) => hidden.includes(feature));
  const named = ["alex", "steve"].find((name) => read(name) !== null) ?? read("model") ?? "";
  const model = MODELS.get(named);
  return {
    yaw: isTurnable && yaw !== undefined && drawnAngle(-wrapped(Number(yaw), 180)),
    pitch: isTurnable && pitch !== undefined && drawnAngle(wrapped(Number(pitch), 90)),
    ...extras(image, excluded),
    model: !isHead && model,
    overlay: !isBare,
  };
}

export const nmsr: CompatScheme = {
  name: "NMSR",
  host: "nmsr.nickac.dev",
  size: sizeOn(),
  unknown: () => "404",
  routes: Object.fromEntries(
    modes.flatMap(([image, ...names]) => names.map((name) => [`${name}/:id`, image])),
  ),
  notOffered: {
    "custom/:id": "cameras",
    "export/:id": "models",
    "bbmodel/:id": "models",
  },
  refusal,
  parameters,
  heeds: ["height", "h", "size", "width", "w"],
};
