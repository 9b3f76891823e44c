"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { LookupState, Suggestions } from "./use-suggestions.ts";

/** States that are shown in place of a player. */
type NotedState = Exclude<LookupState, "empty" | "found">;

const FAILURES: readonly LookupState[] = ["unavailable", "unreachable", "unreadable", "offline"];

export function hasNote(state: LookupState): state is NotedState {
  return state !== "empty" && state !== "found";
}

/** Says why no player is shown, and what to do. Screen readers get the same from the status line. */
export function Note({ suggestions: { state, text, retry } }: { suggestions: Suggestions }) {
  const t = useTranslations("Suggestions.note");
  if (!hasNote(state)) return null;
  return (
    <div className="flex min-h-14 flex-1 flex-wrap items-center justify-between gap-4 py-2 text-pretty">
      <div className="min-w-0">
        <p className="font-semibold">{t.rich(`${state}.title`, { name: text, bdi: asName })}</p>
        {state !== "pending" && <p className="text-sm text-stage-muted">{t(`${state}.hint`)}</p>}
      </div>
      {FAILURES.includes(state) && (
        <button type="button" onClick={retry} className="button shrink-0">
          {t("retry")}
        </button>
      )}
    </div>
  );
}

function asName(name: ReactNode) {
  return (
    <bdi translate="no" className="wrap-anywhere">
      {name}
    </bdi>
  );
}

/** Announces what was found to screen readers; nothing over somebody who is typing. */
export function LookupStatus({
  suggestions: { state, text, found },
}: {
  suggestions: Suggestions;
}) {
  const t = useTranslations("LookupStatus");
  const note = useTranslations("Suggestions.note");
  const format = useFormatter();
  const names = found.map(({ username }) => username);
  return (
    <p role="status" className="sr-only">
      {state === "found" && t("found", { players: format.list(names) })}
      {state !== "typing" &&
        hasNote(state) &&
        note.markup(`${state}.title`, { name: text, bdi: (name) => name })}
    </p>
  );
}
