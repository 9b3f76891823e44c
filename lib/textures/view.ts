import {
  createCanvas,
  inCorner,
  sideBySide,
  texelsOf,
  type Canvas,
  type Rectangle,
} from "./canvas.ts";
import { drawShot, FIGURE_HEIGHT, FRONT, type Shot } from "./camera.ts";
import type { Pixels } from "./codec.ts";
import { fitted, type Size } from "./fit.ts";
import { everyPixel, gameCape, gameSkin, looksSlim } from "./game-texture.ts";
import type { Look, Section } from "./model.ts";
import { paint } from "./paint.ts";
import { planeOf } from "./plane.ts";
import { eyeOf, type Vector } from "./space.ts";
import type { Painted } from "./span.ts";

/** A camera with a name. */
type Preset = Pick<Shot, "yaw" | "pitch"> & Pick<Look, "flat">;

/** The cameras that `view` names. */
export const PRESETS = {
  front: { yaw: 0, pitch: 0, flat: true },
  back: { yaw: 180, pitch: 0, flat: true },
  left: { yaw: 90, pitch: 0, flat: true },
  right: { yaw: -90, pitch: 0, flat: true },
  /** From the front, the player's right and above, all three axes equally long. */
  iso: { yaw: -45, pitch: (Math.atan(Math.SQRT1_2) * 180) / Math.PI, flat: false },
} as const satisfies Record<string, Preset>;

/** A view of a skin: the player, or a part of one, from a camera, or from several side by side. */
interface SkinView {
  readonly section: Section;
  readonly presets: readonly (keyof typeof PRESETS)[];
  /** The whole figure stands before it, in the lower right corner. */
  readonly withFigure?: true;
}

/** A view of a cape: a rectangle of it, several times side by side, each the mirror image of the one before. */
interface CapeView {
  readonly rectangle: Rectangle;
  readonly times: 1 | 2;
}

const CAPE = { v: 1, width: 10, height: 16 };

/** Everything that can be drawn. A new view is one entry; every size is the height of the image. */
const VIEWS = {
  "head-iso": { section: "head", presets: ["iso"] },
  "bust-front": { section: "bust", presets: ["front"] },
  "body-front": { section: "body", presets: ["front"] },
  "body-back": { section: "body", presets: ["back"] },
  "body-left": { section: "body", presets: ["left"] },
  "body-right": { section: "body", presets: ["right"] },
  "body-iso": { section: "body", presets: ["iso"] },
  "player-card": { section: "body", presets: ["front", "iso", "back"] },
  "player-combo": { section: "head", presets: ["front"], withFigure: true },
  "cape-front": { rectangle: { ...CAPE, u: 1 }, times: 1 },
  "cape-back": { rectangle: { ...CAPE, u: 12 }, times: 1 },
  /** Both wings from behind. */
  "cape-elytra": { rectangle: { u: 36, v: 2, width: 10, height: 20 }, times: 2 },
} as const satisfies Record<string, SkinView | CapeView>;

/** The views of skins and capes. */
export type ViewName = keyof typeof VIEWS;

/** A camera, and how the player stands. */
export type ShotOptions = Omit<Shot, "section">;

export interface ViewOptions extends Omit<Look, "slim" | "flat"> {
  view: ViewName;
  /** Height in pixels. */
  size: number;
  /** If undefined, the pixels decide. */
  model: "classic" | "slim" | undefined;
  /** Another camera or pose than that of the view, which then says only what of the player is drawn. */
  shot?: ShotOptions;
  /** The image is exactly so wide and high, with the figure in its middle: `size` says nothing then. */
  canvas?: Size | undefined;
}

/** The textures that are drawn: a skin, and the cape that is worn with it; or a cape alone. */
export interface ViewTextures {
  texture: Pixels;
  cape?: Pixels | undefined;
}

/** The space between figures, in texels. */
const GAP = 2;
/** The height of a figure in the corner of an image, as a part of that image's height. */
const IN_CORNER = 3 / 4;

/** Draws a view of a skin or cape: nearest texels, whatever the resolution of the texture. */
export function drawView(textures: ViewTextures, options: ViewOptions): Pixels {
  const { canvas, size } = options;
  return canvas === undefined
    ? drawHigh(textures, options, size)
    : fitted(canvas, (height) => drawHigh(textures, options, height));
}

/** `drawView`, on this thread or on another. */
export type DrawView = (textures: ViewTextures, options: ViewOptions) => Pixels | Promise<Pixels>;

/** About how many pixels are drawn for a view: each figure as if it were as wide as high. */
export function pixelsDrawn({ view, canvas, size }: ViewOptions): number {
  const known: SkinView | CapeView = VIEWS[view];
  const figures = "presets" in known ? known.presets.length : known.times;
  if (canvas === undefined) return figures * size ** 2;
  return figures * canvas.height ** 2 + canvas.width * canvas.height;
}

/** Draws a view so many pixels high, and as wide as that makes it. */
function drawHigh({ texture, cape }: ViewTextures, options: ViewOptions, size: number): Pixels {
  const { model, shot, canvas } = options;
  const view: SkinView | CapeView = VIEWS[options.view];
  if ("rectangle" in view) return drawCape(view, texture, size);
  const slim = model === undefined ? looksSlim(texture) : model === "slim";
  const textures = { skin: gameSkin(texture), cape: cape && gameCape(cape) };
  const { section } = view;
  if (shot !== undefined) {
    return drawShot({ ...shot, section }, { ...options, slim }, textures, size);
  }
  const draw = (part: Section, name: keyof typeof PRESETS, height: number) => {
    const { flat, ...camera } = PRESETS[name];
    const standing = { projection: "orthographic", pose: "standing" } as const;
    const seen = { ...camera, ...standing, section: part };
    // Pixels of the texture stay pixels, so half a pixel beside the middle is seen.
    const within = flat && view.presets.length === 1 ? canvas?.width : undefined;
    return drawShot(seen, { ...options, slim, flat }, textures, height, { within });
  };
  const images = view.presets.map((name) => draw(section, name, size));
  if (view.withFigure) {
    const [head] = images;
    const figure = draw("body", "front", Math.round(size * IN_CORNER));
    return head === undefined ? figure : inCorner(figure, head);
  }
  return sideBySide(images, Math.round((size * GAP) / FIGURE_HEIGHT));
}

/** A cape as a flat image. */
function drawCape({ rectangle, times }: CapeView, cape: Pixels, size: number): Canvas {
  const { width, height } = rectangle;
  const frame = { x: 0, y: 0, width: width * times, height };
  const canvas = createCanvas(Math.max(1, Math.round((size * frame.width) / height)), size);
  const texels = texelsOf(gameCape(cape), rectangle, 1);
  const eye = eyeOf(FRONT, [0, 0, 0], height);
  const sides: Painted[] = [];
  for (let at = 0; at < times; at++) {
    const isMirrored = at % 2 === 1;
    const corner: Vector = [(at + Number(isMirrored)) * width, 0, 0];
    const along: Vector = [isMirrored ? -width : width, 0, 0];
    const plane = planeOf({ corner, along, down: [0, -height, 0] }, eye, frame, canvas);
    if (plane !== undefined && texels !== undefined) sides.push({ plane, texels, lead: 0 });
  }
  paint(sides, canvas, 1);
  return canvas;
}

/** Says whether a cape has wings: the old small shape has no place for them. */
export function hasElytra(cape: Pixels): boolean {
  const { scale, width, data } = gameCape(cape);
  if (width < 46 * scale) return false;
  return !everyPixel([36, 2, 10, 20], scale, width, (at) => data[at + 3] === 0);
}
