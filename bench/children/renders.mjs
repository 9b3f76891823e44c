/* Draws heads from a decoded skin: by the service's own code, and by a pipeline of sharp. */
import path from "node:path";
import { built } from "../../scripts/prepare.mjs";
import sharp from "sharp";

const dist = path.resolve(process.env.BENCH_DIST ?? "dist");
/** @type {typeof import("../../lib/textures/head.ts")} */
const { faceOf, renderHead } = await import(built("lib/textures/head.js", dist));
/** @type {typeof import("../../lib/textures/default-skins.ts")} */
const { placeholderSkin } = await import(built("lib/textures/default-skins.js", dist));

const skin = placeholderSkin;
const raw = { width: skin.width, height: skin.height, channels: /** @type {const} */ (4) };
/** As the service does it; see codec.ts. */
sharp.cache(false);
sharp.concurrency(1);

/**
 * Microseconds for the first head in a format and size, and for each of many, by the service and by sharp.
 *
 * @param {{ size: number, format: "png" | "webp", own: number, others: number }} message
 */
export async function measureRender({ size, format, own, others }) {
  const draw = () => renderHead(faceOf(skin), { size, format });
  const started = performance.now();
  const { length: bytes } = await draw();
  const first = (performance.now() - started) * 1_000;
  const again = format === "png" ? draw : () => drawWebpAnew(size);
  const count = format === "png" ? own : others;
  await cpuEach(again, count / 10);
  const each = await cpuEach(again, count);
  await drawBySharp(size, format);
  const sharpEach = await cpuEach(() => drawBySharp(size, format), others);
  return { first, each, sharpEach, bytes };
}

/** WebP is cached for each face, so every head gets a colour of its own. */
let drawn = 0;
/** @param {number} size */
function drawWebpAnew(size) {
  const face = faceOf(skin);
  new DataView(face.data.buffer).setUint32(0, (++drawn << 8) | 255);
  return renderHead(face, { size, format: "webp" });
}

/**
 * The usual way: cut out the face, lay the hat over it, enlarge, encode.
 *
 * @param {number} size
 * @param {"png" | "webp"} format
 */
async function drawBySharp(size, format) {
  /** @param {number} left */
  const part = (left) =>
    sharp(skin.data, { raw }).extract({ left, top: 8, width: 8, height: 8 }).png().toBuffer();
  const [base, hat] = await Promise.all([part(8), part(40)]);
  const head = await sharp(base)
    .composite([{ input: hat }])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const large = sharp(head.data, { raw: head.info }).resize(size, size, { kernel: "nearest" });
  return format === "png" ? large.png().toBuffer() : large.webp({ lossless: true }).toBuffer();
}

/**
 * Microseconds of CPU time for each, of all threads.
 *
 * @param {() => unknown} draw
 * @param {number} count
 */
async function cpuEach(draw, count) {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done++) {
    const drawing = draw();
    // Awaiting a result that is there would cost more than drawing it.
    if (drawing instanceof Promise) await drawing;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
