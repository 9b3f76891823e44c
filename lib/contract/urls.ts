import type { Edition } from "./profile.ts";

/*
 * The service's own addresses, relative to the base address: in profiles, and for the requests of
 * the site. The only place that writes a query.
 */

/** `/api?username=…`: the JSON profile; `update` bypasses the cache, within the refresh limit. */
export function profileUrl(
  username: string,
  { type = "all", update = false }: { type?: Edition | "all"; update?: boolean } = {},
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
type ViewAt<Path> = NonNullable<Extract<SkinView, { path: Path }>["view"]>;

/** The values of `view` at a path, the default first. */
export function viewsAt<Path extends SkinView["path"]>(path: Path) {
  const views = skinViews.flatMap((one) => (one.path === path ? (one.view ?? []) : []));
  return ["front", ...(views as ViewAt<Path>[])] as const;
}

interface ViewUrlOptions {
  /** Anything `username` takes: a name, a UUID, an XUID, a gamertag. */
  username: string;
  type: Edition;
  /** The height in pixels; left out: the service's default. */
  size?: number | undefined;
  format?: "png" | "webp" | undefined;
  /** False leaves the second layer out. */
  overlay?: boolean | undefined;
}

/** `/body?username=…&type=…&view=iso`: a drawn view, as an image. */
export function viewUrl(
  { path, view }: { path: string; view: string | undefined },
  { username, type, size, format, overlay }: ViewUrlOptions,
): string {
  const layers = overlay === false ? "false" : undefined;
  return address(path, { username, type, view, size, format, overlay: layers });
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
