import type { Pixels } from "./decode.ts";
import {
  EARS,
  FIGURE,
  figureOf,
  headOf,
  sidesOf,
  type Box,
  type Side,
  type Vector,
} from "./figure.ts";
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
  /** The vector of one step along each axis in the image. */
  readonly axes: readonly [x: Point, y: Point, z: Point];
  /** Towards the camera. */
  readonly towards: Vector;
  /** Added to every point. */
  readonly origin: Point;
  /** Whether sides are shaded and the second layer stands off: both are seen only from an angle. */
  readonly spatial: boolean;
}

const COS_30 = Math.sqrt(3) / 2;

const flat = (x: Point, z: Point, towards: Vector, origin: Point): Camera => ({
  axes: [x, [0, 1], z],
  towards,
  origin,
  spatial: false,
});

const CAMERAS = {
  front: flat([1, 0], [0, 0], [0, 0, 1], [0, 0]),
  back: flat([-1, 0], [0, 0], [0, 0, -1], [FIGURE.width, 0]),
  left: flat([0, 0], [-1, 0], [1, 0, 0], [FIGURE.width / 2, 0]),
  right: flat([0, 0], [1, 0], [-1, 0, 0], [FIGURE.width / 2, 0]),
  /** From the front, the player's right and above, all three axes equally long. */
  iso: {
    axes: [
      [COS_30, -0.5],
      [0, 1],
      [COS_30, 0.5],
    ],
    towards: [-1, -1, 1],
    origin: [0, 0],
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

const GAP = 2;
const CAPE: Frame = { x: 0, y: 0, width: 10, height: 16 };
const WING = { width: 10, height: 20 };

/** Draws a view of a skin or cape: nearest texels, whatever the resolution of the texture. */
export function drawView(pixels: Pixels, options: ViewOptions): Pixels {
  const { view, size } = options;
  if (view === "cape-front") return drawScene(capeScene(1), gameCape(pixels), size, 1);
  if (view === "cape-back") return drawScene(capeScene(12), gameCape(pixels), size, 1);
  if (view === "cape-elytra") return drawScene(elytraScene(), gameCape(pixels), size, 1);
  const isOld = pixels.height < pixels.width;
  const slim =
    !isOld && (options.model === "slim" || (options.model === undefined && looksSlim(pixels)));
  const look = { ...options, slim };
  const scene = sceneOf(look);
  const slanted = view === "head-iso" || view === "body-iso" || view === "player-card";
  return drawScene(scene, gameSkin(pixels), size, slanted && size <= LARGEST_SMOOTHED ? 2 : 1);
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
    case "head-iso":
      return isoHead(look);
    case "bust-front":
      return figureScene("front", look, bustFrame(look));
    case "player-card":
      return card(look);
    default:
      return figureScene(look.view.slice("body-".length) as CameraName, look);
  }
}

/** The whole figure in a frame that is the same for all. */
function figureScene(name: CameraName, look: Look, frame = bodyFrame(look)): Scene {
  const camera = CAMERAS[name];
  const boxes = figureOf(look);
  const turned = look.upsideDown ? upsideDown(frame) : frame;
  return {
    // Wide arms and the second layer have their room, drawn or not: neither may move the figure.
    frame: camera.spatial ? boundsOf(figureOf({ ...look, slim: false }), camera, look) : turned,
    quads: quadsOf(boxes, camera, look),
  };
}

/** A head in a square. */
function isoHead(look: Look): Scene {
  const boxes = headOf(look);
  const { x, y, width, height } = boundsOf(boxes, CAMERAS.iso, look);
  const side = Math.max(width, height);
  const frame = {
    x: x - (side - width) / 2,
    y: y - (side - height) / 2,
    width: side,
    height: side,
  };
  return { frame, quads: quadsOf(boxes, CAMERAS.iso, look) };
}

function bodyFrame({ ears }: Look): Frame {
  if (!ears) return { x: 0, y: 0, ...FIGURE };
  const { above, beside } = EARS;
  return {
    x: -beside,
    y: -above,
    width: FIGURE.width + 2 * beside,
    height: FIGURE.height + above,
  };
}

/** Head and shoulders in a square. */
function bustFrame(look: Look): Frame {
  const { x, y, width } = bodyFrame(look);
  return { x, y, width, height: width };
}

/** Front, isometric and back side by side, equally high. */
function card(look: Look): Scene {
  const quads: Quad[] = [];
  let width = 0;
  for (const name of ["front", "iso", "back"] as const) {
    const scene = figureScene(name, look);
    const scale = FIGURE.height / scene.frame.height;
    const left = width === 0 ? 0 : width + GAP;
    const scaled = ([x, y]: Point): Point => [x * scale, y * scale];
    for (const quad of scene.quads) {
      const corner: Point = [quad.corner[0] - scene.frame.x, quad.corner[1] - scene.frame.y];
      const [x, y] = scaled(corner);
      quads.push({
        ...quad,
        corner: [x + left, y],
        along: scaled(quad.along),
        down: scaled(quad.down),
      });
    }
    width = left + scene.frame.width * scale;
  }
  return { frame: { x: 0, y: 0, width, height: FIGURE.height }, quads };
}

function capeScene(u: number): Scene {
  const { width, height } = CAPE;
  const quad = { u, v: 1, width, height, shade: 1 };
  return {
    frame: CAPE,
    quads: [{ ...quad, corner: [0, 0], along: [width, 0], down: [0, height] }],
  };
}

/** Both wings as seen from behind; the right one mirrors the left one. */
function elytraScene(): Scene {
  const { width, height } = WING;
  const wing = { u: 36, v: 2, width, height, shade: 1, down: [0, height] } as const;
  return {
    frame: { x: 0, y: 0, width: 2 * width, height },
    quads: [
      { ...wing, corner: [0, 0], along: [width, 0] },
      { ...wing, corner: [2 * width, 0], along: [-width, 0] },
    ],
  };
}

/** The visible sides of boxes, the farthest box first: the boxes of a figure do not overlap. */
function quadsOf(boxes: readonly Box[], camera: Camera, look: Look): Quad[] {
  const { towards, spatial } = camera;
  const turned = (side: Side) => (look.upsideDown ? turnedOver(side) : side);
  const quadOf = (side: Side) => projected(side, camera);
  const closeness = ({ at, size }: Box) => {
    const centre = at.map((value, axis) => value + (size[axis] ?? 0) / 2) as unknown as Vector;
    return dot(look.upsideDown ? overturned(centre) : centre, towards);
  };
  return boxes
    .toSorted((one, other) => closeness(one) - closeness(other))
    .flatMap((box) => {
      const layer = (origin: readonly [number, number], inflation: number) =>
        sidesOf(box, origin, inflation).map(turned);
      const visible = (side: Side) => dot(side.normal, towards) > 0;
      const base = layer(box.base, 0).filter(visible);
      if (!look.overlay || box.overlay === undefined) return base.map(quadOf);
      const second = layer(box.overlay, spatial ? box.inflation : 0);
      // The inside of a hat is visible through transparent parts of its front.
      const inside = spatial && box.hollow ? second.filter((side) => !visible(side)) : [];
      return [...inside, ...base, ...second.filter(visible)].map(quadOf);
    });
}

function projected(
  { u, v, width, height, corner, along, down, normal }: Side,
  camera: Camera,
): Quad {
  const [x, y] = direction(corner, camera);
  return {
    u,
    v,
    width,
    height,
    corner: [x + camera.origin[0], y + camera.origin[1]],
    along: direction(along, camera),
    down: direction(down, camera),
    shade: camera.spatial ? shadeOf(normal) : 1,
  };
}

function direction([x, y, z]: Vector, { axes }: Camera): Point {
  const [ofX, ofY, ofZ] = axes;
  return [x * ofX[0] + y * ofY[0] + z * ofZ[0], x * ofX[1] + y * ofY[1] + z * ofZ[1]];
}

function shadeOf([x, y]: Vector): number {
  if (y !== 0) return y < 0 ? SHADES.top : SHADES.bottom;
  return x === 0 ? SHADES.front : SHADES.side;
}

/** The area that boxes and their second layer cover. */
function boundsOf(boxes: readonly Box[], camera: Camera, look: Look): Frame {
  const points = quadsOf(boxes, camera, { ...look, overlay: true }).flatMap(
    ({ corner: [x, y], along, down }): Point[] => [
      [x, y],
      [x + along[0], y + along[1]],
      [x + down[0], y + down[1]],
      [x + along[0] + down[0], y + along[1] + down[1]],
    ],
  );
  const left = Math.min(...points.map(([x]) => x));
  const top = Math.min(...points.map(([, y]) => y));
  const width = Math.max(...points.map(([x]) => x)) - left;
  return { x: left, y: top, width, height: Math.max(...points.map(([, y]) => y)) - top };
}

/** Turned by half around the axis that points to the front. */
function turnedOver({ corner, along, down, normal, ...texels }: Side): Side {
  return {
    ...texels,
    corner: overturned(corner),
    along: opposite(along),
    down: opposite(down),
    normal: opposite(normal),
  };
}

function overturned([x, y, z]: Vector): Vector {
  return [FIGURE.width - x, FIGURE.height - y, z];
}

function opposite([x, y, z]: Vector): Vector {
  return [-x, -y, z];
}

function upsideDown({ x, y, width, height }: Frame): Frame {
  return { x: FIGURE.width - x - width, y: FIGURE.height - y - height, width, height };
}

function dot(one: Vector, other: Vector): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}
