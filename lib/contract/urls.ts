import type { Edition } from "./profile.ts";

/*
 * The service's own addresses, relative to the base address: in profiles, and for the requests of
 * the site. The only place that writes a query.
 */

interface ProfileUrlOptions {
  /** Left out: both editions. */
  type?: Edition | "all";
  /** Bypasses the cache, within the refresh limit. */
  update?: boolean;
}

interface TextureUrlOptions {
  /** Anything `username` takes: a name, a UUID, an XUID, a gamertag. */
  username: string;
  type: Edition;
}

interface HeadUrlOptions extends TextureUrlOptions {
  /** The side in pixels; left out: the service's default. */
  size?: number | undefined;
}

/** `/api?username=…`: the JSON profile. */
export function profileUrl(
  username: string,
  { type = "all", update = false }: ProfileUrlOptions = {},
): string {
  return address("/api", {
    username,
    type: type === "all" ? undefined : type,
    update: update ? "true" : undefined,
  });
}

/** `/api/history?username=…`: what the player was seen with. */
export function historyUrl(username: string): string {
  return address("/api/history", { username });
}

/** `/head?username=…&type=…`: the head, as an image. */
export function headUrl({ username, type, size }: HeadUrlOptions): string {
  return address("/head", { username, type, size });
}

/** `/skin?username=…&type=…`: the skin texture's own bytes. */
export function skinUrl({ username, type }: TextureUrlOptions): string {
  return address("/skin", { username, type });
}

/** `/cape?username=…&type=…`: the cape texture's own bytes. */
export function capeUrl({ username, type }: TextureUrlOptions): string {
  return address("/cape", { username, type });
}

/** The drawn views of a skin: their name, their path and, where it is not the default, their `view`. */
export const skinViews = [
  { name: "head", path: "/head", view: undefined },
  { name: "head-iso", path: "/head", view: "iso" },
  { name: "bust", path: "/bust", view: undefined },
  { name: "body", path: "/body", view: undefined },
  { name: "body-back", path: "/body", view: "back" },
  { name: "body-left", path: "/body", view: "left" },
  { name: "body-right", path: "/body", view: "right" },
  { name: "body-iso", path: "/body", view: "iso" },
  { name: "player", path: "/player", view: undefined },
] as const;
export type SkinView = (typeof skinViews)[number];
/** Those of a cape. */
export const capeViews = [
  { path: "/cape", view: "front" },
  { path: "/cape", view: "back" },
  { path: "/cape", view: "elytra" },
] as const;

interface ViewUrlOptions extends HeadUrlOptions {
  format?: "png" | "webp" | undefined;
  /** False leaves the second layer out. */
  overlay?: boolean | undefined;
}

/** `/body?username=…&type=…&view=iso`: a drawn view, as an image `size` pixels high. */
export function viewUrl(
  { path, view }: SkinView | (typeof capeViews)[number],
  { username, type, size, format, overlay }: ViewUrlOptions,
): string {
  return address(path, {
    username,
    type,
    view,
    size,
    format,
    overlay: overlay === false ? "false" : undefined,
  });
}

/** The same address with another size of head. */
export function withSize(url: string, size: number): string {
  return `${url}${url.includes("?") ? "&" : "?"}size=${size}`;
}

/** A path with a query; parameters that are undefined are left out. */
export function address(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return path;
  return `${path}?${pairs.map(([name, value]) => `${name}=${encode(String(value))}`).join("&")}`;
}

/** Percent-encodes a text. Half a surrogate pair has no encoding and becomes U+FFFD. */
export function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\u{FFFD}"));
}

/** Decodes a percent-encoded text; one that cannot be decoded stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
