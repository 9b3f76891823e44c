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

/** Skins of which nothing can be left out: one whose second layer has many holes, and a large translucent one. */
const skins = { holes: gameSkin(placeholderSkin), translucent: gameSkin(translucentSkin(1_024)) };
const { data, width } = skins.holes;
for (let pixel = 0; pixel < width ** 2; pixel++) {
  const isFilled = (pixel + Math.floor(pixel / width)) % 2 === 0;
  if (isFilled && data[pixel * 4 + 3] === 0) data[pixel * 4 + 3] = 255;
}

/** @param {number} width */
function translucentSkin(width) {
  const words = Int32Array.from({ length: width ** 2 }, (_, at) => Math.imul(at + 1, 0x9e3779b1));
  const data = new Uint8Array(words.buffer);
  for (let at = 3; at < data.length; at += 4) data[at] = 128;
  return { width, height: width, data };
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
 * @param {{ skin: keyof typeof skins, size: number }} message
 */
export function measureCameras({ skin, size }) {
  const taken = skin === "holes" ? shots : shots.filter((_, at) => at % 8 < 2);
  /** @param {Shot} shot */
  const draw = (shot) => drawShot(shot, look, { skin: skins[skin] }, size);
  for (const shot of taken) draw(shot);
  // One after the other, several times: what disturbs one round does not disturb all of one shot.
  const rounds = Array.from({ length: RUNS }, () => taken.map((shot) => cpu(() => draw(shot))));
  const times = taken.map((_, at) => Math.min(...rounds.map((round) => round[at] ?? NaN)));
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { mean, slowest: Math.max(...times) };
}

/** @param {() => unknown} work */
function cpu(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
