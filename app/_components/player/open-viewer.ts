import { IdleAnimation, SkinViewer, WalkingAnimation } from "skinview3d";
import type { SkinModel } from "@/lib/contract/profile.ts";

export type Motion = "idle" | "walk";

/** The textures of a player. */
export interface Look {
  skin: string;
  cape: string | null;
  model: SkinModel;
}

/** The angles of the views; that of the first shows both the face and the depth. */
const ANGLES = { iso: -0.45, front: 0, back: Math.PI };
export type Side = keyof typeof ANGLES;
/** How far one press turns the player, in radians. */
const TURN = Math.PI / 8;
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
  const viewer = new SkinViewer({ canvas, width, height, zoom: 0.85, fov: 40, renderPaused: true });
  // The wheel belongs to the page.
  viewer.controls.enableZoom = false;
  let paused = false;
  let visible = false;
  // A paused player is rendered once, not sixty times a second.
  const draw = () => {
    // Rendering to an empty canvas, as during layout, is a WebGL error.
    const shown = visible && box.clientWidth > 0 && box.clientHeight > 0;
    viewer.renderPaused = !shown || paused;
    if (paused && shown) viewer.render();
  };
  viewer.controls.addEventListener("change", draw);
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
  return {
    async load({ skin, cape, model }: Look): Promise<void> {
      await viewer.loadSkin(skin, { model: model === "slim" ? "slim" : "default" });
      if (cape === null) viewer.resetCape();
      else await viewer.loadCape(cape);
      if (!viewer.disposed) draw();
    },
    move(motion: Motion): void {
      const animation = motion === "walk" ? new WalkingAnimation() : new IdleAnimation();
      if (motion === "walk") animation.speed = WALKING_SPEED;
      viewer.animation = animation;
      // A visible pose even while paused.
      animation.update(viewer.playerObject, FIRST_STEP);
      draw();
    },
    pause(wanted: boolean): void {
      paused = wanted;
      draw();
    },
    showOverlay(shown: boolean): void {
      viewer.playerObject.skin.setOuterLayerVisible(shown);
      draw();
    },
    /** Shows the player from one of the usual sides again. */
    face(side: Side): void {
      viewer.resetCameraPose();
      viewer.playerWrapper.rotation.y = ANGLES[side];
      draw();
    },
    /** Turns the player to the left (-1) or to the right (1). */
    turn(direction: number): void {
      viewer.playerWrapper.rotation.y += direction * TURN;
      draw();
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
