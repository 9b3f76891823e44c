import { COMPAT_FOLDER, type CompatService } from "../../contract/paths.ts";
import { uuidDigits, type NameRules } from "../../contract/identifiers.ts";
import type { CompatImage } from "../../http/request.ts";
import { decode } from "../../contract/urls.ts";
import { schemeOf, type WholeScheme } from "./index.ts";
import type { CompatReply, JsonEndpoint } from "./json.ts";
import type { CompatScheme, ImageRoute, Moved, ReadParameter } from "./scheme.ts";
import { imageSize } from "./size.ts";
import {
  isAbsent,
  isTrue,
  kindOf,
  lenientNumber,
  noPlayer,
  subjectOf,
  withoutExtension,
} from "./subject.ts";

/** What a URL of another service means here. */
export type CompatRequest = ImageRequest | JsonRequest | FixedRequest | NotOffered;

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
  /** The name of the file as which it is saved, without its extension; undefined for an image that is shown. */
  fileName: string | undefined;
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

/** A URL of the other service that is not offered here. */
export interface NotOffered {
  kind: "notOffered";
  route: string;
  isPlain: boolean;
}

/**
 * What a URL of another service means; null when the other service has no such URL either.
 * @param path Still encoded, as it would be on the other's host.
 */
export function compatRequest(
  service: CompatService,
  path: string,
  search: URLSearchParams,
  rules?: NameRules,
): CompatRequest | null {
  const scheme = schemeOf(service);
  const segments = path.replace(/^\/+/, "").split("/").map(segmentOf);
  const refusal = scheme.refusals?.of(segments, search, rules);
  if (refusal !== undefined) return { kind: "fixed", reply: refusal, isPlain: search.size === 0 };
  for (const [route, moved] of Object.entries(scheme.moved)) {
    const match = matchRoute(route, segments, search);
    if (match === null || !isWhole(match)) continue;
    const reply = movedReply(moved, match, { segments, search });
    return { kind: "fixed", reply, isPlain: search.size === 0 };
  }
  for (const [route, image] of Object.entries(scheme.routes)) {
    const match = matchRoute(route, segments, search);
    if (match === null) continue;
    const request = imageRequest(scheme, image, match, { search, rules });
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
  const missing = Object.keys(scheme.notOffered).find(
    (route) => matchRoute(route, segments, search) !== null,
  );
  if (missing !== undefined) return { kind: "notOffered", route: missing, isPlain: false };
  return null;
}

/** Whether nothing follows the route but a slash. */
function isWhole({ rest }: Match): boolean {
  return rest.length === 0 || (rest.length === 1 && rest[0] === "");
}

/** The reply of a URL in place of which another is requested: a relative one, which also works at a root. */
function movedReply(
  { status, to }: Moved,
  { id = "", options }: Match,
  { segments, search }: { segments: readonly string[]; search: URLSearchParams },
): CompatReply {
  const target = to({ id, size: options.map(lenientNumber).find(Boolean), search });
  if (typeof target !== "string") return target;
  return { status, location: "../".repeat(segments.length - 1) + target };
}

interface Match {
  id: string | undefined;
  /** Where the path has it; -1 where it does not. */
  idAt: number;
  /** What the path says where any text is taken. */
  any: string;
  /** What may be a size or a flag. */
  options: string[];
  /** What follows the route. */
  rest: string[];
  /** The last segment of the path. */
  last: string;
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
    rest: segments.slice(pattern.length),
    last: segments.at(-1) ?? "",
    named: wanted.map(([name]) => name),
    values,
  };
}

function imageRequest(
  scheme: WholeScheme,
  image: ImageRoute,
  { id, any, options, last, named }: Match,
  { search, rules }: { search: URLSearchParams; rules: NameRules | undefined },
): Omit<ImageRequest, "elsewhere"> {
  const heeded = new Set(named);
  const read = (name: string) => {
    heeded.add(name);
    return search.get(name);
  };
  const firstOf = (names: readonly string[]) =>
    names.map((name) => read(name)?.trim() ?? "").find((text) => !isAbsent(text)) ?? "";
  const subject = subjectOf(id ?? firstOf(scheme.subjects ?? []), rules);
  const { fallback: ofName, ...who } = { fallback: undefined, ...subject };
  const query = new URLSearchParams(who);

  const { path, view, isCombo } = image;
  if (view !== undefined) query.set("view", view);
  const isDrawn = path !== "/skin" && (path !== "/cape" || view !== undefined);
  const inPath = options.map(lenientNumber).find(Boolean);
  const format = formatOf(scheme, last, read);
  let canvas: CompatImage["canvas"];
  if (isDrawn) {
    const parameters = { ...image.camera, ...scheme.parameters?.(image, { read, any, options }) };
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    // A pixel of an SVG is a texel where it is flat.
    const isTexels = format === "svg" && view !== "iso";
    const size = isTexels ? { size: image.texels } : imageSize(scheme, image, inPath, read);
    if ("size" in size) query.set("size", String(size.size));
    else canvas = size.canvas;
    const isHidden = options.some((option) => /^no(?:helm|hat)$/i.test(withoutExtension(option)));
    const isShown = image.overlay ?? overlayBy(scheme, read);
    if (isHidden || !isShown) query.set("overlay", "false");
  }
  const isNobody = subject === noPlayer;
  const text = withoutExtension(id ?? "");
  const isName = isNobody || kindOf(subject, rules) === "name";
  const unknownName = isName ? scheme.unknownName?.({ text }) : undefined;
  const isRefused = scheme.fallback !== undefined && read(scheme.fallback) === "false";
  const { unknown: byScheme, impossible = byScheme } = scheme;
  const ofUuid = kindOf(subject, rules) === "impossible" ? impossible : byScheme;
  const unknown = unknownName !== undefined || isRefused ? "404" : ofUuid;
  const wanted = /^(?:mhf_)?(steve|alex)$/i.exec(firstOf(["default"]))?.[1]?.toLowerCase();
  const shown = wanted ?? (isNobody ? (unknown ?? ofName) : (ofName ?? unknown)) ?? "auto";
  query.set("default", shown);
  const isSaved = image.isDownload ?? (scheme.download && isTrue(read(scheme.download)));
  return {
    kind: "image",
    target: `${path}?${query.toString()}`,
    drawing: {
      skinFallback: shown === "404" ? "404" : "auto",
      canvas,
      format,
      textureWidth: inPath && image.textureWidth?.(inPath),
      isCombo,
    },
    isPlain: [...search.keys()].every((name) => heeded.has(name)),
    isNobody,
    missing: image.missing ?? unknownName ?? scheme.missing,
    fileName: isSaved ? text : undefined,
  };
}

/** The format of a URL, in its extension or in a parameter; undefined for a PNG. */
function formatOf(
  { formats }: CompatScheme,
  last: string,
  read: ReadParameter,
): CompatImage["format"] {
  if (formats === undefined) return undefined;
  const { parameter, byName } = formats;
  const name = parameter === undefined ? last.replace(/^.*\./, "") : read(parameter);
  return byName[name?.toLowerCase() ?? ""];
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
  return values.every((value) => value === null || isTrue(value));
}

/** A decoded segment of a path; `+` is a space, as form encoding writes it, but at the start, where it is a prefix. */
function segmentOf(written: string): string {
  return decode(written.replace(/(?<!^)\+/g, " "));
}
