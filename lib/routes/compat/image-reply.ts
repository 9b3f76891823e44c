import { ApiError } from "../../contract/errors.ts";
import { briefly, cachingOfError } from "../../freshness.ts";
import type { Reply } from "../../http/reply.ts";
import { replyOf } from "./json-reply.ts";
import type { ImageRequest } from "./match.ts";

/** What the service of the URL does where this one does something else. */
type Manner = Pick<ImageRequest, "isNobody" | "instead" | "fileName">;

/** This service's reply to a request for an image, in the manner of the service that the URL is of. */
export async function imageReply(
  manner: Manner,
  making: () => Promise<Reply> | Reply,
  now: () => number,
): Promise<Reply> {
  const { isNobody, instead, fileName } = manner;
  let reply: Reply;
  try {
    reply = await making();
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.code !== "NOT_FOUND") throw thrown;
    if (instead === undefined) throw thrown;
    return replyOf(instead, cachingOfError(thrown, now()));
  }
  const source = reply.headers["x-texture-source"] ?? "";
  const isDefault = reply.status < 400 && ["default", "placeholder"].includes(source);
  if (isDefault && instead?.location !== undefined) return replyOf(instead, reply.caching);
  const named = fileName === undefined ? reply : asFile(reply, fileName);
  return isNobody ? nobodys(named, now()) : named;
}

/**
 * An image for a URL that names nobody: what its service shows then, which says that it is no player's, and is
 * soon forgotten. A wrong face that caches keep would be worse than none.
 */
function nobodys(reply: Reply, now: number): Reply {
  const headers = { ...reply.headers, "x-texture-source": "placeholder" };
  return { ...reply, headers, ...(reply.caching && { caching: briefly(reply.caching, now) }) };
}

/** An image as a file to be saved. */
function asFile(reply: Reply, name: string): Reply {
  const [, subtype] = /^image\/(\w+)/.exec(reply.headers["content-type"] ?? "") ?? [];
  if (reply.status !== 200 || subtype === undefined) return reply;
  const disposition = attachment(name, subtype === "jpeg" ? "jpg" : subtype);
  return { ...reply, headers: { ...reply.headers, "content-disposition": disposition } };
}

/**
 * `Content-Disposition` of a file to be saved (RFC 6266). The name may be anything that a URL contained: what no
 * file system takes, what ends a header, and what changes the direction of a text is left out of it.
 * @param extension Without its dot.
 */
export function attachment(name: string, extension: string): string {
  const safe = name
    .replace(/\p{Surrogate}/gu, "\u{FFFD}")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/["*/:<>?\\|%]/g, "_")
    .trim()
    .replace(/^\./, "_");
  const file = `${safe === "" ? "image" : safe}.${extension}`;
  // For programs that do not know `filename*`.
  const ascii = file.replace(/[^ -~]/gu, "_");
  const encoded = encodeURIComponent(file).replace(/['()]/g, percent);
  return `attachment; filename="${ascii}"${ascii === file ? "" : `; filename*=UTF-8''${encoded}`}`;
}

/** What `encodeURIComponent` leaves as it is, and RFC 8187 does not. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
