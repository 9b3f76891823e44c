/* The bytes of a file as text: editors and spreadsheets write UTF-8, UTF-16 with a byte order mark, or the encoding of old Windows. */

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
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
