import { ApiError } from "../../contract/errors.ts";
import { COMPAT_FOLDER, isCompatService, type CompatService } from "../../contract/paths.ts";
import { splitOnce, type ApiRequest } from "../../http/request.ts";
import { READ, type Match, type RouteServices } from "../route.ts";
import { imageReply } from "./image-reply.ts";
import { jsonReplyTo, replyOf } from "./json-reply.ts";
import { compatRequest, type ImageRequest } from "./match.ts";

/**
 * What a request to a URL of another service leads to; undefined for one that is not under `/compat`.
 * @param matchOwn What a request to this service's own API leads to.
 */
export function compatMatch(
  request: ApiRequest,
  services: RouteServices,
  matchOwn: (native: ApiRequest) => Match,
): Match | undefined {
  const { path: whole, search } = request;
  if (!whole.startsWith(COMPAT_FOLDER)) return undefined;
  const [service, rest] = splitOnce(whole.slice(COMPAT_FOLDER.length), "/");
  if (!isCompatService(service)) return undefined;
  const label = COMPAT_FOLDER + service;
  const native = compatRequest(service, rest, search, services.nameRules);
  if (native === null) return { label, methods: READ, freshness: "none" };
  if (native.kind === "fixed") {
    const handle = () => {
      if (native.reply instanceof ApiError) throw native.reply;
      return replyOf(native.reply);
    };
    return { label, methods: READ, freshness: "none", handle };
  }
  const { isPlain } = native;
  if (native.kind === "json") {
    return {
      label,
      methods: native.endpoint.bulk === undefined ? READ : ["POST"],
      freshness: "data",
      handle: () => jsonReplyTo(request, native, services),
      // No request target has spaces.
      key: [label, native.route, native.path, new URLSearchParams(native.values)].join(" "),
      isPlain,
    };
  }
  // The request for the same image.
  const { target, compat } = native;
  const [path, query] = splitOnce(target, "?");
  const own = { path, query, search: new URLSearchParams(query), compat };
  const { freshness, handle } = matchOwn({ ...request, ...own });
  return {
    label,
    methods: READ,
    freshness,
    ...(handle && { handle: () => imageReply(native, handle, () => services.clock.now()) }),
    key: keyOf(native),
    isPlain,
  };
}

/** The same for all URLs with the same response. */
function keyOf({ target, compat, isNobody, instead, fileName }: ImageRequest) {
  const manner = JSON.stringify({ compat, isNobody, instead, fileName });
  return `compat ${target} ${manner}`;
}

/** Which service's URLs are at the root, by host. */
export interface CompatMounts {
  hosts: ReadonlyMap<string, CompatService>;
  root: CompatService | undefined;
}

/**
 * The target of a request, moved from the root to `/compat` if it is a URL of its host's service.
 * @param isOwn Whether a path is one of this service's own, which always win.
 * @param isKnown Whether a response for the moved target is in memory, which is faster to see.
 */
export function mountedTarget(
  target: string,
  host: string | undefined,
  { hosts, root }: CompatMounts,
  isOwn: (path: string) => boolean,
  isKnown: (target: string) => boolean = () => false,
): string {
  const service = serviceAt(host, hosts) ?? root;
  if (service === undefined) return target;
  const [path, query] = splitOnce(target, "?");
  if (path.startsWith(COMPAT_FOLDER) || isOwn(path)) return target;
  const moved = `${COMPAT_FOLDER}${service}${target}`;
  const isAlias =
    isKnown(moved) || compatRequest(service, path, new URLSearchParams(query)) !== null;
  return isAlias ? moved : target;
}

function serviceAt(
  host: string | undefined,
  hosts: CompatMounts["hosts"],
): CompatService | undefined {
  const name =
    host
      ?.trim()
      .toLowerCase()
      .replace(/\.?(?::\d+)?$/, "") ?? "";
  return hosts.get(name) ?? hosts.get(name.replace(/^www\./, ""));
}
