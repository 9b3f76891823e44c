"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { LookupState, Suggestions } from "./use-suggestions.ts";

/** States that need words. */
type NotedState = Exclude<LookupState, "empty" | "found" | "typing">;

const FAILURES: readonly LookupState[] = ["unavailable", "unreachable", "unreadable", "offline"];

export function hasNote(state: LookupState): state is NotedState {
  return state !== "empty" && state !== "found" && state !== "typing";
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

/** Announces to screen readers what was found or is offered, once the visitor pauses. */
export function LookupStatus({ suggestions }: { suggestions: Suggestions }) {
  const { state, text, found, options, isSettled, canLookUp } = suggestions;
  const t = useTranslations("LookupStatus");
  const note = useTranslations("Suggestions.note");
  const marks = useTranslations("EditionMarks");
  const format = useFormatter();
  const players = found.map(({ username: name, editions }) =>
    t("player", { name, editions: format.list(editions.map((edition) => marks(edition))) }),
  );
  const offered = options.filter(({ reason }) => reason !== "typed").length;
  const key = matchMedia("(pointer: coarse)").matches ? "search" : "enter";
  return (
    <p role="status" className="sr-only">
      {state === "found" && t("found", { players: format.list(players) })}
      {state === "typing" && isSettled && offered > 0 && t("suggestions", { count: offered })}{" "}
      {canLookUp && isSettled && t(`lookUp.${key}`, { name: text })}
      {hasNote(state) && note.markup(`${state}.title`, { name: text, bdi: (name) => name })}
    </p>
  );
}
