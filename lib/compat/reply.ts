import { ApiError } from "../contract/errors.ts";
import { capFreshness, cachingOfError, UNCACHED } from "../freshness.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import type { ImageChanges } from "./image-request.ts";
import type { CompatReply } from "./terms.ts";

/* Replies with the status and body of another service. */

/** A reply in the form of the other service; its type is that of its body. */
export function writtenReply(
  { status, body, type = "text/plain; charset=utf-8", location }: CompatReply,
  caching = UNCACHED,
): Reply {
  const headers = location === undefined ? {} : { location };
  if (body === undefined) return { status, headers, body: "", caching };
  const isText = typeof body === "string" || body instanceof Uint8Array;
  if (!isText) return { ...jsonReply(status, body), caching };
  return { status, headers: { ...headers, "content-type": type }, body, caching };
}

/** The reply to a URL that is about no player. @throws ApiError For one that is not offered. */
export function fixedReply(reply: CompatReply | ApiError): Reply {
  if (reply instanceof ApiError) throw reply;
  return writtenReply(reply);
}

/** This service's reply to a request for an image, with what the service of the URL does otherwise. */
export async function changedImage(
  { isNobody, replacement, fileName }: ImageChanges,
  making: () => Promise<Reply> | Reply,
  now: () => number,
): Promise<Reply> {
  let reply: Reply;
  try {
    reply = await making();
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.code !== "NOT_FOUND") throw thrown;
    if (replacement === undefined) throw thrown;
    return writtenReply(replacement, cachingOfError(thrown, now()));
  }
  if (replacement?.location !== undefined && showsDefault(reply)) {
    return writtenReply(replacement, reply.caching);
  }
  const named = fileName === undefined ? reply : asFile(reply, fileName);
  return isNobody ? asNobodys(named, now()) : named;
}

function showsDefault({ status, headers }: Reply): boolean {
  const source = headers["x-texture-source"] ?? "";
  return status < 400 && ["default", "placeholder"].includes(source);
}

/**
 * An image for a URL that names nobody: what its service shows then, which says that it is no player's, and is
 * soon forgotten. A wrong face that caches keep would be worse than none.
 */
function asNobodys(reply: Reply, now: number): Reply {
  const headers = { ...reply.headers, "x-texture-source": "placeholder" };
  return { ...reply, headers, ...(reply.caching && { caching: capFreshness(reply.caching, now) }) };
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

/** Encodes a character that `encodeURIComponent` leaves as it is, and RFC 8187 does not. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
