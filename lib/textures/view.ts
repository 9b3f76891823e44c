import type { Pixels } from "./decode.ts";
import { FIGURE_HEIGHT, figureOf, headOf, sidesOf } from "./figure.ts";
import type { Box, Side, Vector } from "./figure.ts";
import { everyPixel, gameCape, gameSkin, looksSlim } from "./game-texture.ts";
import { drawScene, type Frame, type Point, type Quad, type Scene } from "./raster.ts";

/** What can be drawn of a skin or cape. */
export type ViewName =
  | "head-iso"
  | "bust-front"
  | "body-front"
  | "body-back"
  | "body-left"
  | "body-right"
  | "body-iso"
  | "player-card"
  | "cape-front"
  | "cape-back"
  | "cape-elytra";

/** How the game draws players with special names differently. */
export interface Pose {
  upsideDown: boolean;
  ears: boolean;
}

export interface ViewOptions extends Pose {
  view: ViewName;
  /** Height in pixels. */
  size: number;
  /** Whether the second layer is drawn. */
  overlay: boolean;
  /** If undefined, the pixels decide. */
  model: "classic" | "slim" | undefined;
}

/** The pose of a player with this name in Java Edition. */
export function poseOf(javaName: string | undefined): Pose {
  return {
    upsideDown: javaName === "Dinnerbone" || javaName === "Grumm",
    ears: javaName === "deadmau5",
  };
}

/** The direction from which a figure is seen. */
interface Camera {
  /** What one step along each axis is in the image. */
  readonly axes: readonly [x: Point, y: Point, z: Point];
  /** Towards the camera. */
  readonly towards: Vector;
  /** Whether sides are shaded and the second layer stands off: both are seen only from an angle. */
  readonly spatial: boolean;
}

const COS_30 = Math.sqrt(3) / 2;

const flat = (x: Point, z: Point, towards: Vector): Camera => ({
  axes: [x, [0, 1], z],
  towards,
  spatial: false,
});

const CAMERAS = {
  front: flat([1, 0], [0, 0], [0, 0, 1]),
  back: flat([-1, 0], [0, 0], [0, 0, -1]),
  left: flat([0, 0], [-1, 0], [1, 0, 0]),
  right: flat([0, 0], [1, 0], [-1, 0, 0]),
  /** From the front, the player's right and above, all three axes equally long. */
  iso: {
    axes: [
      [COS_30, -0.5],
      [0, 1],
      [COS_30, 0.5],
    ],
    towards: [-1, -1, 1],
    spatial: true,
  },
} as const satisfies Record<string, Camera>;

type CameraName = keyof typeof CAMERAS;

/** How the game shades the sides of blocks: the top, the bottom, front and back, left and right. */
const SHADES = { top: 1, bottom: 0.5, front: 0.8, side: 0.6 };

/**
 * Slanted edges of larger images look good without smoothing, which takes four times as long, and whose
 * many colours make WebP slow.
 */
const LARGEST_SMOOTHED = 256;

/** The space between the figures of a card. */
const GAP = 2;

const CAPE_FRAME: Frame = { x: 0, y: 0, width: 10, height: 16 };
const CAPE_SIDE = { v: 1, width: 10, height: 16, along: [10, 0], down: [0, 16], shade: 1 } as const;
const WING = { ...CAPE_SIDE, u: 36, v: 2, height: 20, down: [0, 20] } as const;

/** The views of a cape. Both wings are seen from behind; the right one mirrors the left one. */
const CAPES: Partial<Record<ViewName, Scene>> = {
  "cape-front": { frame: CAPE_FRAME, quads: [{ ...CAPE_SIDE, u: 1, corner: [0, 0] }] },
  "cape-back": { frame: CAPE_FRAME, quads: [{ ...CAPE_SIDE, u: 12, corner: [0, 0] }] },
  "cape-elytra": {
    frame: { x: 0, y: 0, width: 20, height: 20 },
    quads: [
      { ...WING, corner: [0, 0] },
      { ...WING, corner: [20, 0], along: [-10, 0] },
    ],
  },
};

/** Draws a view of a skin or cape: nearest texels, whatever the resolution of the texture. */
export function drawView(pixels: Pixels, options: ViewOptions): Pixels {
  const { view, size, model } = options;
  const cape = CAPES[view];
  if (cape !== undefined) return drawScene(cape, gameCape(pixels), size, 1);
  const isOld = pixels.height < pixels.width;
  const slim = !isOld && (model === "slim" || (model === undefined && looksSlim(pixels)));
  const slanted = view === "head-iso" || view === "body-iso" || view === "player-card";
  const samples = slanted && size <= LARGEST_SMOOTHED ? 2 : 1;
  return drawScene(sceneOf({ ...options, slim }), gameSkin(pixels), size, samples);
}

/** Whether a cape has wings of its own: the old small shape has no place for them. */
export function hasElytra(cape: Pixels): boolean {
  const { scale, width, data } = gameCape(cape);
  if (width < 46 * scale) return false;
  return !everyPixel([36, 2, 10, 20], scale, width, (at) => data[at + 3] === 0);
}

