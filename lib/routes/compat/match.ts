import { COMPAT_FOLDER, type CompatService } from "../../contract/paths.ts";
import { uuidDigits } from "../../contract/identifiers.ts";
import type { CompatImage } from "../../http/request.ts";
import { decode } from "../../contract/urls.ts";
import { schemeOf, type WholeScheme } from "./index.ts";
import type { CompatReply, JsonEndpoint } from "./json.ts";
import type { CompatScheme, ImageRoute, ReadParameter } from "./scheme.ts";
import { imageSize } from "./size.ts";
import { isAbsent, lenientNumber, noPlayer, subjectOf, withoutExtension } from "./subject.ts";

/** What a URL of another service means here. */
export type CompatRequest = ImageRequest | JsonRequest | FixedRequest;

/** A request of this service for an image. */
export interface ImageRequest {
  kind: "image";
  /** Its path and query. */
  target: string;
  /** False when the query of the URL has parameters that mean nothing. */
  isPlain: boolean;
  /** What no query says. */
  drawing: CompatImage;
  /** The URL names nobody: what is shown is no player's. */
  isNobody: boolean;
  /** The reply in place of a 404. */
  missing: CompatReply | undefined;
  /** The URL to which a client is sent in place of an image that is no player's own. */
  elsewhere: string | undefined;
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
  /** What the query says where the route has a placeholder. */
  values: Readonly<Record<string, string>>;
  isPlain: boolean;
}

/** What is the same for everybody. */
export interface FixedRequest {
  kind: "fixed";
  reply: CompatReply;
  isPlain: boolean;
}

/**
 * What a URL of another service means; null when the other service has no such URL either.
 * @param path Still encoded, as it would be on the other's host.
 * @param anyName Whether skin services are queried, whose players may have any name.
 */
export function compatRequest(
  service: CompatService,
  path: string,
  search: URLSearchParams,
  anyName = false,
): CompatRequest | null {
  const scheme = schemeOf(service);
  const segments = path.replace(/^\/+/, "").split("/").map(segmentOf);
  const refusal = scheme.refusals?.of(segments, search, anyName);
  if (refusal !== undefined) return { kind: "fixed", reply: refusal, isPlain: search.size === 0 };
  for (const [route, image] of Object.entries(scheme.routes)) {
    const match = matchRoute(route, segments, search);
    if (match === null) continue;
    const request = imageRequest(scheme, image, match, { search, anyName });
    return { ...request, elsewhere: elsewhereOf(service, segments, match, search) };
  }
  for (const [route, endpoint] of Object.entries(scheme.json)) {
    const match = matchRoute(route, segments, search);
    if (match === null || !isWhole(match) || match.id === "") continue;
    const isPlain = [...search.keys()].every((name) => match.named.includes(name));
    const { id: text = "", values } = match;
    const there = `/${path.replace(/^\/+/, "")}`;
    return { kind: "json", route, endpoint, text, path: there, values, isPlain };
  }
  for (const [route, { reply }] of Object.entries(scheme.fixed)) {
    const match = matchRoute(route, segments, search);
    if (match !== null && isWhole(match))
      return { kind: "fixed", reply, isPlain: search.size === 0 };
  }
  return null;
}

/** Whether nothing follows the route but a slash. */
function isWhole({ options }: Match): boolean {
  return options.length === 0 || (options.length === 1 && options[0] === "");
}

interface Match {
  id: string | undefined;
  /** Where the path has it; -1 where it does not. */
  idAt: number;
  /** What the path says where any text is taken. */
  any: string;
  /** What may be a size or a flag. */
  options: string[];
  /** Parameters that the route itself names. */
  named: string[];
  /** Those with a placeholder, by its name. */
  values: Record<string, string>;
}

function matchRoute(
  route: string,
  segments: readonly string[],
  search: URLSearchParams,
): Match | null {
  const [path = "", query = ""] = route.split("?");
  const wanted = [...new URLSearchParams(query)];
  const values: Record<string, string> = {};
  for (const [name, value] of wanted) {
    const given = search.get(name);
    if (!value.startsWith(":")) {
      if (given?.toLowerCase() !== value) return null;
    } else if (given !== null) values[value.slice(1)] = given;
  }
  const pattern = path.split("/");
  const matches = pattern.every((token, at) => {
    const segment = segments[at];
    // Only an id that comes last may be left out, and `/face/512` is a player called 512.
    if (segment === undefined) return token === ":id" && at === pattern.length - 1;
    if (token === ":id" || token === ":any") return true;
    if (token === ":size") {
      return segments.length >= pattern.length && lenientNumber(segment) !== undefined;
    }
    return withoutExtension(segment).toLowerCase() === withoutExtension(token);
  });
  if (!matches) return null;
  const idAt = pattern.indexOf(":id");
  const inQuery = query.includes(":id") ? (values["id"] ?? "") : undefined;
  return {
    id: idAt === -1 ? inQuery : (segments[idAt] ?? ""),
    idAt,
    any: segments[pattern.indexOf(":any")] ?? "",
    options: segments.filter((_, at) => at >= pattern.length || pattern[at] === ":size"),
    named: wanted.map(([name]) => name),
    values,
  };
}

