import { type BitWriter, createBitWriter } from "./bits.ts";
import { nearestBorders } from "./nearest.ts";
import {
  huffmanLengths,
  type Token,
  writeByteCode,
  writeCode,
  writeSingleCode,
  writeTokens,
} from "./prefix-code.ts";

const SIDE = 8;
const COLOURS = SIDE * SIDE;
const GREEN_ALPHABET = 256 + 24;
const LONGEST_COPY = 4096;
const COLOUR_INDEXING = 3;
const PREDICTOR = 0;
const PREDICT_FROM_ABOVE = 2;
const BYTES_BEFORE_STREAM = 20;
const RIFF = Buffer.from("RIFF");
const WEBP_LOSSLESS = Buffer.from("WEBPVP8L");

/** A WebP without colours. */
export interface WebpLayout {
  readonly bytes: Uint8Array;
  /** The bit at which the palette begins: 64 × green, red, blue, alpha, eight bits each, as differences. */
  readonly paletteBit: number;
}

/**
 * A lossless WebP of `size`×`size` that shows 64 colours as an 8×8 board, all of them still zero.
 * (RFC 9649, section 3. What decoders read: a palette, a predictor, then the indices.)
 */
export function webpLayout(size: number): WebpLayout {
  const bits = createBitWriter();
  bits.write(0x2f, 8);
  bits.write(size - 1, 14);
  bits.write(size - 1, 14);
  bits.write(0, 1 + 3); // alpha is not used (set for each player), version 0

  const paletteBit = writeEmptyPalette(bits);
  writePredictor(bits);
  writeIndices(bits, size);
  return { bytes: inContainer(bits.bytes()), paletteBit: BYTES_BEFORE_STREAM * 8 + paletteBit };
}

/** Each channel has a code in which all 256 values take eight bits, so that any palette fits. */
function writeEmptyPalette(bits: BitWriter): number {
  bits.write(1, 1);
  bits.write(COLOUR_INDEXING, 2);
  bits.write(COLOURS - 1, 8);
  bits.write(0, 1); // no colour cache
  writeByteCode(bits, GREEN_ALPHABET);
  for (let channel = 0; channel < 3; channel++) writeByteCode(bits, 256);
  writeSingleCode(bits, 0);
  const paletteBit = bits.length();
  for (let entry = 0; entry < COLOURS; entry++) bits.write(0, 32);
  return paletteBit;
}

/** Indices become differences to the row above; in the first row, always, to the left. */
function writePredictor(bits: BitWriter): void {
  bits.write(1, 1);
  bits.write(PREDICTOR, 2);
  bits.write(7, 3); // one block of 512×512 pixels
  bits.write(0, 1); // no colour cache
  writeSingleCode(bits, PREDICT_FROM_ABOVE);
  for (let code = 0; code < 4; code++) writeSingleCode(bits, 0);
}

/** The differences are long runs of 0, short ones of 1 and 8: a value, then copies of it. */
function writeIndices(bits: BitWriter, size: number): void {
  const tokens: Token[] = [];
  for (const { value, length } of differenceRuns(size)) {
    tokens.push({ symbol: value, extra: 0, extraBits: 0 });
    addCopies(tokens, length - 1);
  }
  const counts = Array<number>(GREEN_ALPHABET).fill(0);
  for (const { symbol } of tokens) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const lengths = huffmanLengths(counts);

  bits.write(0, 1 + 1 + 1); // no more transforms, no colour cache, one set of codes
  writeCode(bits, lengths);
  for (let channel = 0; channel < 3; channel++) writeSingleCode(bits, 0);
  writeSingleCode(bits, 1); // all copies are of the pixel to the left
  writeTokens(bits, lengths, tokens);
}

interface Run {
  value: number;
  length: number;
}

/** Zeros, but a 1 where a new column begins and a row of 8 where a new row does. */
function differenceRuns(size: number): Run[] {
  const borders = nearestBorders(SIDE, size);
  const runs: Run[] = [];
  const add = (value: number, length: number) => {
    const last = runs.at(-1);
    if (last?.value === value) last.length += length;
    else if (length > 0) runs.push({ value, length });
  };
  const addMarked = (first: number, mark: number, length: number) => {
    let at = first;
    for (const border of borders) {
      add(0, (border - at) * length);
      add(mark, length);
      at = border + 1;
    }
    add(0, (size - at) * length);
  };
  addMarked(0, 1, 1);
  addMarked(1, SIDE, size);
  return runs;
}

/** Copy lengths as WebP writes them: a symbol for the magnitude, then the bits below it. */
function addCopies(tokens: Token[], length: number): void {
  for (let left = length; left > 0; left -= LONGEST_COPY) {
    const before = Math.min(left, LONGEST_COPY) - 1;
    if (before < 4) {
      tokens.push({ symbol: 256 + before, extra: 0, extraBits: 0 });
      continue;
    }
    const highest = 31 - Math.clz32(before);
    const extraBits = highest - 1;
    const symbol = 256 + 2 * highest + ((before >> extraBits) & 1);
    tokens.push({ symbol, extra: before & ((1 << extraBits) - 1), extraBits });
  }
}

function inContainer(stream: Uint8Array): Uint8Array {
  const padded = stream.length + (stream.length & 1);
  const file = new Uint8Array(BYTES_BEFORE_STREAM + padded);
  const view = new DataView(file.buffer);
  file.set(RIFF);
  view.setUint32(4, 12 + padded, true);
  file.set(WEBP_LOSSLESS, 8);
  view.setUint32(16, stream.length, true);
  file.set(stream, BYTES_BEFORE_STREAM);
  return file;
}
