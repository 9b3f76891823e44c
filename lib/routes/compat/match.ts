import { ApiError } from "../../contract/errors.ts";
import type { CompatService } from "../../contract/paths.ts";
import { trimmed, type NameRules } from "../../contract/identifiers.ts";
import type { CompatImage } from "../../http/request.ts";
import { decodeName } from "../../contract/urls.ts";
import { schemeOf, type WholeScheme } from "./index.ts";
import type { CompatReply, CompatTarget, JsonEndpoint } from "./json.ts";
import type { CompatScheme, CompatUrl, ImageRoute, Parameters } from "./scheme.ts";
import {
  extensionOf,
  isAbsent,
  isTrue,
  kindOf,
  lenientNumber,
  noPlayer,
  subjectOf,
  withoutExtension,
  wordOf,
} from "./subject.ts";

/** What a URL of another service means here: an image, JSON, or what the URL alone decides. */
export type CompatRequest =
  | ImageRequest
  | JsonRequest
  /** The error is for a URL that is not offered. */
  | { kind: "fixed"; reply: CompatReply | ApiError };

/** A request of this service for an image. */
export interface ImageRequest {
  kind: "image";
  /** Its path and query. */
  target: string;
  /** False when the query of the URL has parameters that mean nothing. */
  isPlain: boolean;
  /** What no query says. */
  compat: CompatImage;
  /** The URL names nobody: what is shown is no player's. */
  isNobody: boolean;
  /** The reply in place of a 404; one that leads elsewhere, in place of every image that is no player's own. */
  instead: CompatReply | undefined;
  /** The name of the file as which it is saved, without its extension; undefined for an image that is shown. */
  fileName: string | undefined;
}

/** An endpoint with JSON. */
export interface JsonRequest extends Required<CompatTarget> {
  kind: "json";
  /** Its row in the table. */
  route: string;
  endpoint: JsonEndpoint;
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
  const relative = path.replace(/^\/+/, "");
  const segments = relative.split("/").map(decodeName);
  const refusal = scheme.refusal?.(segments, search, rules);
  if (refusal !== undefined) return { kind: "fixed", reply: refusal };
  const find = <Row>(rows: Readonly<Record<string, Row>>, fits: (match: Match) => boolean) => {
    for (const [route, row] of Object.entries(rows)) {
      const match = matchRoute(route, segments, search);
      if (match !== null && fits(match)) return { route, row, match };
    }
    return undefined;
  };
  const fixed = find(scheme.fixed, isWhole);
  if (fixed !== undefined) {
    const { reply } = fixed.row;
    return { kind: "fixed", reply: typeof reply === "function" ? reply(fixed.match) : reply };
  }
  const image = find(scheme.routes, () => true);
  if (image !== undefined) return imageRequest(scheme, image.row, image.match, rules);
  const json = find(scheme.json, (match) => isWhole(match) && match.id !== "");
  if (json !== undefined) {
    const { route, row: endpoint, match } = json;
    const { id: text = "", values } = match;
    const isPlain = isPlainFor(match);
    return { kind: "json", route, endpoint, text, path: `/${relative}`, values, isPlain };
  }
  const missing = find(scheme.notOffered, () => true);
  if (missing === undefined) return null;
  const url = `/${missing.route} of ${scheme.name}`;
  const sentence = `The URL ${url} is not offered here. See /docs/moving.`;
  return { kind: "fixed", reply: new ApiError("ROUTE_NOT_FOUND", sentence) };
}

/** A URL that fits a route. */
interface Match extends CompatUrl {
  /** What follows the route. */
  rest: string[];
  /** Parameters that mean something. */
  heeded: Set<string>;
  /** Those with a placeholder, by its name. */
  values: Record<string, string>;
}

/** Whether nothing follows the route but a slash. */
function isWhole({ rest }: Match): boolean {
  return rest.length === 0 || (rest.length === 1 && rest[0] === "");
}

