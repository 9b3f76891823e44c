import "server-only";
import { mainTarget } from "@/site/pages/page-data.ts";
import type { RenderedPage } from "@/site/pages/page-at.ts";
import { askHere } from "./api.ts";

/** The status of a page, and when to try again. */
interface Outcome {
  status: number;
  retryAfter: string | null;
}

/**
 * The outcome of a page where Next runs alone, as our front server has it: that of the response that decides it, which the
 * page then gets from memory.
 * @param fields The headers of the visitor's request.
 */
export async function outcomeOf(
  page: RenderedPage,
  fields: Pick<Headers, "get">,
): Promise<Outcome | undefined> {
  if (page.kind === "impossible") return { status: 400, retryAfter: null };
  const target = mainTarget(page);
  // Route handlers have a status of their own.
  if (target === undefined || page.kind === "preview" || page.kind === "embed") return undefined;
  const { status, headers } = await askHere(target, fields);
  return { status, retryAfter: headers.get("retry-after") };
}
