import {
  compatServices,
  isCompatService,
  type CompatService,
} from "../configuration/compat-services.ts";
import { ApiError } from "../contract/errors.ts";
import type { NameRules } from "../contract/identifiers.ts";
import { COMPAT_FOLDER, isRoutePath } from "../contract/paths.ts";
import { decodeName } from "../contract/urls.ts";
import { splitOnce } from "../http/request.ts";
import { imageRequest, type ImageRequest } from "./image-request.ts";
import type { CompatTarget, JsonEndpoint } from "./json.ts";
import {
  isPlain,
  isWhole,
  matchRoute,
  parseRoute,
  type RouteMatch,
  type UrlParts,
} from "./route-pattern.ts";
import { schemeOf, type WholeScheme } from "./services/index.ts";
import { wordOf } from "./subject.ts";
import type { CompatReply } from "./terms.ts";

/** A URL of another service. */
export interface Adapted {
  service: CompatService;
  /** The URL under `/compat`. */
  url: string;
  /** Reads it. Whoever only needs its place is spared that. */
  meaning(this: void): Meaning;
}

/** The meaning of a URL of another service. */
export type Meaning =
  | ImageRequest
  | LookupRequest
  /** The error is for a URL that is not offered. */
  | { kind: "fixed"; reply: CompatReply | ApiError }
  /** The other service has no such URL either. */
  | { kind: "unknown" };

/** A lookup whose result is written in the words of the other service. */
export interface LookupRequest extends Required<CompatTarget> {
  kind: "lookup";
  /** Its row in the table. */
  route: string;
  endpoint: JsonEndpoint;
  isPlain: boolean;
}

/** Which service's URLs are at the root, by host. */
export interface CompatMounts {
  hosts: ReadonlyMap<string, CompatService>;
  root: CompatService | undefined;
}

export interface AdaptOptions {
  mounts?: CompatMounts;
  /** How names are read. */
  rules?: NameRules | undefined;
}

const NO_MOUNTS: CompatMounts = { hosts: new Map(), root: undefined };

/**
 * Says what a request in the form of another service means here; null for any other. It is pure, and never throws.
 * @param target Path and query, as sent.
 * @param host The `Host` that was sent: some hosts have the URLs of a service at their root.
 */
export function adapt(
  target: string,
  host: string | undefined,
  { mounts = NO_MOUNTS, rules }: AdaptOptions = {},
): Adapted | null {
  const place = placeOf(target, host, mounts);
  if (place === null) return null;
  const { service, path, query, isAtRoot, url } = place;
  const meaning = meaningOf(tables[service], path, new URLSearchParams(query), rules);
  if (meaning !== null) return { service, url, meaning };
  return isAtRoot ? null : { service, url, meaning: () => ({ kind: "unknown" }) };
}

/** Finds the service of a target, which may be under `/compat` or at the root of a host, and its path there. */
function placeOf(target: string, host: string | undefined, { hosts, root }: CompatMounts) {
  const [path, query] = splitOnce(target, "?");
  if (path.startsWith(COMPAT_FOLDER)) {
    const [service, rest] = splitOnce(path.slice(COMPAT_FOLDER.length), "/");
    if (!isCompatService(service)) return null;
    return { service, path: rest, query, isAtRoot: false, url: target };
  }
  const service = serviceAt(host, hosts) ?? root;
  // The paths of this service itself always win.
  if (service === undefined || isRoutePath(path)) return null;
  return { service, path, query, isAtRoot: true, url: `${COMPAT_FOLDER}${service}${target}` };
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

/**
 * Finds the row of a URL, which says what the URL means; null if there is none.
 * @param path Still encoded, as it would be on the other's host.
 */
function meaningOf(
  { scheme, fixed, images, lookups, notOffered }: Table,
  path: string,
  search: URLSearchParams,
  rules: NameRules | undefined,
): Adapted["meaning"] | null {
  const relative = path.replace(/^\/+/, "");
  const segments = relative.split("/").map(decodeName);
  const url = { segments, words: segments.map(wordOf), search };
  const refusal = scheme.refusal?.(segments, search, rules);
  if (refusal !== undefined) return () => ({ kind: "fixed", reply: refusal });

  const sameForAll = fixed(url);
  if (sameForAll !== undefined) {
    const { row, match } = sameForAll;
    const reply = typeof row.reply === "function" ? row.reply(match) : row.reply;
    return () => ({ kind: "fixed", reply });
  }
  const image = images(url);
  if (image !== undefined) return () => imageRequest(scheme, image.row, image.match, rules);
  const lookup = lookups(url);
  if (lookup !== undefined) {
    const { route, row: endpoint, match } = lookup;
    const target = { text: match.id ?? "", path: `/${relative}`, values: match.values };
    return () => ({ kind: "lookup", route, endpoint, ...target, isPlain: isPlain(match) });
  }
  const missing = notOffered(url);
  if (missing === undefined) return null;
  const sentence = `The URL /${missing.route} of ${scheme.name} is not offered here. See /docs/moving.`;
  return () => ({ kind: "fixed", reply: new ApiError("ROUTE_NOT_FOUND", sentence) });
}

/** Finds the first row whose route fits a URL. */
type FindRow<Row> = (url: UrlParts) => { route: string; row: Row; match: RouteMatch } | undefined;

function rowsOf<Row>(
  rows: Readonly<Record<string, Row>>,
  fits: (match: RouteMatch) => boolean = () => true,
): FindRow<Row> {
  const patterns = Object.entries(rows).map(
    ([route, row]) => [route, row, parseRoute(route)] as const,
  );
  return (url) => {
    for (const [route, row, pattern] of patterns) {
      const match = matchRoute(pattern, url);
      if (match !== null && fits(match)) return { route, row, match };
    }
    return undefined;
  };
}

/** The table of a service, ready to be searched. */
type Table = ReturnType<typeof tableOf>;

function tableOf(scheme: WholeScheme) {
  return {
    scheme,
    fixed: rowsOf(scheme.fixed, isWhole),
    images: rowsOf(scheme.routes),
    lookups: rowsOf(scheme.json, (match) => isWhole(match) && match.id !== ""),
    notOffered: rowsOf(scheme.notOffered),
  };
}

const tables = Object.fromEntries(
  compatServices.map((service) => [service, tableOf(schemeOf(service))]),
) as Record<CompatService, Table>;
