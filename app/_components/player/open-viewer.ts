import { IdleAnimation, SkinViewer, WalkingAnimation } from "skinview3d";
import type { Look } from "./people.ts";

export type Motion = "idle" | "walk";

/** A player on a canvas, in three dimensions. */
export interface Viewer {
  load(look: Pick<Look, "skin" | "cape" | "model">): Promise<void>;
  move(motion: Motion): void;
  pause(paused: boolean): void;
  showOverlay(shown: boolean): void;
  /** Turns the player, in radians. */
  turn(angle: number): void;
  resize(width: number, height: number): void;
  /** Stops rendering until the viewer is shown again. */
  hide(hidden: boolean): void;
  /** The current view as a PNG with a transparent background. */
  image(): Promise<Blob | null>;
  close(): void;
}

/** The initial angle, which shows both the face and the depth. */
const FIRST_ANGLE = -0.45;
const WALKING_SPEED = 0.6;
/** Seconds into an animation whose pose a paused viewer shows. */
const FIRST_STEP = 0.4;

/** Opens a viewer on a canvas, hidden until it is shown; throws where there is no WebGL. */
export function openViewer(canvas: HTMLCanvasElement): Viewer {
  const { clientWidth: width, clientHeight: height } = canvas;
  const viewer = new SkinViewer({ canvas, width, height, zoom: 0.85, fov: 40, renderPaused: true });
  // The wheel belongs to the page.
  viewer.controls.enableZoom = false;
  viewer.playerWrapper.rotation.y = FIRST_ANGLE;
  let paused = false;
  let hidden = true;
  // Rendering to an empty canvas, as during layout, is a WebGL error.
  let hasRoom = width > 0 && height > 0;
  // A paused player is rendered once, not sixty times a second.
  const draw = () => {
    const shown = hasRoom && !hidden;
    viewer.renderPaused = !shown || paused;
    if (paused && shown) viewer.render();
  };
  viewer.controls.addEventListener("change", draw);
  return {
    async load({ skin, cape, model }) {
      if (skin === null) throw new Error("There is no skin to load.");
      await viewer.loadSkin(skin, { model: model === "slim" ? "slim" : "default" });
      if (cape === null) viewer.resetCape();
      else await viewer.loadCape(cape);
      if (!viewer.disposed) draw();
    },
    move(motion) {
      const animation = motion === "walk" ? new WalkingAnimation() : new IdleAnimation();
      if (motion === "walk") animation.speed = WALKING_SPEED;
      viewer.animation = animation;
      // A visible pose even while paused.
      animation.update(viewer.playerObject, FIRST_STEP);
      draw();
    },
    pause(wanted) {
      paused = wanted;
      draw();
    },
    showOverlay(shown) {
      viewer.playerObject.skin.setOuterLayerVisible(shown);
      draw();
    },
    turn(angle) {
      viewer.playerWrapper.rotation.y += angle;
      draw();
    },
    resize(wide, high) {
      hasRoom = wide > 0 && high > 0;
      if (hasRoom) viewer.setSize(wide, high);
      draw();
    },
    hide(wanted) {
      hidden = wanted;
      draw();
    },
    image() {
      // The browser clears the canvas after painting it, so it is read right after rendering.
      viewer.render();
      return new Promise((resolve) => canvas.toBlob(resolve));
    },
    close: () => viewer.dispose(),
  };
}
