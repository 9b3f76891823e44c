import { drawShot, type Shot } from "./camera.ts";
import type { Pixels } from "./codec.ts";
import {
  boundsOf,
  FIGURE_HEIGHT,
  figureOf,
  headOf,
  quadsOf,
  type Camera,
  type Look,
} from "./figure.ts";
import { everyPixel, gameCape, gameSkin, looksSlim } from "./game-texture.ts";
import { drawScene, type Frame, type Point, type Scene } from "./raster.ts";

const flat = (x: Point, z: Point, towards: Camera["towards"]): Camera => ({
  axes: [x, [0, 1], z],
  towards,
  spatial: false,
});

const COS_30 = Math.sqrt(3) / 2;
const FRONT = flat([1, 0], [0, 0], [0, 0, 1]);
const BACK = flat([-1, 0], [0, 0], [0, 0, -1]);
const LEFT = flat([0, 0], [-1, 0], [1, 0, 0]);
const RIGHT = flat([0, 0], [1, 0], [-1, 0, 0]);
/** From the front, the player's right and above, all three axes equally long. */
const ISO: Camera = {
  axes: [
    [COS_30, -0.5],
    [0, 1],
    [COS_30, 0.5],
  ],
  towards: [-1, -1, 1],
  spatial: true,
};

/** A view of a skin: the player, or a part of one, from a camera, or from several side by side. */
interface SkinView {
  readonly cameras: readonly Camera[];
  readonly parts: typeof figureOf;
  /** Parts that fill the image, with the others before them in the lower right corner. */
  readonly behind?: typeof headOf;
  /** What is shown of the frame that holds the parts; by default all. */
  readonly crop?: (frame: Frame, look: Look) => Frame;
}

/** A view of a cape: its rectangles. */
type CapeView = Scene;

const CAPE_FRAME: Frame = { x: 0, y: 0, width: 10, height: 16 };
const CAPE_SIDE = { v: 1, width: 10, height: 16, along: [10, 0], down: [0, 16], shade: 1 } as const;
const WING = { ...CAPE_SIDE, u: 36, v: 2, height: 20, down: [0, 20] } as const;

/** Everything that can be drawn. A new view is one entry; every size is the height of the image. */
const VIEWS = {
  "head-iso": { parts: headOf, cameras: [ISO], crop: squareAround },
  "bust-front": { parts: figureOf, cameras: [FRONT], crop: upperSquare },
  "body-front": { parts: figureOf, cameras: [FRONT] },
  "body-back": { parts: figureOf, cameras: [BACK] },
  "body-left": { parts: figureOf, cameras: [LEFT] },
  "body-right": { parts: figureOf, cameras: [RIGHT] },
  "body-iso": { parts: figureOf, cameras: [ISO] },
  "player-card": { parts: figureOf, cameras: [FRONT, ISO, BACK] },
  "player-combo": { parts: figureOf, cameras: [FRONT], behind: headOf },
  "cape-front": { frame: CAPE_FRAME, quads: [{ ...CAPE_SIDE, u: 1, corner: [0, 0] }] },
  "cape-back": { frame: CAPE_FRAME, quads: [{ ...CAPE_SIDE, u: 12, corner: [0, 0] }] },
  /** Both wings from behind; the right one mirrors the left one. */
  "cape-elytra": {
    frame: { x: 0, y: 0, width: 20, height: 20 },
    quads: [
      { ...WING, corner: [0, 0] },
      { ...WING, corner: [20, 0], along: [-10, 0] },
    ],
  },
} as const satisfies Record<string, SkinView | CapeView>;

/** What can be drawn of a skin or cape. */
export type ViewName = keyof typeof VIEWS;

/** How the game draws players with special names differently. */
export interface Pose {
  upsideDown: boolean;
  ears: boolean;
}

/** A camera, and how the player stands. */
export type ShotOptions = Omit<Shot, "section">;

/** The cameras that `view` names. */
export const PRESETS: Readonly<Record<string, Pick<Shot, "yaw" | "pitch">>> & {
  front: Pick<Shot, "yaw" | "pitch">;
} = {
  front: { yaw: 0, pitch: 0 },
  back: { yaw: 180, pitch: 0 },
  left: { yaw: 90, pitch: 0 },
  right: { yaw: -90, pitch: 0 },
  /** All three axes are equally long. */
  iso: { yaw: -45, pitch: (Math.atan(Math.SQRT1_2) * 180) / Math.PI },
};

export interface ViewOptions extends Pose {
  view: ViewName;
  /** Height in pixels. */
  size: number;
  /** Whether the second layer is drawn. */
  overlay: boolean;
  /** If undefined, the pixels decide. */
  model: "classic" | "slim" | undefined;
  /** Another camera or pose than that of the view, which then says only what of the player is drawn. */
  shot?: ShotOptions;
}

