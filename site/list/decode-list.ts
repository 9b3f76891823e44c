/* The bytes of a file as text: editors and spreadsheets write UTF-8 and UTF-16, with a byte order mark or without. */

/** As much of a list is read: many times what the longest list of players takes. */
export const MAX_BYTES = 1_000_000;

export interface DecodedList {
  /** Null if the file is no text, such as a spreadsheet that was not saved as CSV. */
  text: string | null;
  /** It is longer than what was read. */
  isCut: boolean;
}

/** Decodes the bytes of a file, of which the first `MAX_BYTES` are enough. */
export function decodeList(bytes: Uint8Array, size = bytes.length): DecodedList {
  const read = bytes.subarray(0, MAX_BYTES);
  const isCut = size > MAX_BYTES;
  const encoding = encodingOf(read);
  // A character that is cut through at the end is left out.
  const text = new TextDecoder(encoding).decode(read, { stream: true });
  return { text: text.includes("\0") ? null : text, isCut };
}

/** A text that is pasted, as much of it as is read. */
export function cutList(text: string): DecodedList {
  return { text: text.slice(0, MAX_BYTES), isCut: text.length > MAX_BYTES };
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Lists have more of ASCII than of anything else, at least their commas and line breaks.
  const [even, odd] = zerosIn(bytes.subarray(0, 2_000));
  if (odd > 0 && even === 0) return "utf-16le";
  if (even > 0 && odd === 0) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** How many bytes are zero, at even and at odd places. */
function zerosIn(bytes: Uint8Array): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  return zeros;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
