import { figureUrl, PITCH } from "./figure-url.ts";

/** How far one angle is from the next, in degrees. */
const STEP = 15;
/** All angles of most players are below 150 kB together. */
const SIZE = 320;
/** How far the figure turns for each pixel that it is dragged. */
const DEGREES_PER_PIXEL = 0.9;
/** How far it turns towards a pointer at its side. */
const FARTHEST_LOOK = 60;
/** In CSS pixels: the canvas is higher than the still, since some angles are. */
const MARGIN = 8;

interface TurnOptions {
  /** Anything `username` takes. */
  id: string;
  /** The angle of the still image, a multiple of `STEP`. */
  yaw: number;
  /** The last touch before this code was there. */
  first: PointerEvent | KeyboardEvent | undefined;
  /** Called with each angle that is shown. At that of the still image, the canvas is empty. */
  onTurn: (yaw: number) => void;
}

/**
 * Turns a figure on a canvas over its still image: towards the pointer, by dragging and by arrow keys. An angle that
 * fails to load is left out. Returns what ends it.
 */
export function turnFigure(canvas: HTMLCanvasElement, { id, yaw, first, onTurn }: TurnOptions) {
  const box = canvas.parentElement ?? canvas;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const listening = new AbortController();
  /** The angle that is shown, and the one that is wanted; they count whole turns, too. */
  let [shown, wanted] = [yaw, yaw];
  let isMoving = false;
  /** Dragged or turned by keys: it does not look at the pointer before that has left. */
  let isHeld = false;
  let lastX: number | undefined;

  const draw = () => {
    const angle = inOneTurn(shown);
    if (angle === yaw) canvas.width = 0;
    else if (!drawFrame(canvas, frames.get(angle), { angle, still: yaw })) return;
    onTurn(angle);
  };
  const frames = loadFrames(id, yaw, (angle) => angle === inOneTurn(shown) && draw());

  const move = () => {
    const left = Math.round(wanted / STEP) * STEP - shown;
    isMoving = left !== 0 && !listening.signal.aborted;
    if (!isMoving) return;
    shown += isStill ? left : Math.sign(left) * STEP;
    draw();
    requestAnimationFrame(move);
  };
  const turnTo = (angle: number) => {
    wanted = angle;
    if (!isMoving) move();
  };
  /** Turns the shorter way. */
  const face = (angle: number) => turnTo(angle + 360 * Math.round((shown - angle) / 360));

  const press = (pressed: string): boolean => {
    const direction = { ArrowLeft: 1, ArrowRight: -1 }[pressed];
    if (direction === undefined) return false;
    isHeld = true;
    turnTo(Math.round(wanted / STEP) * STEP + direction * STEP);
    return true;
  };
  const follow = ({ buttons, clientX, pointerType }: PointerEvent) => {
    if (buttons > 0) {
      isHeld = true;
      turnTo(wanted - (clientX - (lastX ?? clientX)) * DEGREES_PER_PIXEL);
    } else if (!isHeld && !isStill && pointerType !== "touch") {
      const { left, width } = box.getBoundingClientRect();
      face(FARTHEST_LOOK * (1 - (2 * (clientX - left)) / width));
    }
    lastX = clientX;
  };
  const leave = () => {
    if (!isHeld && !isStill) face(yaw);
    isHeld = false;
    lastX = undefined;
  };

  const { signal } = listening;
  box.addEventListener("pointerdown", ({ pointerId }) => box.setPointerCapture(pointerId), {
    signal,
  });
  box.addEventListener("pointermove", follow, { signal });
  box.addEventListener("pointerleave", leave, { signal });
  box.addEventListener("pointercancel", leave, { signal });
  box.addEventListener("keydown", (event) => press(event.key) && event.preventDefault(), {
    signal,
  });
  if (first instanceof KeyboardEvent) press(first.key);
  else if (first) follow(first);
  return () => listening.abort();
}

/** The same angle, from -165 to 180 degrees. */
function inOneTurn(angle: number): number {
  return angle - 360 * Math.ceil((angle - 180) / 360);
}

/** Loads every other angle than that of the still image, the nearest first. */
function loadFrames(id: string, still: number, onLoad: (angle: number) => void) {
  const frames = new Map<number, HTMLImageElement>();
  for (let distance = STEP; distance <= 180; distance += STEP) {
    for (const angle of [still - distance, still + distance].map(inOneTurn)) {
      if (frames.has(angle)) continue;
      const image = new Image();
      image.addEventListener("load", () => onLoad(angle));
      image.src = figureUrl(id, { yaw: angle, size: SIZE, format: "webp" });
      frames.set(angle, image);
    }
  }
  return frames;
}

/** Draws a figure as large as the still image under the canvas. Returns false if it is not there. */
function drawFrame(
  canvas: HTMLCanvasElement,
  frame: HTMLImageElement | undefined,
  { angle, still }: { angle: number; still: number },
): boolean {
  const context = canvas.getContext("2d");
  if (!context || !frame?.complete || frame.naturalWidth === 0) return false;
  const { clientWidth, clientHeight } = canvas;
  // This clears the canvas.
  canvas.width = clientWidth * devicePixelRatio;
  canvas.height = clientHeight * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  context.imageSmoothingQuality = "high";
  const [seen, ofStill] = [extentOf(angle), extentOf(still)];
  const texel = (clientHeight - 2 * MARGIN) / ofStill.height;
  const height = seen.height * texel;
  const width = (height * frame.naturalWidth) / frame.naturalHeight;
  const top = MARGIN + (ofStill.top - seen.top) * texel;
  context.drawImage(frame, (clientWidth - width) / 2, top, width, height);
  return true;
}

/**
 * How far a standing figure reaches above its middle, and how high it is, in texels. An image is as high as its figure,
 * which the corners of the head and of the feet make higher at some angles than at others.
 */
export function extentOf(yaw: number): { top: number; height: number } {
  const radians = Math.PI / 180;
  const [sin, cos] = [Math.sin(PITCH * radians), Math.cos(PITCH * radians)];
  const [side, front] = [Math.abs(Math.sin(yaw * radians)), Math.cos(yaw * radians)];
  const depth = Math.abs(front);
  const top = 16.5 * cos + 4.5 * (side + depth) * sin;
  const bottom = 16.25 * cos + (4.15 * side + 2.25 * depth - 0.1 * front) * sin;
  return { top, height: top + bottom };
}