function imageRequest(
  scheme: WholeScheme,
  image: ImageRoute,
  { id, any, options, named }: Match,
  { search, anyName }: { search: URLSearchParams; anyName: boolean },
): Omit<ImageRequest, "elsewhere"> {
  const heeded = new Set(named);
  const read = (name: string) => {
    heeded.add(name);
    return search.get(name);
  };
  const firstOf = (names: readonly string[]) =>
    names.map((name) => read(name)?.trim() ?? "").find((text) => !isAbsent(text)) ?? "";
  const subjects = id === undefined ? (scheme.subjects ?? []) : [];
  const player = subjectOf(id ?? firstOf(subjects.filter((name) => name !== "texture")), anyName);
  const other = subjects.includes("texture") ? subjectOf(firstOf(["texture"])) : player;
  const texture = [other, player].find((subject) => "texture" in subject)?.texture;
  const hasPlayer = "username" in player && (texture === undefined || player !== noPlayer);
  const query = new URLSearchParams();
  if (texture !== undefined) query.set("texture", texture);
  if (hasPlayer) query.set("username", player.username);

  const { path, view, isCombo } = image;
  if (view !== undefined) query.set("view", view);
  const isDrawn = path !== "/skin" && (path !== "/cape" || view !== undefined);
  let canvas: CompatImage["canvas"];
  if (isDrawn) {
    const parameters = { ...image.camera, ...scheme.parameters?.(image, { read, any, options }) };
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const inPath = options.map(lenientNumber).find(Boolean);
    const size = imageSize(scheme, image, inPath, read);
    if ("size" in size) query.set("size", String(size.size));
    else canvas = size.canvas;
    const isHidden = options.some((option) => /^no(?:helm|hat)$/i.test(withoutExtension(option)));
    const isShown = image.overlay ?? overlayBy(scheme, read);
    if (isHidden || !isShown) query.set("overlay", "false");
  }
  const fallback = /^(?:mhf_)?(steve|alex)$/i.exec(firstOf(["default"]))?.[1]?.toLowerCase();
  const isNamed = "username" in player && player !== noPlayer;
  const unknown =
    hasPlayer && (isNamed || scheme.unknown === undefined) ? player.fallback : undefined;
  const shown = fallback ?? unknown ?? scheme.unknown ?? "auto";
  query.set("default", shown);
  return {
    kind: "image",
    target: `${path}?${query.toString()}`,
    drawing: { skinFallback: shown === "404" ? "404" : "auto", canvas, isCombo },
    isPlain: [...search.keys()].every((name) => heeded.has(name)),
    isNobody: texture === undefined && player === noPlayer,
    missing: scheme.missing,
  };
}

/** The same URL for the player whose UUID is its `default`, where its service sends clients there. */
function elsewhereOf(
  service: CompatService,
  segments: readonly string[],
  { idAt }: Match,
  search: URLSearchParams,
): string | undefined {
  const uuid = uuidDigits(search.get("default") ?? "");
  if (uuid === null || idAt === -1 || schemeOf(service).redirects === undefined) return undefined;
  const path = segments.with(idAt, uuid).map(encodeURIComponent).join("/");
  const others = new URLSearchParams(search);
  others.delete("default");
  return COMPAT_FOLDER + service + "/" + path + (others.size > 0 ? `?${others}` : "");
}

function overlayBy({ overlay }: CompatScheme, read: ReadParameter): boolean {
  if (overlay === undefined) return true;
  const values = overlay.parameters.map(read);
  const isThere = values.some((value) => value !== null);
  if (overlay.rule === "shows") return isThere;
  return !values.some((value) => value === "false" || value === "0");
}

/** A decoded segment of a path; `+` is a space, as form encoding writes it. */
function segmentOf(written: string): string {
  return decode(written.replaceAll("+", " "));
}
