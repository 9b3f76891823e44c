import type { Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";

/** One provider that may know the answer. */
export interface Source<Value> {
  ask(deadline: Deadline): Promise<Value | null>;
  /** It is the authority: when it says there is none, nobody else is asked. */
  authority: boolean;
  /** Sources of one budget: when it is spent for one of them, the others are not asked. */
  budget?: string;
}

/**
 * Asks one provider after another inside one deadline until one of them knows. A value always
 * wins. Null only when no provider failed and at least one said that there is none; a provider
 * that knows only some players says nothing. Otherwise the first failure is thrown: what could not
 * be asked is never "missing".
 */
export async function askInTurn<Value>(
  sources: readonly Source<Value>[],
  deadline: Deadline,
): Promise<Value | null> {
  const failures: UpstreamFailure[] = [];
  const spentBudgets = new Set<string>();
  let missing = false;
  for (const [index, source] of sources.entries()) {
    if (source.budget !== undefined && spentBudgets.has(source.budget)) continue;
    const last = index === sources.length - 1;
    try {
      // A slow provider leaves half of the time to those after it.
      const value = await source.ask(last ? deadline : deadline.share(0.5));
      if (value !== null) return value;
      missing = true;
      if (source.authority) break;
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      failures.push(error);
      if (source.budget !== undefined && error.kind === "budget-spent") {
        spentBudgets.add(source.budget);
      }
    }
  }
  const fault = failures.find(({ kind }) => kind !== "unknown-here");
  if (fault !== undefined) throw fault;
  if (missing) return null;
  throw failures[0] ?? new Error("No provider is configured for this question");
}
