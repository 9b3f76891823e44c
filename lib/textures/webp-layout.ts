import { type BitWriter, createBitWriter } from "./bits.ts";
import { nearestIndices } from "./nearest.ts";
import { huffmanLengths, symbolWriter, writeCode, writeSingleCode } from "./prefix-code.ts";

const SIDE = 8;
const COLOURS = SIDE * SIDE;
const GREEN_ALPHABET = 256 + 24;
const LONGEST_COPY = 4096;
const COLOUR_INDEXING = 3;
const PREDICTOR = 0;
const PREDICT_FROM_ABOVE = 2;
const BYTES_BEFORE_STREAM = 20;

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
  const flat = Array.from({ length: 256 }, () => 8);
  bits.write(1, 1);
  bits.write(COLOUR_INDEXING, 2);
  bits.write(COLOURS - 1, 8);
  bits.write(0, 1); // no colour cache
  writeCode(bits, [...flat, ...Array.from({ length: GREEN_ALPHABET - 256 }, () => 0)]);
  for (let channel = 0; channel < 3; channel++) writeCode(bits, flat);
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
  const tokens = differenceRuns(size).flatMap(({ value, length }) => [
    { symbol: value, extra: 0, extraBits: 0 },
    ...copies(length - 1),
  ]);
  const counts = Array.from({ length: GREEN_ALPHABET }, () => 0);
  for (const { symbol } of tokens) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const lengths = huffmanLengths(counts);

  bits.write(0, 1 + 1 + 1); // no more transforms, no colour cache, one set of codes
  writeCode(bits, lengths);
  for (let channel = 0; channel < 3; channel++) writeSingleCode(bits, 0);
  writeSingleCode(bits, 1); // all copies are of the pixel to the left
  const writeSymbol = symbolWriter(bits, lengths);
  for (const { symbol, extra, extraBits } of tokens) {
    writeSymbol(symbol);
    bits.write(extra, extraBits);
  }
}

function differenceRuns(size: number): { value: number; length: number }[] {
  const from = nearestIndices(SIDE, size);
  const runs: { value: number; length: number }[] = [];
  const add = (value: number, length: number) => {
    const last = runs.at(-1);
    if (last?.value === value) last.length += length;
    else runs.push({ value, length });
  };
  for (const [x, column] of from.entries()) add(column - (from[x - 1] ?? 0), 1);
  for (const [y, row] of from.entries()) if (y > 0) add((row - (from[y - 1] ?? 0)) * SIDE, size);
  return runs;
}

/** Copy lengths as WebP writes them: a symbol for the magnitude, then the bits below it. */
function copies(length: number): { symbol: number; extra: number; extraBits: number }[] {
  if (length === 0) return [];
  const count = Math.min(length, LONGEST_COPY);
  const rest = copies(length - count);
  if (count <= 4) return [{ symbol: 256 + count - 1, extra: 0, extraBits: 0 }, ...rest];
  const highest = 31 - Math.clz32(count - 1);
  const extraBits = highest - 1;
  const symbol = 256 + 2 * highest + (((count - 1) >> extraBits) & 1);
  return [{ symbol, extra: (count - 1) & ((1 << extraBits) - 1), extraBits }, ...rest];
}

function inContainer(stream: Uint8Array): Uint8Array {
  const padded = stream.length + (stream.length & 1);
  const file = Buffer.alloc(BYTES_BEFORE_STREAM + padded);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(12 + padded, 4);
  file.write("WEBPVP8L", 8, "latin1");
  file.writeUInt32LE(stream.length, 16);
  file.set(stream, BYTES_BEFORE_STREAM);
  return file;
}
