/**
 * `Content-Disposition` of a file to be saved (RFC 6266). The name may be anything that a URL contained: what no
 * file system takes, what ends a header, and what changes the direction of a text is left out of it.
 * @param extension Without its dot.
 */
export function attachment(name: string, extension: string): string {
  const safe = name
    .replace(/\p{Surrogate}/gu, "\u{FFFD}")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/["*/:<>?\\|%]/g, "_")
    .trim()
    .replace(/^\./, "_");
  const file = `${safe === "" ? "image" : safe}.${extension}`;
  // For programs that do not know `filename*`.
  const ascii = file.replace(/[^ -~]/gu, "_");
  const encoded = encodeURIComponent(file).replace(/['()]/g, percent);
  return `attachment; filename="${ascii}"${ascii === file ? "" : `; filename*=UTF-8''${encoded}`}`;
}

/** What `encodeURIComponent` leaves as it is, and RFC 8187 does not. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
