import { AsyncLocalStorage } from "node:async_hooks";
import type { ProfileBody } from "../contract/profile.ts";
import { historyUrl, profileUrl } from "../contract/urls.ts";
import type { FixedPolicy } from "../freshness.ts";
import { previewHeadOf } from "./player-images.ts";

/*
 * The responses of the API that pages are made of. A page gets those of its entry here, by name, and no
 * others: asking for another does not compile.
 */

/** A response of the API, as a page gets it. */
export interface PageReply {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

const RECENT = "/api?recent=1";

/**
 * By page: the target of its main response, which decides its status and whether a rendered page is still
 * right, and those of the others, which depend on it; null for one that is not needed.
 */
const pages = {
  player: {
    main: (id: string) => profileUrl(id),
    others: (id: string, { status }: PageReply) => ({
      history: status === 200 ? historyUrl(id) : null,
      recent: status === 404 ? RECENT : null,
    }),
  },
  /** The image for link previews of a player's page. */
  preview: {
    main: (id: string) => profileUrl(id),
    others: (_: string, profile: PageReply) => ({
      head: profile.status === 200 ? previewHeadOf(jsonIn(profile) as ProfileBody) : null,
    }),
  },
  /** The status page. */
  live: { main: () => "/api/status", others: () => ({}) },
};

export type PageWithData = keyof typeof pages;

/** The responses for one page. */
export type PageReplies<Name extends PageWithData = PageWithData> = { main: PageReply } & {
  [Other in keyof ReturnType<(typeof pages)[Name]["others"]>]: PageReply | null;
};

/** Gets a response of this service's own API. */
export type GetReply = (target: string) => Promise<PageReply>;

export function hasData(name: string): name is PageWithData {
  return Object.hasOwn(pages, name);
}

/** The target of a page's main response. */
export function mainTarget(name: PageWithData, id: string): string {
  return pages[name].main(id);
}

/** All responses for a page, given the main one. */
export async function gatherReplies<Name extends PageWithData>(
  name: Name,
  id: string,
  main: PageReply,
  replyTo: GetReply,
): Promise<PageReplies<Name>> {
  const others = Object.entries<string | null>(pages[name].others(id, main));
  const replies = others.map(
    async ([other, target]) => [other, target === null ? null : await replyTo(target)] as const,
  );
  return { main, ...Object.fromEntries(await Promise.all(replies)) } as PageReplies<Name>;
}

/** The JSON in a response. */
export function jsonIn({ body }: PageReply): unknown {
  return JSON.parse(new TextDecoder().decode(body));
}

/** How long an image for link previews may be cached. Without the player's own head, it is a failure. */
export function previewPolicy({ main, head }: PageReplies<"preview">): FixedPolicy {
  if (main.status !== 200) return main.status >= 500 ? "none" : "unknownPreview";
  const isImage = head?.headers["content-type"] === "image/png";
  return isImage && head.status === 200 ? "preview" : "none";
}

// Next's bundles have a copy of this module each.
const holder = globalThis as { __nametagReplies?: AsyncLocalStorage<PageReplies> };

/** Renders a page with the responses for it; for the thread that renders, which has no API of its own. */
export function renderWith(
  replies: PageReplies | undefined,
  render: () => Promise<void>,
): Promise<void> {
  if (replies === undefined) return render();
  holder.__nametagReplies ??= new AsyncLocalStorage();
  return holder.__nametagReplies.run(replies, render);
}

/** The responses for the page that is being rendered; undefined where Next runs alone, with the API. */
export function repliesOfRender(): PageReplies | undefined {
  return holder.__nametagReplies?.getStore();
}
