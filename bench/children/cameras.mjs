/* Draws bodies in every pose from many cameras. */
import path from "node:path";
import { built } from "../../scripts/prepare.mjs";

/** @import { Shot } from "../../lib/textures/camera.ts" */

const dist = path.resolve(process.env.BENCH_DIST ?? "dist");
/** @type {typeof import("../../lib/textures/camera.ts")} */
const { drawShot } = await import(built("lib/textures/camera.js", dist));
/** @type {typeof import("../../lib/textures/default-skins.ts")} */
const { placeholderSkin } = await import(built("lib/textures/default-skins.js", dist));
/** @type {typeof import("../../lib/textures/game-texture.ts")} */
const { gameSkin } = await import(built("lib/textures/game-texture.js", dist));
/** @type {typeof import("../../lib/contract/views.ts")} */
const { poses } = await import(built("lib/contract/views.js", dist));

const RUNS = 4;
const PROJECTIONS = /** @type {const} */ (["orthographic", "perspective"]);
const look = { slim: false, ears: false, upsideDown: false, overlay: true };

/** A skin whose second layer has many holes: nothing can be left out. */
const skin = gameSkin(placeholderSkin);
for (let at = 3; at < skin.data.length; at += 4) {
  const pixel = (at - 3) / 4;
  if (skin.data[at] === 0 && (pixel + Math.floor(pixel / skin.width)) % 2 === 0)
    skin.data[at] = 255;
}

const shots = poses.flatMap((pose) =>
  [-135, -45, 60].flatMap((yaw) =>
    [-30, 35].flatMap((pitch) => {
      const side = { pose, yaw, pitch, section: /** @type {const} */ ("body") };
      return PROJECTIONS.map((projection) => ({ ...side, projection }));
    }),
  ),
);

/**
 * Milliseconds for each of all bodies of a height, and for the slowest of them.
 *
 * @param {{ size: number }} message
 */
export function measureCameras({ size }) {
  for (const shot of shots) drawShot(shot, look, { skin }, size);
  // One after the other, several times: what disturbs one round does not disturb all of one shot.
  const rounds = Array.from({ length: RUNS }, () => shots.map((shot) => cpu(shot, size)));
  const times = shots.map((_, at) => Math.min(...rounds.map((round) => round[at] ?? NaN)));
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { mean, slowest: Math.max(...times) };
}

/**
 * @param {Shot} shot
 * @param {number} size
 */
function cpu(shot, size) {
  const before = process.cpuUsage();
  drawShot(shot, look, { skin }, size);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
