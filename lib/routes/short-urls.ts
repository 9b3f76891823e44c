import { paths, shortUrls, withoutTrailingSlash } from "../contract/paths.ts";
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
}

/**
 * The long form of `/head/Lantern_Lou/64.webp`, which is `/head?username=Lantern_Lou&size=64&format=webp`;
 * `avatar` means `head`. The query that the URL has stays as it is. Undefined for any other path, and for a size
 * where the endpoint takes none. It is no redirect: an `<img>` would pay for that each time, and some clients follow
 * none.
 * @param rules How names are read: some may have a `+`, which is a space in all others.
 */
export function longFormOf(
  { path: whole, query, search }: ApiRequest,
  { anyName, bedrockPrefix }: NameRules,
): LongForm | undefined {
  const [word = "", ...segments] = withoutTrailingSlash(whole).slice(1).split("/");
  if (!Object.hasOwn(shortUrls, word)) return undefined;
  const id = shortUrls[word as keyof typeof shortUrls];
  const path = paths[id];
  const hasSize = "size" in (routes[id].query?.shape ?? {});
  if (segments.length > (hasSize ? 2 : 1)) return undefined;
  const last = segments.at(-1);
  if (last === undefined) return { path, query };
  const [ending = "", format = ""] = /(?<=.)\.(png|webp)$/i.exec(last) ?? [];
  const rest = last.slice(0, last.length - ending.length);
  const mayHavePlus = anyName || bedrockPrefix?.includes("+") === true;
  const nameIn = mayHavePlus ? decode : decodeName;
  const isSize = hasSize && segments.length === 1 && /^\d{1,4}$/.test(rest);
  const [player, size] = isSize ? [undefined, rest] : segments.with(segments.length - 1, rest);
  // The default is left out, as in most long URLs: both forms then have one response.
  const isFormatSaid = format.toLowerCase() === "webp" || search.has("format");
  const parameters = [
    player !== undefined && `username=${encode(nameIn(player))}`,
    size !== undefined && `size=${encode(decode(size))}`,
    format !== "" && isFormatSaid && `format=${format.toLowerCase()}`,
    query,
  ];
  const long = { path, query: parameters.filter(Boolean).join("&") };
  if (segments.length !== 1 || (!isSize && format === "")) return long;
  const url = `${path}?username=${encode(nameIn(last))}`;
  const read = isSize ? `${rest} is read as a size` : `The ending ${ending} is read as a format`;
  return { ...long, hint: `${read}. For a player of that name, use ${url} instead.` };
}
