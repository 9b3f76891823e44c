import { secondsUntil } from "../player/lookup-failure.ts";
import type { ListEntry } from "@/site/list/read-list.ts";
import {
  nextStep,
  withRefusal,
  withResults,
  type BatchResult,
  type Progress,
} from "@/site/list/steps.ts";

/** Longer than any batch takes. */
const TIMEOUT_MS = 30_000;

/** Why the lookups of a list ended; `broken`: the service could not be reached. */
export type End = "done" | "stalled" | "broken";

/** Looks the players of a list up, step by step, until nothing is left or a signal ends it. */
export async function lookUpList(
  entries: readonly ListEntry[],
  begun: Progress,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<End> {
  let progress = begun;
  for (;;) {
    const step = nextStep(progress, Date.now());
    if (step.kind === "wait") {
      await passed(step.until - Date.now(), signal);
    } else if (step.kind === "ask") {
      const { indexes } = step;
      const ids = indexes.map((index) => entries[index]?.id ?? "");
      const answer = await send(ids, signal).catch(() => null);
      if (answer === null) return "broken";
      progress =
        "results" in answer
          ? withResults(progress, indexes, answer.results, Date.now())
          : withRefusal(progress, indexes, answer.seconds, Date.now());
      if (!signal.aborted) onProgress(progress);
    } else {
      return step.kind;
    }
    if (signal.aborted) return "broken";
  }
}

/** Sends a step to `/api/batch`. @throws If there is no response of the service. */
async function send(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<{ results: readonly BatchResult[] } | { seconds: number | undefined }> {
  const response = await fetch("/api/batch", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(ids),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.status === 429 || response.status === 503) {
    return { seconds: secondsUntil(response.headers.get("Retry-After")) };
  }
  // The contract's schemas would be larger than the page.
  const body = (await response.json()) as { results?: readonly BatchResult[] } | null;
  if (body?.results?.length !== ids.length) throw new Error(`It returned ${response.status}.`);
  return { results: body.results };
}

/** Resolves after some milliseconds, or when a signal ends the wait. */
function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