/** The pose of a player with this name in Java Edition. */
export function poseOf(javaName: string | undefined): Pose {
  return {
    upsideDown: javaName === "Dinnerbone" || javaName === "Grumm",
    ears: javaName === "deadmau5",
  };
}

/**
 * Slanted edges of larger images look good without smoothing, which takes four times as long, and whose
 * many colours make WebP slow.
 */
const LARGEST_SMOOTHED = 256;

/** Draws a view of a skin or cape: nearest texels, whatever the resolution of the texture. */
export function drawView(pixels: Pixels, options: ViewOptions): Pixels {
  const { size, model } = options;
  const view: SkinView | CapeView = VIEWS[options.view];
  if ("quads" in view) return drawScene(view, gameCape(pixels), size, 1);
  const isOld = pixels.height < pixels.width;
  const slim = !isOld && (model === "slim" || (model === undefined && looksSlim(pixels)));
  if (options.shot !== undefined) {
    const [section = ""] = options.view.split("-");
    const shot: Shot = {
      ...options.shot,
      section: section === "head" || section === "bust" ? section : "body",
    };
    return drawShot(shot, { ...options, slim }, gameSkin(pixels), size);
  }
  const isSlanted = view.cameras.some(({ spatial }) => spatial);
  const samples = isSlanted && size <= LARGEST_SMOOTHED ? 2 : 1;
  return drawScene(sceneOf(view, { ...options, slim }), gameSkin(pixels), size, samples);
}

/** Whether a cape has wings of its own: the old small shape has no place for them. */
export function hasElytra(cape: Pixels): boolean {
  const { scale, width, data } = gameCape(cape);
  if (width < 46 * scale) return false;
  return !everyPixel([36, 2, 10, 20], scale, width, (at) => data[at + 3] === 0);
}

function sceneOf({ cameras, parts, behind, crop }: SkinView, look: Look): Scene {
  const scenes = cameras.map((camera) => {
    // Wide arms and the second layer have their room, drawn or not: neither may move the figure. From the
    // side, a figure has as much room as from the front.
    const framed = camera.spatial ? camera : FRONT;
    const frame = boundsOf(parts({ ...look, slim: false }), framed, look);
    return { frame: crop?.(frame, look) ?? frame, quads: quadsOf(parts(look), camera, look) };
  });
  if (behind !== undefined) {
    const head = sceneOf({ cameras, parts: () => behind({ ears: false }) }, look);
    return inCorner(sideBySide(scenes), head);
  }
  const [scene, ...others] = scenes;
  return scene !== undefined && others.length === 0 ? scene : sideBySide(scenes);
}

/** The space between figures. */
const GAP = 2;

/** Scenes in one, equally high. */
function sideBySide(scenes: readonly Scene[]): Scene {
  let width = -GAP;
  const quads = scenes.flatMap((scene) => {
    const { x, y, height } = scene.frame;
    const scale = FIGURE_HEIGHT / height;
    const left = width + GAP;
    width = left + scene.frame.width * scale;
    return scene.quads.map(({ corner, along, down, ...quad }) => ({
      ...quad,
      corner: [left + (corner[0] - x) * scale, (corner[1] - y) * scale] as const,
      along: [along[0] * scale, along[1] * scale] as const,
      down: [down[0] * scale, down[1] * scale] as const,
    }));
  });
  return { frame: { x: 0, y: 0, width, height: FIGURE_HEIGHT }, quads };
}

/** How high a figure is that stands in the corner of an image. */
const IN_CORNER = 3 / 4;

/** A figure before the lower right corner of another scene. */
function inCorner({ frame: own, quads }: Scene, { frame, quads: behind }: Scene): Scene {
  const scale = (IN_CORNER * frame.height) / own.height;
  const left = frame.x + frame.width - own.width * scale;
  const top = frame.y + frame.height - own.height * scale;
  const scaled = ([x, y]: Point): Point => [x * scale, y * scale];
  const before = quads.map(({ corner, along, down, ...quad }) => {
    const [x, y] = scaled([corner[0] - own.x, corner[1] - own.y]);
    const place: Point = [left + x, top + y];
    return { ...quad, corner: place, along: scaled(along), down: scaled(down) };
  });
  return { frame, quads: [...behind, ...before] };
}

function squareAround({ x, y, width, height }: Frame): Frame {
  const side = Math.max(width, height);
  return { x: x - (side - width) / 2, y: y - (side - height) / 2, width: side, height: side };
}

/** Of a standing figure: head and shoulders. */
function upperSquare({ x, y, width, height }: Frame, { upsideDown }: Look): Frame {
  return { x, y: upsideDown ? y + height - width : y, width, height: width };
}
