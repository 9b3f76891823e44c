import type { Edition } from "./profile.ts";

/*
 * The service's own addresses, relative to the base address: what a profile carries, what the site
 * asks. Pure, and the only place that spells a query.
 */

export interface ProfileUrlOptions {
  /** Left out: both editions. */
  type?: Edition | "all";
  /** Past the cache, within the refresh limit. */
  update?: boolean;
}

export interface TextureUrlOptions {
  /** Anything `username` takes: a name, a UUID, an XUID, a gamertag. */
  username: string;
  type: Edition;
}

export interface HeadUrlOptions extends TextureUrlOptions {
  /** The side in pixels; left out: the service's default. */
  size?: number | undefined;
}

/** `/api?username=…`: the JSON profile. */
export function profileUrl(
  username: string,
  { type = "all", update = false }: ProfileUrlOptions = {},
): string {
  const query = [["username", username]];
  if (type !== "all") query.push(["type", type]);
  if (update) query.push(["update", "true"]);
  return address("/api", query);
}

/** `/head?username=…&type=…`: the head, as an image. */
export function headUrl({ username, type, size }: HeadUrlOptions): string {
  const query = [
    ["username", username],
    ["type", type],
  ];
  if (size !== undefined) query.push(["size", String(size)]);
  return address("/head", query);
}

/** `/skin?username=…&type=…`: the skin texture's own bytes. */
export function skinUrl({ username, type }: TextureUrlOptions): string {
  return address("/skin", [
    ["username", username],
    ["type", type],
  ]);
}

/** `/cape?username=…&type=…`: the cape texture's own bytes. */
export function capeUrl({ username, type }: TextureUrlOptions): string {
  return address("/cape", [
    ["username", username],
    ["type", type],
  ]);
}

/** The same address with another size of head. */
export function withSize(url: string, size: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}size=${size}`;
}

/** A path with a query, in the one spelling of the service; without parameters the path alone. */
export function address(path: string, query: readonly (readonly string[])[]): string {
  if (query.length === 0) return path;
  return `${path}?${query.map((pair) => pair.map(encode).join("=")).join("&")}`;
}

/** Half a surrogate pair, as pasted text may hold, has no encoding: it becomes U+FFFD. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\u{FFFD}"));
}
