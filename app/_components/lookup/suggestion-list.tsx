import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { localePath } from "@/lib/i18n/routing.ts";
import { playerPath } from "@/lib/site/player-path.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { PlayerHead } from "../player-head.tsx";
import { isFailure } from "./preview.ts";
import {
  deleteSearches,
  type LookupState,
  type Suggestion,
  type Suggestions,
} from "./use-suggestions.ts";

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 40;

interface SuggestionListProps {
  listId: string;
  suggestions: Suggestions;
  /** The index of the option that Enter chooses; -1 for none. */
  active: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  /** Called when a row is chosen and the browser is about to leave the page. */
  onChoose: (player: Suggestion) => void;
}

/** The list under the box. It overlays the page, so that nothing moves. */
export function SuggestionList(props: SuggestionListProps) {
  const { listId, suggestions, active, optionId, onPoint, onChoose } = props;
  const t = useTranslations("Suggestions");
  const locale = useLocale();
  const { options, state, hasSearches } = suggestions;
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-2 rounded-lg border border-stage-edge bg-stage-up p-1.5 shadow-float">
      <div id={listId} role="listbox" aria-label={t("label")} aria-busy={state === "pending"}>
        {options.map((player, index) => (
          // A link as an option: the box keeps the focus.
          <a
            key={`${player.username} ${player.editions.join("+")}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            href={localePath(locale, playerPath(player.id ?? player.username))}
            onClick={() => onChoose(player)}
            onPointerMove={() => onPoint(index)}
            className="flex min-h-14 items-center gap-3 rounded-md px-3 py-2 aria-selected:bg-stage-line aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-lantern"
          >
            <Row player={player} />
          </a>
        ))}
      </div>
      {hasSearches && (
        <p className="mt-1.5 flex items-center justify-between gap-4 border-t border-stage-edge px-3 pt-1.5 text-sm text-stage-muted">
          {t("kept")}
          <button
            type="button"
            onClick={deleteSearches}
            className="min-h-9 cursor-pointer rounded-md px-2 font-semibold text-lantern hover:bg-stage-line"
          >
            {t("forget")}
          </button>
        </p>
      )}
    </div>
  );
}

function Row({ player }: { player: Suggestion }) {
  const t = useTranslations("Suggestions");
  const { username, editions, headUrl, reason } = player;
  return (
    <>
      <span className="shrink-0">
        <PlayerHead url={headUrl} size={HEAD_SIZE} />
      </span>
      <span className="grid min-w-0 grow">
        <span className="font-semibold">
          <PlayerName name={username} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-stage-muted">
          {reason === "former" ? t("former") : <EditionMarks editions={editions} />}
          {(reason === "device" || reason === "recent") && <span>{t(reason)}</span>}
        </span>
      </span>
    </>
  );
}

export function hasNote(
  state: LookupState,
): state is Exclude<LookupState, "empty" | "short" | "pending" | "found"> {
  return !["empty", "short", "pending", "found"].includes(state);
}

/** Explains why no player was found. Screen readers get the same from the status line. */
export function Note({ suggestions: { state, wanted, retry } }: { suggestions: Suggestions }) {
  const t = useTranslations("Suggestions.note");
  if (!hasNote(state)) return null;
  return (
    <div className="flex min-h-14 flex-1 flex-wrap items-center justify-between gap-4 py-2 text-pretty">
      <div className="min-w-0">
        <p className="font-semibold">{t.rich(`${state}.title`, { name: wanted, bdi: asName })}</p>
        <p className="text-sm text-stage-muted">{t(`${state}.hint`)}</p>
      </div>
      {isFailure(state) && (
        <button type="button" onClick={retry} className="button shrink-0">
          {t("retry")}
        </button>
      )}
    </div>
  );
}

function asName(name: ReactNode) {
  return <bdi className="break-all">{name}</bdi>;
}

/** Announces the state of the search to screen readers. */
export function LookupStatus({ suggestions }: { suggestions: Suggestions }) {
  const t = useTranslations("LookupStatus");
  const note = useTranslations("Suggestions.note");
  const format = useFormatter();
  const { state, wanted, found } = suggestions;
  const names = found.map(({ username }) => username);
  return (
    <p role="status" className="sr-only">
      {state === "pending" && t("loading", { username: wanted })}
      {state === "found" && t("found", { players: format.list(names) })}
      {hasNote(state) && note.markup(`${state}.title`, { name: wanted, bdi: (text) => text })}
    </p>
  );
}
