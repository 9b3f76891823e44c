import { IdleAnimation, SkinViewer, WalkingAnimation } from "skinview3d";
import type { Look } from "./looks.ts";

export type Motion = "idle" | "walk";

/** A player on a canvas, in three dimensions. */
export interface Viewer {
  wear(look: Look): Promise<void>;
  move(motion: Motion): void;
  pause(paused: boolean): void;
  showOverlay(shown: boolean): void;
  /** Turns the player, in radians. */
  turn(angle: number): void;
  resize(width: number, height: number): void;
  /** Draws no more until it is shown again. */
  hide(hidden: boolean): void;
  close(): void;
}

/** Where the player looks at first, so that both the face and the depth are seen. */
const FIRST_ANGLE = -0.45;

/** Opens a viewer on a canvas, hidden until it is shown; throws where there is no WebGL. */
export function openViewer(canvas: HTMLCanvasElement): Viewer {
  const { clientWidth: width, clientHeight: height } = canvas;
  const viewer = new SkinViewer({ canvas, width, height, zoom: 0.85, fov: 40, renderPaused: true });
  // The wheel belongs to the page.
  viewer.controls.enableZoom = false;
  viewer.playerWrapper.rotation.y = FIRST_ANGLE;
  let paused = false;
  return {
    async wear({ skin, cape, model }) {
      const slim = model === "slim";
      if (skin === null) throw new Error("There is no skin to wear.");
      await viewer.loadSkin(skin, { model: slim ? "slim" : "default" });
      if (cape === null) viewer.resetCape();
      else await viewer.loadCape(cape);
    },
    move(motion) {
      const animation = motion === "walk" ? new WalkingAnimation() : new IdleAnimation();
      if (motion === "walk") animation.speed = 0.6;
      animation.paused = paused;
      viewer.animation = animation;
    },
    pause(wanted) {
      paused = wanted;
      if (viewer.animation !== null) viewer.animation.paused = wanted;
    },
    showOverlay: (shown) => viewer.playerObject.skin.setOuterLayerVisible(shown),
    turn: (angle) => void (viewer.playerWrapper.rotation.y += angle),
    resize: (width, height) => viewer.setSize(width, height),
    hide: (hidden) => void (viewer.renderPaused = hidden),
    close: () => viewer.dispose(),
  };
}
