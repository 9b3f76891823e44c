import { trimmed, type NameRules } from "../contract/identifiers.ts";
import type { ImageManner } from "../images/texture-images.ts";
import type { ImageRoute, ImageSize, Parameters } from "./images.ts";
import { isPlain, type RouteMatch } from "./route-pattern.ts";
import type { WholeScheme } from "./services/index.ts";
import {
  extensionOf,
  isAbsent,
  isTrue,
  kindOf,
  noPlayer,
  subjectOf,
  withoutExtension,
  type Subject,
} from "./subject.ts";
import type { CompatReply } from "./terms.ts";

/** A request of this service for an image, and what becomes of the reply to it. */
export interface ImageRequest {
  kind: "image";
  /** Its path and query. */
  target: string;
  /** The rest of the request, for which no query has a parameter. */
  manner: ImageManner;
  changes: ImageChanges;
  /** False when the query of the URL has parameters that mean nothing. */
  isPlain: boolean;
}

/** How the reply of the other service differs from ours. */
export interface ImageChanges {
  /** The URL names nobody: what is shown is no player's. */
  isNobody: boolean;
  /** The reply in place of a 404; one that leads elsewhere, in place of every image that is no player's own. */
  replacement: CompatReply | undefined;
  /** The name of the file as which it is saved, without its extension; undefined for an image that is shown. */
  fileName: string | undefined;
}

/** Reads a URL of an image. */
export function imageRequest(
  scheme: WholeScheme,
  image: ImageRoute,
  url: RouteMatch,
  rules: NameRules | undefined,
): ImageRequest {
  const { path, view, isCombo } = image;
  const subject = subjectIn(scheme, url, rules);
  const format = formatIn(scheme, url);
  const look = isDrawn(image) ? lookOf(scheme, image, url, format) : { parameters: [] };
  const unknown = unknownIn(scheme, url, subject, rules);
  const query = queryOf(subject, [{ view }, ...look.parameters, { default: unknown.shown }]);
  const manner: ImageManner = {
    canvas: look.canvas,
    format,
    textureWidth: url.number && image.textureWidth?.(url.number),
    default: unknown.shown === "404" ? "404" : "auto",
    isCombo,
  };
  const changes = {
    isNobody: subject === noPlayer,
    replacement: unknown.reply ?? image.missing,
    fileName: isSaved(scheme, image, url) ? textOf(url) : undefined,
  };
  for (const name of scheme.heeds ?? []) url.heeded.add(name);
  return { kind: "image", target: `${path}?${query}`, manner, changes, isPlain: isPlain(url) };
}

/** The text that names the player, without the extension of the image. */
function textOf({ id = "" }: RouteMatch): string {
  return withoutExtension(id);
}

/** The player or texture of a URL, in its path or in a parameter. */
function subjectIn(
  { playerParameters = [] }: WholeScheme,
  { id, read }: RouteMatch,
  rules: NameRules | undefined,
): Subject {
  const texts = playerParameters.map((name) => trimmed(read(name) ?? ""));
  return subjectOf(id ?? texts.find((text) => !isAbsent(text)) ?? "", rules);
}

/** The format of a URL, in its extension or in a parameter; undefined for a PNG. */
function formatIn({ formats }: WholeScheme, { segments, read }: RouteMatch): ImageManner["format"] {
  if (formats === undefined) return undefined;
  const { parameter, byName } = formats;
  const name =
    parameter === undefined ? extensionOf(segments.at(-1) ?? "") : read(parameter)?.toLowerCase();
  return byName.get(name ?? "");
}

/** True for an image that is drawn, false for a texture file. */
function isDrawn({ path, view }: ImageRoute): boolean {
  return path !== "/skin" && (path !== "/cape" || view !== undefined);
}

interface Look {
  /** Parameters of this service; later ones win. */
  parameters: readonly Parameters[];
  canvas?: ImageManner["canvas"];
}

/** How a drawn image looks: its camera, its size, and whether it has the second layer. */
function lookOf(
  scheme: WholeScheme,
  image: ImageRoute,
  url: RouteMatch,
  format: ImageManner["format"],
): Look {
  const { overlay = true, ...parameters } = scheme.parameters?.(url, image) ?? {};
  const size = sizeIn(scheme, image, url, format);
  const isBare = overlay === false || image.overlay === false || url.options.some(leavesLayerOut);
  const layers = { overlay: isBare ? "false" : undefined };
  if ("canvas" in size) {
    return { parameters: [{ ...image.camera }, parameters, layers], canvas: size.canvas };
  }
  return { parameters: [{ ...image.camera }, parameters, size, layers] };
}

function sizeIn(
  scheme: WholeScheme,
  image: ImageRoute,
  url: RouteMatch,
  format: ImageManner["format"],
): ImageSize {
  // A pixel of a flat SVG is a texel.
  if (format === "svg" && image.view !== "iso") return { size: image.texels };
  return (image.size ?? scheme.size)(url, image);
}

/** True for `nohelm` and `nohat`. */
function leavesLayerOut(segment: string): boolean {
  return /^no(?:helm|hat)$/i.test(withoutExtension(segment));
}

/** The default skin for a player whom no provider knows, and the reply of a service that sends another one. */
function unknownIn(
  scheme: WholeScheme,
  url: RouteMatch,
  subject: Subject,
  rules: NameRules | undefined,
): { shown: string; reply?: CompatReply } {
  const who = { text: textOf(url), kind: kindOf(subject, rules) };
  const unknown = scheme.unknown?.(who, url) ?? "auto";
  const wanted = defaultIn(url);
  if (typeof unknown === "string") return { shown: wanted ?? byNameOr(unknown, subject) };
  const byReply = unknown.location === undefined ? "404" : "auto";
  return { shown: wanted ?? byNameOr(byReply, subject), reply: unknown };
}

/** The default skin that the parameter `default` names. */
function defaultIn({ read }: RouteMatch): string | undefined {
  return /^(?:mhf_)?(steve|alex)$/i.exec(read("default")?.trim() ?? "")?.[1]?.toLowerCase();
}

/** The default skin that a name means, unless the service shows none for a URL that names nobody. */
function byNameOr(unknown: string, subject: Subject): string {
  if (subject === noPlayer && unknown === "404") return "404";
  return ("fallback" in subject ? subject.fallback : undefined) ?? unknown;
}

function isSaved(scheme: WholeScheme, image: ImageRoute, { read }: RouteMatch): boolean {
  if (image.isDownload !== undefined) return image.isDownload;
  return scheme.download !== undefined && isTrue(read(scheme.download));
}

/** The query of this service; of several values of a parameter, the last one counts. */
function queryOf(subject: Subject, all: readonly Parameters[]): string {
  const query = new URLSearchParams(
    "texture" in subject ? { texture: subject.texture } : { username: subject.username },
  );
  for (const [name, value] of all.flatMap((parameters) => Object.entries(parameters))) {
    if (value !== undefined && value !== false) query.set(name, String(value));
  }
  return query.toString();
}
