import type { Api } from "../lib/app/app.ts";
import { PAGE_ROUTE } from "../lib/contract/paths.ts";
import { cachingOfPage, FRESH_MS, UNCACHED, type FixedPolicy } from "../lib/freshness.ts";
import type { CachedResponse, CompleteReply } from "../lib/http/cached-response.ts";
import type { Outcome } from "../lib/http/reply.ts";
import { callerOf, internalRequest } from "../lib/http/request.ts";
import type { Metrics } from "../lib/metrics/metrics.ts";
import type { RenderedPage } from "../site/pages/page-at.ts";
import { mainTarget, otherTarget } from "../site/pages/page-data.ts";
import { finishPage } from "./finish-page.ts";
import type { Rendered, Renderer } from "./renderer.ts";

export interface PageMakerOptions {
  api: Pick<Api, "replyTo" | "responses">;
  renderer: Pick<Renderer, "render">;
  metrics: Pick<Metrics, "hitCounter">;
  /** True for the URL of an icon with a digest of its content. */
  isIcon(url: string): boolean;
}

/** Decides what caches may do with pages, unless a route handler says something else. */
const POLICIES: Record<RenderedPage["kind"], FixedPolicy> = {
  static: "staticPage",
  live: "livePage",
  player: "playerPage",
  preview: "playerPage",
  embed: "playerPage",
  impossible: "playerPage",
  missing: "staticPage",
};

/** A page, and whether it was in memory and only had to be renewed. */
export interface MadePage {
  response: CachedResponse;
  cache: "hit" | "miss";
}

/** Makes pages that are not in memory, or not known to be right. */
export function createPageMaker({ api, renderer, metrics, isIcon }: PageMakerOptions) {
  const { responses } = api;

  /** Keeps a page, and counts each time it is sent again. */
  const keep = (url: string, made: CachedResponse, since: number, main?: CompleteReply) => {
    const hits = metrics.hitCounter({ route: PAGE_ROUTE, status: made.status, cache: "hit" });
    const onHit = (outcome: Outcome) => {
      hits[outcome] += 1;
      main?.onHit?.(outcome);
    };
    const page = { ...made, onHit };
    responses.add(url, page, since);
    return page;
  };

  /** @param signal It is aborted when the visitor leaves. */
  return async (page: RenderedPage, client: string, signal: AbortSignal): Promise<MadePage> => {
    const { kind, url } = page;
    const since = responses.version;
    const replyTo = createReplies(api, client);
    const target = mainTarget(page);
    const main = target === undefined ? undefined : await replyTo(target, signal);
    const version = kind === "live" || main === undefined ? undefined : contentVersion(main);
    const policy = isIcon(url) ? "immutable" : POLICIES[kind];
    const caching = cachingOfPage(policy, freshUntil(kind, main), main?.caching.tags);
    const renewed = version === undefined ? undefined : responses.renew(url, version, caching);
    if (renewed !== undefined) return { response: renewed, cache: "hit" };

    const other = main === undefined ? null : otherTarget(page, main);
    if (other !== null) await replyTo(other, signal);
    const asked = new Set<string>();
    const job = {
      url,
      isImage: kind === "preview",
      replyTo: (wanted: string, abandoned: AbortSignal) => {
        asked.add(wanted);
        return replyTo(wanted, abandoned);
      },
    };
    const finish = async (rendered: Rendered) => {
      if (target !== undefined && rendered.status < 500 && !asked.has(target)) {
        throw new Error(`${url} was rendered without ${target}, which decides its status.`);
      }
      const made = await finishPage(rendered, {
        status: kind === "impossible" ? 400 : main?.status,
        retryAfter: main?.headers["retry-after"],
        caching,
      });
      return keep(url, { ...made, version }, since, main);
    };
    const caller = callerOf({ clientAddress: client, whenClientLeaves: () => signal });
    const key = `${url}\n${version ?? ""}`;
    return { response: await renderer.render(key, caller, job, finish), cache: "miss" };
  };
}

/** Asks the API for one visit, once for each target: the page gets the very replies that decide its status. */
export function createReplies({ replyTo }: Pick<Api, "replyTo">, client: string) {
  const replies = new Map<string, Promise<CompleteReply>>();
  return (target: string, signal: AbortSignal): Promise<CompleteReply> => {
    const request = internalRequest(target, {
      clientAddress: client,
      whenClientLeaves: () => signal,
    });
    const reply = replies.get(target) ?? replyTo(request);
    replies.set(target, reply);
    return reply;
  };
}

/** Until when a page may be sent as it is; after that, its main response is looked at again. */
function freshUntil(kind: RenderedPage["kind"], main: CompleteReply | undefined): number {
  if (kind === "live") return Date.now() + FRESH_MS.livePage;
  // These are rendered again once a day, since pages that stay for good would be kept without a bound.
  if (kind === "static" || kind === "missing" || kind === "impossible")
    return Date.now() + FRESH_MS.immutable;
  return (main?.caching ?? UNCACHED).freshUntil;
}

/** Identifies the content of a response: its ETag or, for an error, the body. */
function contentVersion({ headers, body }: CompleteReply): string {
  return headers["etag"] ?? Buffer.from(body ?? "").toString("latin1");
}