function isPlainFor({ search, heeded }: Match): boolean {
  return [...search.keys()].every((name) => heeded.has(name));
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
    const sent = search.get(name);
    if (!value.startsWith(":")) {
      if (sent?.toLowerCase() !== value) return null;
    } else if (sent !== null) values[value.slice(1)] = sent;
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
    return wordOf(segment) === withoutExtension(token);
  });
  if (!matches) return null;
  const idAt = pattern.indexOf(":id");
  const inQuery = query.includes(":id") ? (values["id"] ?? "") : undefined;
  const options = segments.filter((_, at) => at >= pattern.length || pattern[at] === ":size");
  const heeded = new Set(wanted.map(([name]) => name));
  const read = (name: string) => {
    heeded.add(name);
    return search.get(name);
  };
  return {
    segments,
    search,
    id: idAt === -1 ? inQuery : (segments[idAt] ?? ""),
    any: segments[pattern.indexOf(":any")] ?? "",
    options,
    number: options.map(lenientNumber).find(Boolean),
    read,
    numberIn: (...names) => names.map((name) => lenientNumber(read(name) ?? "")).find(Boolean),
    rest: segments.slice(pattern.length),
    heeded,
    values,
  };
}

function imageRequest(
  scheme: WholeScheme,
  image: ImageRoute,
  url: Match,
  rules: NameRules | undefined,
): ImageRequest {
  const { id, options, number, read } = url;
  const texts = (scheme.playerParameters ?? []).map((name) => trimmed(read(name) ?? ""));
  const subject = subjectOf(id ?? texts.find((text) => !isAbsent(text)) ?? "", rules);
  const { fallback, ...who } = { fallback: undefined, ...subject };
  const query = new URLSearchParams(who);
  const set = (parameters: Parameters) => {
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined && value !== false) query.set(name, String(value));
    }
  };

  const { path, view, isCombo } = image;
  set({ view });
  const isDrawn = path !== "/skin" && (path !== "/cape" || view !== undefined);
  const format = formatOf(scheme, url);
  let canvas: CompatImage["canvas"];
  if (isDrawn) {
    const { overlay = true, ...parameters } = scheme.parameters?.(url, image) ?? {};
    set({ ...image.camera });
    set(parameters);
    // A pixel of an SVG is a texel where it is flat.
    const isTexels = format === "svg" && view !== "iso";
    const size = isTexels ? { size: image.texels } : (image.size ?? scheme.size)(url, image);
    if ("size" in size) set(size);
    else canvas = size.canvas;
    const isHidden = options.some((option) => /^no(?:helm|hat)$/i.test(withoutExtension(option)));
    if (isHidden || overlay === false || image.overlay === false) query.set("overlay", "false");
  }
  const text = withoutExtension(id ?? "");
  const isNobody = subject === noPlayer;
  const unknown = scheme.unknown?.({ text, kind: kindOf(subject, rules) }, url) ?? "auto";
  const reply = typeof unknown === "string" ? undefined : unknown;
  const byReply = reply?.location === undefined ? "404" : "auto";
  const byScheme = typeof unknown === "string" ? unknown : byReply;
  const [, wanted] = /^(?:mhf_)?(steve|alex)$/i.exec(read("default")?.trim() ?? "") ?? [];
  const byName = isNobody && byScheme === "404" ? "404" : fallback;
  const shown = wanted?.toLowerCase() ?? byName ?? byScheme;
  set({ default: shown });
  const isSaved = image.isDownload ?? (scheme.download && isTrue(read(scheme.download)));
  for (const name of scheme.heeds ?? []) url.heeded.add(name);
  return {
    kind: "image",
    target: `${path}?${query.toString()}`,
    compat: {
      skinFallback: shown === "404" ? "404" : "auto",
      canvas,
      format,
      textureWidth: number && image.textureWidth?.(number),
      isCombo,
    },
    isPlain: isPlainFor(url),
    isNobody,
    instead: reply ?? image.missing,
    fileName: isSaved ? text : undefined,
  };
}

/** The format of a URL, in its extension or in a parameter; undefined for a PNG. */
function formatOf({ formats }: CompatScheme, { segments, read }: CompatUrl): CompatImage["format"] {
  if (formats === undefined) return undefined;
  const { parameter, byName } = formats;
  const name =
    parameter === undefined ? extensionOf(segments.at(-1) ?? "") : read(parameter)?.toLowerCase();
  return byName.get(name ?? "");
}
