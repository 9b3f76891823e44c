import type { JsonEndpoint } from "./compat/json.ts";
import { isPlaceholderUuid } from "./compat/readers.ts";
import {
  FACE_TEXELS,
  schemeOf,
  type CompatScheme,
  type WholeScheme,
  type CompatService,
  type ImageRoute,
} from "./compat/schemes.ts";
import { isTextureHash, isXuid, parseIdentifier } from "./identifiers.ts";
import { decode } from "./urls.ts";

export { clientValue, compatClients } from "./compat/clients.ts";
export { compatServices, isCompatService, schemeOf } from "./compat/schemes.ts";
export type { CompatService } from "./compat/schemes.ts";

/** What a URL of another service means here. */
export type CompatRequest = ImageRequest | JsonRequest;

/** A request of this service for an image. */
export interface ImageRequest {
  kind: "image";
  path: ImageRoute["path"];
  query: string;
  /** False when the query of the URL has parameters that mean nothing. */
  isPlain: boolean;
}

/** An endpoint with JSON. */
export interface JsonRequest {
  kind: "json";
  /** Its row in the table. */
  route: string;
  endpoint: JsonEndpoint;
  /** The text that names the player. */
  text: string;
  /** The path at the other service. */
  path: string;
  isPlain: boolean;
}

