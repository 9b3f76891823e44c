import { IdleAnimation, SkinViewer, WalkingAnimation } from "skinview3d";
import type { SkinModel } from "@/lib/contract/profile.ts";
import { drawnAngle, nameLook } from "@/lib/contract/views.ts";
import { gameCape, gameSkin } from "@/lib/textures/game-texture.ts";
import type { Pixels } from "@/lib/textures/codec.ts";
import { canvasOf, pixelsAt, putPixels } from "./texture-pixels.ts";

export type Motion = "idle" | "walk";

/** The URLs of a player's textures, and what else decides how the player looks. */
export interface Look {
  skin: string;
  cape: string | null;
  model: SkinModel;
  /** A Java player's. */
  javaName: string | undefined;
}

/**
 * Each view shows the player as the drawing that it replaces (see `lib/textures/view.ts`): how far the player is turned
 * and how far above the camera is, in radians, and how much of the height is seen, in texels, around a point so far
 * above the player's middle. Drawings of the front and the back are not shaded.
 */
const VIEWS = {
  iso: { yaw: Math.PI / 4, pitch: Math.atan(Math.SQRT1_2), height: 33, middle: 0.8, light: 1 },
  front: { yaw: 0, pitch: 0, height: 32, middle: 0, light: 1.25 },
  back: { yaw: Math.PI, pitch: 0, height: 32, middle: 0, light: 1.25 },
};
export type Side = keyof typeof VIEWS;
/** In degrees; so small that the player looks almost as in a drawing, which has no perspective. */
const FIELD_OF_VIEW = 10;
/** How light each side is, from 0 to 1, as drawings are shaded. Every light shines on the player from afar. */
const AMBIENT = 0.5;
const LIGHTS = [
  { from: [0, 1, 0], lightness: 1 },
  { from: [0, 0, 1], lightness: 0.8 },
  { from: [0, 0, -1], lightness: 0.8 },
  { from: [1, 0, 0], lightness: 0.6 },
  { from: [-1, 0, 0], lightness: 0.6 },
] as const;
const AFAR = 10_000;
/** How far one press turns the player, in radians. */
const TURN = Math.PI / 8;
/** How far ears stick out above a head, in texels. */
const EARS_ABOVE = 5;
/** An ear of the viewer is as deep as in older versions of the game. Both begin at the same depth. */
const EARS = { depth: 3, viewerDepth: 4 / 3, back: -1 };
const WALKING_SPEED = 0.6;
/** Seconds into an animation whose pose a paused viewer shows. */
const FIRST_STEP = 0.4;

/** A player on a canvas, in three dimensions. */
export type Viewer = ReturnType<typeof openViewer>;

/**
 * Opens a viewer on a canvas, as large as the element around it. It renders only while it can be seen.
 * Throws where there is no WebGL.
 */
