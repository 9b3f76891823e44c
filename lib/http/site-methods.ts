import { ApiError } from "../contract/errors.ts";
import { preflightReply, uncachedReply, type Reply } from "./reply.ts";

/** Pages and files support these. */
const METHODS = ["GET", "HEAD", "OPTIONS"];
const ALLOW = METHODS.join(", ");

/**
 * Why a page or a file does not take a request with this method; null if it does.
 * @param hint A sentence more for whoever develops the site.
 */
export function methodRefusal(method: string, hint = ""): ApiError | null {
  if (METHODS.includes(method)) return null;
  const sentence = `Only GET, HEAD and OPTIONS are supported here. ${hint}`.trim();
  return new ApiError("METHOD_NOT_ALLOWED", sentence, { headers: { allow: ALLOW } });
}

/** The response to OPTIONS of a page or a file, and of the whole server. Load balancers check by it. */
export function siteOptions(): Reply {
  return uncachedReply(preflightReply(ALLOW));
}