/** The URLs of a service: there, here, and as a request of this service. */
export function compatRows(
  service: CompatService,
): { old: string; here: string; native: string }[] {
  const { host, otherHosts = {}, routes, json } = schemeOf(service);
  const rowOf = (route: string, native: string, method = "") => {
    const path = route.replace(/:(\w+)/g, "{$1}");
    const origin = `https://${otherHosts[path.replace(/\/.*/, "")] ?? host}`;
    return { old: `${method}${origin}/${path}`, here: `/compat/${service}/${path}`, native };
  };
  return [
    ...Object.entries(routes).map(([route, { path, view, overlay }]) => {
      const query = Object.entries({ view, overlay: overlay === false ? "false" : undefined })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${value}`);
      return rowOf(route, [path, query.join("&")].filter(Boolean).join("?"));
    }),
    ...Object.entries(json).map(([route, { edition, bulk }]) => {
      const native = edition === "floodgate" ? "/api" : `/api?type=${edition}`;
      return rowOf(route, native, bulk && "POST ");
    }),
  ];
}

const MAX_SIZE = 512;
const MIN_SIZE = { "/head": 8, "/bust": 16, "/body": 16, "/player": 16, "/skin": 0, "/cape": 0 };
/** No player has it: lookups of it send no request. */
const NO_PLAYER = "00000000-0000-0000-0000-000000000000";

/**
 * What a URL of another service means; null when the other service has no such URL either.
 * @param path Still encoded, as it would be on the other's host.
 */
export function compatRequest(
  service: CompatService,
  path: string,
  search: URLSearchParams,
): CompatRequest | null {
  const scheme = schemeOf(service);
  const segments = path.replace(/^\/+/, "").split("/").map(segmentOf);
  for (const [route, image] of Object.entries(scheme.routes)) {
    const match = matchRoute(route, segments, search);
    if (match !== null) return imageRequest(scheme, image, match, search);
  }
  for (const [route, endpoint] of Object.entries(scheme.json)) {
    const match = matchRoute(route, segments, search);
    if (match === null || match.options.length > 0 || match.id === "") continue;
    const isPlain = [...search.keys()].every((name) => match.named.includes(name));
    const text = match.id ?? "";
    return { kind: "json", route, endpoint, text, path: `/${path.replace(/^\/+/, "")}`, isPlain };
  }
  return null;
}

interface Match {
  id: string | undefined;
  /** What may be a size or a flag. */
  options: string[];
  /** Parameters that the route itself names. */
  named: string[];
}

function matchRoute(
  route: string,
  segments: readonly string[],
  search: URLSearchParams,
): Match | null {
  const [path = "", query = ""] = route.split("?");
  const wanted = [...new URLSearchParams(query)];
  if (wanted.some(([name, value]) => search.get(name)?.toLowerCase() !== value)) return null;
  const pattern = path.split("/");
  const match: Match = { id: undefined, options: [], named: wanted.map(([name]) => name) };
  for (const [at, token] of pattern.entries()) {
    const segment = segments[at];
    if (token === ":id") {
      match.id = segment ?? "";
      // Only what comes last may be left out.
      if (segment === undefined && at < pattern.length - 1) return null;
    } else if (segment === undefined) {
      return null;
    } else if (token === ":size") {
      // `/face/512` is a player called 512.
      if (segments.length < pattern.length || lenientNumber(segment) === undefined) return null;
      match.options.push(segment);
    } else if (
      token !== ":any" &&
      withoutExtension(segment).toLowerCase() !== withoutExtension(token)
    ) {
      return null;
    }
  }
  match.options.push(...segments.slice(pattern.length));
  return match;
}

function imageRequest(
  scheme: WholeScheme,
  image: ImageRoute,
  { id, options, named }: Match,
  search: URLSearchParams,
): ImageRequest {
  const given = new Set(search.keys());
  const heeded = new Set(named);
  const firstOf = (names: readonly string[]) => {
    for (const name of names) heeded.add(name);
    return names.map((name) => search.get(name)?.trim() ?? "").find((text) => !isAbsent(text));
  };
  const subjects = id === undefined ? (scheme.subjects ?? []) : [];
  const player = subjectOf(id ?? firstOf(subjects.filter((name) => name !== "texture")) ?? "");
  const worn = subjects.includes("texture") ? subjectOf(firstOf(["texture"]) ?? "") : player;
  const texture = [worn, player].find((subject) => "texture" in subject)?.texture;
  const hasPlayer = "username" in player && (texture === undefined || player !== noPlayer);
  const query = new URLSearchParams();
  if (texture !== undefined) query.set("texture", texture);
  if (hasPlayer) query.set("username", player.username);

  if (image.view !== undefined) query.set("view", image.view);
  if (MIN_SIZE[image.path] > 0) {
    const size = options.map(lenientNumber).find((number) => number !== undefined);
    query.set("size", String(sizeOf(scheme, image, size, (name) => firstOf([name]))));
    const flags = options.map((option) => withoutExtension(option).toLowerCase());
    const hidden = flags.some((flag) => flag === "nohelm" || flag === "nohat");
    const shown =
      image.overlay ?? overlayBy(scheme, (name) => heeded.add(name) && search.get(name));
    if (hidden || !shown) query.set("overlay", "false");
  }
  const fallback = /^(?:mhf_)?(steve|alex)$/i.exec(firstOf(["default"]) ?? "")?.[1]?.toLowerCase();
  const unknown = hasPlayer ? player.fallback : undefined;
  query.set("default", fallback ?? unknown ?? "auto");
  return {
    kind: "image",
    path: image.path,
    query: query.toString(),
    isPlain: [...given].every((name) => heeded.has(name)),
  };
}

function sizeOf(
  { size: byDefault, sizes = [], scale }: WholeScheme,
  { path, texels }: ImageRoute,
  inPath: number | undefined,
  parameter: (name: string) => string | undefined,
): number {
  const wanted = inPath ?? sizes.map((name) => lenientNumber(parameter(name) ?? "")).find(Boolean);
  const factor = scale && (lenientNumber(parameter(scale.parameter) ?? "") ?? scale.byDefault);
  const isScaled = factor !== undefined && (sizes.length === 0 || texels !== FACE_TEXELS);
  const pixels = isScaled ? factor * texels : (wanted ?? byDefault);
  return Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE[path], pixels)));
}

function overlayBy(
  { overlay }: CompatScheme,
  parameter: (name: string) => string | null | false,
): boolean {
  if (overlay === undefined) return true;
  const values = overlay.parameters.map(parameter);
  const isThere = values.some((value) => typeof value === "string");
  if (overlay.rule === "shows") return isThere;
  if (overlay.rule === "hides") return !isThere;
  return !values.some((value) => value === "false" || value === "0");
}

/** Names that software sends for no player in particular, and the head that is meant. */
const NAMES_OF_NO_PLAYER: ReadonlyMap<string, "steve" | "alex"> = new Map([
  ["alex", "alex"],
  ["char", "steve"],
  ["console", "steve"],
  ["mhf_alex", "alex"],
  ["mhf_steve", "steve"],
  ["server", "steve"],
  ["steve", "steve"],
]);
type Subject = { texture: string } | { username: string; fallback?: "steve" | "alex" };
const noPlayer = { username: NO_PLAYER, fallback: "steve" } as const;

/** The player or texture that a text names, read as leniently as the other services read it. */
export function subjectOf(written: string): Subject {
  const text = withoutExtension(written).replace(/^\*/, "").trim();
  const fallback = NAMES_OF_NO_PLAYER.get(text.toLowerCase());
  if (fallback !== undefined) return { username: NO_PLAYER, fallback };
  const hex = text.replaceAll("-", "").toLowerCase();
  const hash = hex.replace(/^0+(?=.)/, "");
  if (hex.length > 32 && hex.length <= 64 && isTextureHash(hash)) return { texture: hash };
  // Shorter hexadecimal texts are ids of other services, unless they are an XUID.
  const isForeignId = /^[0-9a-f]{16}$/i.test(text) && !isXuid(text);
  if (isAbsent(text) || isForeignId || isPlaceholderUuid(hex)) return noPlayer;
  return parseIdentifier(text) === null ? noPlayer : { username: text };
}

/** Empty, or a placeholder that was not filled in: `{texture}`, `%uuid%`, `${name}`. */
function isAbsent(text: string): boolean {
  return text === "" || /^(?:\$?\{.*\}|%.*%|<.*>|undefined|null)$/.test(text);
}

function withoutExtension(text: string): string {
  return text.replace(/\.(?:png|jpe?g|webp|gif)$/i, "");
}

/** The number that a text begins with, as `parseInt` reads it; undefined unless it is positive. */
function lenientNumber(text: string): number | undefined {
  const number = Number.parseInt(text, 10);
  return number > 0 ? number : undefined;
}

/** A decoded segment of a path; `+` is a space, as form encoding writes it. */
function segmentOf(written: string): string {
  return decode(written.replaceAll("+", " "));
}