export function openViewer(canvas: HTMLCanvasElement) {
  const box = canvas.parentElement ?? canvas;
  const { clientWidth: width, clientHeight: height } = box;
  const viewer = new SkinViewer({ canvas, width, height, fov: FIELD_OF_VIEW, renderPaused: true });
  const { camera, controls } = viewer;
  // The wheel belongs to the page.
  controls.enableZoom = false;
  const light = lightsOf(viewer);
  let paused = false;
  let visible = false;
  let side: Side = "iso";
  let motion: Motion = "idle";
  let hasOverlay = true;
  let latest: Look | undefined;
  let special = nameLook(undefined);
  // A paused player is rendered once, not sixty times a second.
  const draw = () => {
    // Rendering to an empty canvas, as during layout, is a WebGL error.
    const shown = visible && box.clientWidth > 0 && box.clientHeight > 0;
    viewer.renderPaused = !shown || paused;
    if (paused && shown) viewer.render();
  };
  controls.addEventListener("change", draw);
  const sizes = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = box;
    if (clientWidth > 0 && clientHeight > 0) viewer.setSize(clientWidth, clientHeight);
    draw();
  });
  const views = new IntersectionObserver((entries) => {
    visible = entries.some(({ isIntersecting }) => isIntersecting);
    draw();
  });
  sizes.observe(box);
  views.observe(box);
  const stand = () => {
    viewer.playerObject.rotation.z = special.upsideDown ? Math.PI : 0;
  };
  const face = (chosen: Side) => {
    side = chosen;
    const { ears, upsideDown } = special;
    const { yaw, pitch, light: brightness, ...seen } = VIEWS[side];
    const height = seen.height + (ears ? EARS_ABOVE : 0);
    const middle = (upsideDown ? -seen.middle : seen.middle) + (ears ? EARS_ABOVE / 2 : 0);
    light(brightness);
    const distance = height / 2 / Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    controls.target.set(0, middle, 0);
    camera.position.set(0, middle + distance * Math.sin(pitch), distance * Math.cos(pitch));
    controls.update();
    viewer.playerWrapper.rotation.y = yaw;
    draw();
  };
  return {
    /** Shows a player by the rules of the game. Without a cape if that cannot be had; rejects without a skin. */
    async load(look: Look): Promise<void> {
      latest = look;
      const { skin: skinUrl, cape: capeUrl, model, javaName } = look;
      const loadCape = async () => (capeUrl === null ? null : pixelsAt(capeUrl).catch(() => null));
      const [skin, cape] = await Promise.all([pixelsAt(skinUrl), loadCape()]);
      if (skin === null) throw new TypeError("There is no skin.");
      if (viewer.disposed || latest !== look) return;
      const before = special;
      special = nameLook(javaName);
      const { ears, upsideDown } = special;
      showSkin(viewer, gameSkin(skin), { model, ears });
      stand();
      if (cape === null) viewer.resetCape();
      else viewer.loadCape(canvasOf(gameCape(cape)));
      if (ears !== before.ears || upsideDown !== before.upsideDown) face(side);
      draw();
    },
    move(wanted: Motion): void {
      motion = wanted;
      const animation = motion === "walk" ? new WalkingAnimation() : new IdleAnimation();
      if (motion === "walk") animation.speed = WALKING_SPEED;
      // This stands the player on the feet.
      viewer.animation = animation;
      stand();
      // A visible pose even while paused.
      animation.update(viewer.playerObject, FIRST_STEP);
      draw();
    },
    pause(wanted: boolean): void {
      paused = wanted;
      draw();
    },
    showOverlay(shown: boolean): void {
      hasOverlay = shown;
      viewer.playerObject.skin.setOuterLayerVisible(shown);
      draw();
    },
    /** Shows the player from one of the usual sides again. */
    face,
    /** Turns the player to the left (-1) or to the right (1). */
    turn(direction: number): void {
      viewer.playerWrapper.rotation.y += direction * TURN;
      draw();
    },
    /** The parameters of `/body` with which the service draws what is seen: every direction has some. */
    shot() {
      const { x, y, z } = camera.position.clone().sub(controls.target);
      const yaw = Math.atan2(x, z) - viewer.playerWrapper.rotation.y;
      return {
        yaw: drawnAngle(inDegrees(Math.atan2(Math.sin(yaw), Math.cos(yaw)))),
        pitch: drawnAngle(inDegrees(Math.atan2(y, Math.hypot(x, z)))),
        pose: motion === "walk" ? "walking" : undefined,
        overlay: hasOverlay ? undefined : "false",
      };
    },
    /** The current view as a PNG with a transparent background. */
    image(): Promise<Blob | null> {
      // The browser clears the canvas after painting it, so it is read right after rendering.
      viewer.render();
      return new Promise((resolve) => canvas.toBlob(resolve));
    },
    close(): void {
      sizes.disconnect();
      views.disconnect();
      viewer.dispose();
    },
  };
}

const inDegrees = (radians: number) => (radians * 180) / Math.PI;

/** Puts a skin on the player as it is. */
function showSkin(
  viewer: SkinViewer,
  skin: Pixels,
  { model, ears }: { model: SkinModel; ears: boolean },
): void {
  const { playerObject, skinCanvas } = viewer;
  const modelType = model === "slim" ? "slim" : "default";
  viewer.loadSkin(canvasOf(skin), { model: modelType, ears });
  // The viewer takes the second layer from a skin without holes.
  putPixels(skinCanvas, skin);
  playerObject.ears.visible = ears;
  for (const ear of [playerObject.ears.leftEar, playerObject.ears.rightEar]) {
    ear.scale.z = EARS.depth / EARS.viewerDepth;
  }
  playerObject.ears.position.z = EARS.back + EARS.depth / 2;
}

/** Lights the player from fixed sides, which turn with the player. Returns what sets how bright they are. */
function lightsOf({ globalLight, cameraLight, playerWrapper }: SkinViewer) {
  const lamps = LIGHTS.map(({ from, lightness }) => {
    const lamp = cameraLight.clone();
    lamp.decay = 0;
    lamp.position.fromArray(from).multiplyScalar(AFAR);
    playerWrapper.add(lamp);
    return { lamp, lightness };
  });
  cameraLight.intensity = 0;
  return (brightness: number) => {
    globalLight.intensity = AMBIENT * Math.PI * brightness;
    for (const { lamp, lightness } of lamps) {
      lamp.intensity = (lightness - AMBIENT) * Math.PI * brightness;
    }
  };
}
