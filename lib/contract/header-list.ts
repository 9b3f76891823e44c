/** More than any real client sends, in characters and in parts. */
const MAX_LENGTH = 4_096;
const MAX_PARTS = 128;

/**
 * The parts of a comma-separated request header; of one that is too long, the first that fit. Its length is
 * the client's choice, and each part takes time, so the text is cut before it is split.
 */
export function listOf(header: string): string[] {
  if (header.length <= MAX_LENGTH) return header.split(",", MAX_PARTS);
  return header.slice(0, Math.max(0, header.lastIndexOf(",", MAX_LENGTH))).split(",", MAX_PARTS);
}
