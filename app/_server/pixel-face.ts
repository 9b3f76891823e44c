import "server-only";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateSync } from "node:zlib";

const FILES = "node_modules/@fontsource/pixelify-sans/files";
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const TABLE_BYTES = 16;

/** The pixel face as Pango knows it; the comma keeps the weight a part of the name. */
export const PIXEL_FACE = "Pixelify Sans SemiBold,";

/** What the face has letters for. */
const cuts = [
  { cut: "latin", letters: /^[\u0020-\u007e\u00a0-\u00ff]*$/ },
  { cut: "cyrillic", letters: /^[\u0020\u0400-\u045f]*$/ },
] as const;

export type PixelCut = (typeof cuts)[number]["cut"];

/** The cut of the pixel face that can write a text; undefined when none can. */
export function pixelCutFor(text: string): PixelCut | undefined {
  return cuts.find(({ letters }) => letters.test(text))?.cut;
}

const unpacked = new Map<PixelCut, Promise<string>>();

/**
 * The path of the face as a TrueType file: the text engine reads no packed ones. A failure is
 * forgotten, so that the next call tries again.
 */
export function pixelFaceFile(cut: PixelCut): Promise<string> {
  const known = unpacked.get(cut);
  if (known !== undefined) return known;
  const file = unpack(cut);
  unpacked.set(cut, file);
  file.catch(() => unpacked.delete(cut));
  return file;
}

async function unpack(cut: PixelCut): Promise<string> {
  const packed = await readFile(path.resolve(FILES, `pixelify-sans-${cut}-600-normal.woff`));
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-face-"));
  const file = path.join(folder, `${cut}.ttf`);
  await writeFile(file, unpackWoff(packed));
  return file;
}

/** TrueType from WOFF 1.0: the same tables, each deflated (https://www.w3.org/TR/WOFF/). */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * TABLE_BYTES);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let end = head.length;
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const [offset, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    const packed = woff.subarray(offset, (offset ?? 0) + (packedLength ?? 0));
    const table = packedLength === length ? packed : inflateSync(packed);
    const at = 12 + index * TABLE_BYTES;
    woff.copy(head, at, entry, entry + 4);
    woff.copy(head, at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    // Tables begin at multiples of four.
    parts.push(table, Buffer.alloc(-table.length & 3));
    end += table.length + (-table.length & 3);
  }
  return Buffer.concat(parts);
}
