import {
  compatRequest,
  isCompatService,
  type CompatRequest,
  type CompatService,
  type ImageRequest,
} from "../contract/compat.ts";
import { splitOnce, type ApiRequest } from "./request.ts";

const FOLDER = "/compat/";

/** What a URL of another service means; undefined for a path that is not under `/compat`. */
export function aliasOf({ path, search }: ApiRequest, anyName: boolean) {
  if (!path.startsWith(FOLDER)) return undefined;
  const [service, rest] = splitOnce(path.slice(FOLDER.length), "/");
  if (!isCompatService(service)) return undefined;
  return { route: FOLDER + service, native: compatRequest(service, rest, search, anyName) };
}

/** The request for the same image: as a PNG, and a default skin for an unknown player. */
export function nativeRequest(request: ApiRequest, { target }: ImageRequest): ApiRequest {
  const [path, query] = splitOnce(target, "?");
  return { ...request, path, query, search: new URLSearchParams(query), skinFallback: "auto" };
}

/** The key of a response under which every spelling of its URL finds it. No request target has spaces. */
export function sharedKey(route: string, native: CompatRequest): string {
  return native.kind === "image"
    ? `compat ${native.target}`
    : `${route} ${native.route} ${native.path}`;
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
  if (path.startsWith(FOLDER) || isOwn(path)) return target;
  const moved = `${FOLDER}${service}${target}`;
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
