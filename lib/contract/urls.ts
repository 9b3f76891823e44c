import type { Edition } from "./profile.ts";

/*
 * The service's own addresses, relative to the base address: in profiles, and for the requests of
 * the site. The only place that writes a query.
 */

/** `/api?username=…`: the JSON profile; `update` bypasses the cache, within the refresh limit. */
export function profileUrl(
  username: string,
  {
    type = "all",
    textures,
    update = false,
  }: { type?: Edition | "all"; textures?: "signed" | undefined; update?: boolean } = {},
): string {
  return address("/api", {
    username,
    type: type === "all" ? undefined : type,
    textures,
    update: update ? "true" : undefined,
  });
}

/** `/api/history?username=…`: what the player was seen with. */
export function historyUrl(username: string): string {
  return address("/api/history", { username });
}

/** The same address with another size of head. */
export function withSize(url: string, size: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}size=${size}`;
}

/** The same image, or the JSON error: an `<img>` fails where there is none, and shows no other face. */
export function orError(url: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}default=404`;
}

/** A path with a query; parameters that are undefined are left out. */
export function address(
  path: string,
  query: Readonly<Record<string, string | number | false | undefined>>,
): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return path;
  return `${path}?${pairs.map(([name, value]) => `${name}=${encode(String(value))}`).join("&")}`;
}

/** Percent-encodes a text. Half a surrogate pair has no encoding and becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\u{FFFD}"));
}

/**
 * Decodes a segment of a path that names a player: there, `+` is a space, as forms write it, but at the start, where it
 * is a prefix.
 */
export function decodeName(segment: string): string {
  return decode(segment.replace(/(?<!^)\+/g, " "));
}

/** Decodes a percent-encoded text; one that cannot be decoded stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
