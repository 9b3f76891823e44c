import { deflateSync } from "node:zlib";
import { nearestIndices } from "./face.ts";
import { CHUNK_FRAME, PNG_HEAD_LENGTH, pngChunk, pngHead, sealChunk } from "./png.ts";

const SIDE = 8;
const COLOURS = SIDE * SIDE;
const TRNS_LENGTH = CHUNK_FRAME + COLOURS;
const FILTER_SUB = 1;
const FILTER_UP = 2;

/** The parts that all heads of one size share. */
interface Template {
  /** Up to the palette: signature, IHDR, and an empty PLTE. */
  readonly head: Uint8Array;
  /** After the palette: IDAT and IEND. */
  readonly tail: Uint8Array;
}

const templates = new Map<number, Template>();
const emptyTrns = pngChunk("tRNS", new Uint8Array(COLOURS));

/**
 * Draws an 8×8 face (256 bytes of RGBA) as an indexed PNG of `size`×`size`.
 *
 * Every pixel of the face has its own entry in the palette, so the indices, and with them the deflated
 * image and its checksum, are the same for all players. They are made once for each size; every head is
 * then a copy with another palette.
 */
export function headPng(face: Uint8Array, size: number): Uint8Array {
  const { head, tail } = templateOf(size);
  const translucent = isTranslucent(face);
  const tailAt = head.length + (translucent ? TRNS_LENGTH : 0);
  const png = new Uint8Array(tailAt + tail.length);
  png.set(head);
  for (let colour = 0, to = PNG_HEAD_LENGTH + 8; colour < COLOURS * 4; colour += 4) {
    png[to++] = face[colour] ?? 0;
    png[to++] = face[colour + 1] ?? 0;
    png[to++] = face[colour + 2] ?? 0;
  }
  sealChunk(png, PNG_HEAD_LENGTH, COLOURS * 3);
  if (translucent) {
    png.set(emptyTrns, head.length);
    for (let colour = 0; colour < COLOURS; colour++) {
      png[head.length + 8 + colour] = face[colour * 4 + 3] ?? 0;
    }
    sealChunk(png, head.length, COLOURS);
  }
  png.set(tail, tailAt);
  return png;
}

function isTranslucent(face: Uint8Array): boolean {
  for (let alpha = 3; alpha < COLOURS * 4; alpha += 4) if (face[alpha] !== 255) return true;
  return false;
}

function templateOf(size: number): Template {
  let template = templates.get(size);
  if (template === undefined) {
    template = createTemplate(size);
    templates.set(size, template);
  }
  return template;
}

function createTemplate(size: number): Template {
  const ihdr = pngHead({ width: size, height: size, bitDepth: 8, colorType: 3 });
  const plte = pngChunk("PLTE", new Uint8Array(COLOURS * 3));
  const idat = pngChunk("IDAT", deflateSync(filteredIndices(size), { level: 9 }));
  return {
    head: Buffer.concat([ihdr, plte]),
    tail: Buffer.concat([idat, pngChunk("IEND", new Uint8Array(0))]),
  };
}

/**
 * The rows of indices, each behind its filter byte. As differences to the left in the first row
 * and upwards in all others they are nearly all zero, which deflates a third smaller.
 */
function filteredIndices(size: number): Uint8Array {
  const stride = 1 + size;
  const rows = new Uint8Array(size * stride);
  for (let at = 0; at < rows.length; at += stride) rows[at] = FILTER_UP;
  rows[0] = FILTER_SUB;
  const indices = nearestIndices(SIDE, size);
  for (let at = 1; at < size; at++) {
    if (indices[at] === indices[at - 1]) continue;
    rows[1 + at] = 1;
    rows.fill(SIDE, at * stride + 1, (at + 1) * stride);
  }
  return rows;
}
