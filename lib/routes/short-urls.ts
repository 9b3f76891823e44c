import { paths, shortUrls, withoutTrailingSlash } from "../contract/paths.ts";
import { hasDefaultSkin, namesSubject } from "../contract/parse-query.ts";
import { decode, decodeName, encode } from "../contract/urls.ts";
import type { NameRules } from "../contract/identifiers.ts";
import type { ApiRequest } from "../http/request.ts";
import { routes } from "./index.ts";

/** The long form of a short URL. */
export interface LongForm {
  path: string;
  query: string;
  /** How to reach a player whose name the short form cannot express. */
  hint?: string;
  /** Why there is no image at this URL. */
  refusal?: string;
}

/** Endings of images in formats that there are not. No player of the game has such a name. */
const OTHER_FORMAT = /(?<=.)\.(?:avif|bmp|gif|ico|jpe?g|svg|tiff?)$/i;

/**
 * The long form of `/head/Lantern_Lou/64.webp`, which is `/head?username=Lantern_Lou&size=64&format=webp`;
 * `avatar` means `head`. The query that the URL has stays as it is. Undefined for any other path, and for a size
 * where the endpoint takes none. It is no redirect: an `<img>` would pay for that each time, and some clients follow
 * none.
 */
export function longFormOf(request: ApiRequest, rules: NameRules): LongForm | undefined {
  const { query } = request;
  const [word = "", ...segments] = withoutTrailingSlash(request.path).slice(1).split("/");
  if (!Object.hasOwn(shortUrls, word)) return undefined;
  const id = shortUrls[word as keyof typeof shortUrls];
  const path = paths[id];
  const hasSize = "size" in (routes[id].query?.shape ?? {});
  if (segments.length > (hasSize ? 2 : 1)) return undefined;
  const last = segments.at(-1);
  if (last === undefined) return { path, query };
  const { search } = request;
  // With a default skin, names of players are any text, also digits.
  const isName = !namesSubject(search) && hasDefaultSkin(search, routes[id].query);
  const parts = readSegments(segments, hasSize && !isName);
  const nameIn = nameReader(rules);
  const long = { path, query: queryOf(parts, request, nameIn) };
  const refusal = isName || rules.anyName ? undefined : otherFormatIn(last);
  if (refusal !== undefined) return { ...long, refusal };
  // The only segment may be meant as a name.
  const { reading } = parts;
  if (segments.length !== 1 || reading === undefined) return long;
  const url = `${path}?username=${encode(nameIn(last))}`;
  return { ...long, hint: `${reading}. For a player of that name, use ${url} instead.` };
}

/** The error for an ending that is no format of an image here. */
function otherFormatIn(segment: string): string | undefined {
  const [ending] = OTHER_FORMAT.exec(segment) ?? [];
  if (ending === undefined) return undefined;
  return `There is no image in the format ${ending}: end the URL with .png or .webp, or with the player.`;
}

/** The segments after the first one, still encoded. */
interface ShortUrl {
  player: string | undefined;
  size: string | undefined;
  /** In lower case; empty unless the URL has an ending. */
  format: string;
  /** How the last segment is read, if not as the name of a player. */
  reading: string | undefined;
}

function readSegments(segments: readonly string[], mayBeSize: boolean): ShortUrl {
  const last = segments.at(-1) ?? "";
  const [ending = "", format = ""] = /(?<=.)\.(png|webp)$/i.exec(last) ?? [];
  const rest = last.slice(0, last.length - ending.length);
  const withFormat = { format: format.toLowerCase() };
  if (mayBeSize && segments.length === 1 && /^\d{1,4}$/.test(rest)) {
    return { ...withFormat, player: undefined, size: rest, reading: `${rest} is read as a size` };
  }
  const [player, size] = segments.with(segments.length - 1, rest);
  const reading = ending === "" ? undefined : `The ending ${ending} is read as a format`;
  return { ...withFormat, player, size, reading };
}

function queryOf(
  { player, size, format }: ShortUrl,
  { query, search }: ApiRequest,
  nameIn: (segment: string) => string,
): string {
  // The default is left out, as in most long URLs: both forms then have one response.
  const isFormatSaid = format === "webp" || (format !== "" && search.has("format"));
  const parameters = [
    player !== undefined && `username=${encode(nameIn(player))}`,
    size !== undefined && `size=${encode(decode(size))}`,
    isFormatSaid && `format=${format}`,
    query,
  ];
  return parameters.filter(Boolean).join("&");
}

/** Reads a segment as a name. In most names a `+` is a space; by some rules names may have one. */
function nameReader({ anyName, bedrockPrefix }: NameRules): (segment: string) => string {
  return anyName || bedrockPrefix?.includes("+") === true ? decode : decodeName;
}