type Look = ViewOptions & { slim: boolean };

function sceneOf(look: Look): Scene {
  switch (look.view) {
    case "head-iso": {
      const camera = cameraOf("iso", look);
      return {
        frame: squareAround(boundsOf(headOf(look), camera)),
        quads: quadsOf(headOf(look), camera, look.overlay),
      };
    }
    case "bust-front": {
      const { frame, quads } = figureScene("front", look);
      // Head and shoulders in a square.
      const y = look.upsideDown ? frame.y + frame.height - frame.width : frame.y;
      return { frame: { ...frame, y, height: frame.width }, quads };
    }
    case "player-card":
      return card(look);
    default:
      return figureScene(look.view.slice("body-".length) as CameraName, look);
  }
}

function cameraOf(name: CameraName, { upsideDown }: Pose): Camera {
  const camera: Camera = CAMERAS[name];
  if (!upsideDown) return camera;
  // Turned by half around the axis that points to the front.
  const [x, y, z] = camera.axes;
  const [right, down, front] = camera.towards;
  return { ...camera, axes: [scaled(x, -1), scaled(y, -1), z], towards: [-right, -down, front] };
}

/** The whole figure in a frame that is the same for all. */
function figureScene(name: CameraName, look: Look): Scene {
  const camera = cameraOf(name, look);
  // Wide arms and the second layer have their room, drawn or not: neither may move the figure. From the
  // side, a figure has as much room as from the front.
  const framed = camera.spatial ? camera : cameraOf("front", look);
  return {
    frame: boundsOf(figureOf({ ...look, slim: false }), framed),
    quads: quadsOf(figureOf(look), camera, look.overlay),
  };
}

/** Front, isometric and back side by side, equally high. */
function card(look: Look): Scene {
  const quads: Quad[] = [];
  let width = -GAP;
  for (const name of ["front", "iso", "back"] as const) {
    const { frame, quads: ofFigure } = figureScene(name, look);
    const scale = FIGURE_HEIGHT / frame.height;
    const left = width + GAP;
    for (const quad of ofFigure) {
      const [x, y] = scaled([quad.corner[0] - frame.x, quad.corner[1] - frame.y], scale);
      const [along, down] = [scaled(quad.along, scale), scaled(quad.down, scale)];
      quads.push({ ...quad, corner: [left + x, y], along, down });
    }
    width = left + frame.width * scale;
  }
  return { frame: { x: 0, y: 0, width, height: FIGURE_HEIGHT }, quads };
}

/** The visible sides of boxes, the farthest box first: the boxes of a figure do not overlap. */
function quadsOf(boxes: readonly Box[], camera: Camera, overlay: boolean): Quad[] {
  const { towards, spatial } = camera;
  const closeness = ({ at, size }: Box) => dot(at, towards) + dot(size, towards) / 2;
  const isVisible = ({ normal }: Side) => dot(normal, towards) > 0;
  const sides = boxes
    .toSorted((one, other) => closeness(one) - closeness(other))
    .flatMap((box) => {
      const base = sidesOf(box, box.base, 0).filter(isVisible);
      if (!overlay || box.overlay === undefined) return base;
      const second = sidesOf(box, box.overlay, spatial ? box.inflation : 0);
      // The inside of a hat is visible through transparent parts of its front.
      const inside = spatial && box.hollow ? second.filter((side) => !isVisible(side)) : [];
      return [...inside, ...base, ...second.filter(isVisible)];
    });
  return sides.map((side) => ({
    ...side,
    corner: projected(side.corner, camera),
    along: projected(side.along, camera),
    down: projected(side.down, camera),
    shade: spatial ? shadeOf(side.normal, camera) : 1,
  }));
}

function projected([x, y, z]: Vector, { axes }: Camera): Point {
  const [ofX, ofY, ofZ] = axes;
  return [x * ofX[0] + y * ofY[0] + z * ofZ[0], x * ofX[1] + y * ofY[1] + z * ofZ[1]];
}

function shadeOf([x, y]: Vector, { axes }: Camera): number {
  if (y !== 0) return y * axes[1][1] < 0 ? SHADES.top : SHADES.bottom;
  return x === 0 ? SHADES.front : SHADES.side;
}

/** The area that boxes and their second layer cover. */
function boundsOf(boxes: readonly Box[], camera: Camera): Frame {
  const points = quadsOf(boxes, camera, true).flatMap(
    ({ corner: [x, y], along, down }): Point[] => [
      [x, y],
      [x + along[0], y + along[1]],
      [x + down[0], y + down[1]],
      [x + along[0] + down[0], y + along[1] + down[1]],
    ],
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

function squareAround({ x, y, width, height }: Frame): Frame {
  const side = Math.max(width, height);
  return { x: x - (side - width) / 2, y: y - (side - height) / 2, width: side, height: side };
}

function scaled([x, y]: Point, by: number): Point {
  return [x * by, y * by];
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
