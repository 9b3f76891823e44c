import { COMPAT_FOLDER, isCompatService, type CompatService } from "../../contract/paths.ts";
import { briefly } from "../../freshness.ts";
import type { DeferredReply, Reply } from "../../http/reply.ts";
import { splitOnce, type ApiRequest } from "../../http/request.ts";
import { READ, type Match, type RouteServices } from "../route.ts";
import { jsonReplyTo, replyOf } from "./json-reply.ts";
import { compatRequest } from "./match.ts";

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
  const native = compatRequest(service, rest, search, services.anyName);
  if (native === null) return { label, methods: READ, freshness: "none" };
  const { isPlain } = native;
  if (native.kind === "fixed") {
    const handle = () => replyOf(native.reply);
    return { label, methods: READ, freshness: "none", handle, isPlain };
  }
  if (native.kind === "json") {
    return {
      label,
      methods: native.endpoint.bulk === undefined ? READ : ["POST"],
      freshness: "data",
      handle: () => jsonReplyTo(request, native, services),
      // No request target has spaces.
      sharedKey: [label, native.route, native.path, new URLSearchParams(native.values)].join(" "),
      isPlain,
    };
  }
  // The request for the same image: as a PNG, and of `/skin` too what is shown for an unknown player.
  const [path, query] = splitOnce(native.target, "?");
  const nativeSearch = new URLSearchParams(query);
  const skinFallback = nativeSearch.get("default") === "404" ? "404" : "auto";
  const own = { path, query, search: nativeSearch, skinFallback } as const;
  const { freshness, handle } = matchOwn({ ...request, ...own });
  const now = () => services.clock.now();
  return {
    label,
    methods: READ,
    freshness,
    ...(handle && {
      handle: native.isNobody ? async () => nobodys(await handle(), now) : handle,
    }),
    sharedKey: `compat ${native.isNobody ? "nobody " : ""}${native.target}`,
    isPlain,
  };
}

/**
 * An image for a URL that names nobody: what its service shows then, which says that it is no player's, and is
 * soon forgotten. A wrong face that caches keep would be worse than none.
 */
function nobodys(reply: Reply | DeferredReply, now: () => number): Reply | DeferredReply {
  const { headers, caching } = reply;
  const marked = {
    ...reply,
    headers: { ...headers, "x-texture-source": "placeholder" },
    ...(caching && { caching: briefly(caching, now()) }),
  };
  if (!("make" in marked)) return marked;
  return { ...marked, make: async () => nobodys(await marked.make(), now) };
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
  const name = host?.trim().toLowerCase().replace(/:\d+$/, "") ?? "";
  return hosts.get(name) ?? hosts.get(name.replace(/^www\./, ""));
}
