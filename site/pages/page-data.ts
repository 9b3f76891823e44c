import type { ProfileBody } from "../../lib/contract/profile.ts";
import { historyUrl, profileUrl } from "../../lib/contract/urls.ts";
import type { RenderedPage } from "./page-at.ts";
import { previewFiguresOf } from "./player-images.ts";

/*
 * Pages are made of responses of this service's own API, for which they ask. The front server has asked for them before
 * a page is rendered, and the page gets the very responses that the front has seen.
 */

/** The players that were looked up last. */
export const RECENT = "/api?recent=1";

/** The response that decides the status of a page, and whether a rendered one is still right. */
export function mainTarget({ kind, id = "" }: RenderedPage): string | undefined {
  if (kind === "live") return "/api/status";
  const isOfPlayer = kind === "player" || kind === "preview" || kind === "embed";
  return isOfPlayer ? profileUrl(id) : undefined;
}

/**
 * The response that a page will ask for besides. It gets anything else as well, but then the thread waits for it in the
 * middle of rendering.
 */
export function otherTarget(
  { kind, id = "" }: RenderedPage,
  main: { status: number; body: string | Uint8Array | null },
): string | null {
  if (kind === "player") return main.status === 200 ? historyUrl(id) : RECENT;
  if (main.status !== 200) return null;
  if (kind === "embed") return historyUrl(id);
  if (kind !== "preview") return null;
  const profile = JSON.parse(Buffer.from(main.body ?? "").toString()) as ProfileBody;
  return previewFiguresOf(profile)[0]?.url ?? null;
}
