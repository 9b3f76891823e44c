import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { forgetSearches } from "./searches.ts";
import { SuggestionRow, WantedRow } from "./suggestion-row.tsx";
import type { Suggestion, Suggestions } from "./use-suggestions.ts";

interface SuggestionListProps {
  listId: string;
  suggestions: Suggestions;
  /** The index of the option that Enter chooses; -1 for none. */
  active: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  /** Called with the chosen player, or undefined for the text as typed. */
  onChoose: (player: Suggestion | undefined) => void;
}

/** The options in order: players, or undefined for the text as typed. */
export function optionsOf({ offersText, found, others }: Suggestions): (Suggestion | undefined)[] {
  return [...(offersText ? [undefined] : []), ...found, ...others];
}

/** The list under the box. It overlays the page, so that nothing moves. */
export function SuggestionList({
  listId,
  suggestions,
  active,
  optionId,
  onPoint,
  onChoose,
}: SuggestionListProps) {
  const t = useTranslations("Suggestions");
  const { wanted, state, hasSearches } = suggestions;
  const options = optionsOf(suggestions);
  return (
    <div className="suggestions">
      {options.length === 0 && <Note suggestions={suggestions} />}
      <div id={listId} role="listbox" aria-label={t("label")} aria-busy={state === "awaited"}>
        {options.map((player, index) => {
          const option = {
            id: optionId(index),
            isActive: index === active,
            onChoose: () => onChoose(player),
            onPoint: () => onPoint(index),
          };
          return player === undefined ? (
            <WantedRow key="" {...option} wanted={wanted} isAwaited={state === "awaited"} />
          ) : (
            <SuggestionRow key={keyOf(player)} {...option} player={player} />
          );
        })}
      </div>
      {options.length > 0 && <Note suggestions={suggestions} />}
      {hasSearches && (
        <p className="suggestions-kept">
          {t("kept")}
          <button type="button" onClick={forgetSearches} className="text-button">
            {t("forget")}
          </button>
        </p>
      )}
    </div>
  );
}

/** Explains why there are no suggestions. Screen readers get the same from the status line. */
function Note({ suggestions: { state, wanted, retry } }: { suggestions: Suggestions }) {
  const t = useTranslations("Suggestions.note");
  if (state === "empty" || state === "short" || state === "awaited" || state === "found") {
    return null;
  }
  const canRetry = state === "silent" || state === "unreachable" || state === "unreadable";
  return (
    <div className="suggestion-note">
      <div className="min-w-0">
        <p>{t.rich(`${state}.title`, { name: wanted, bdi: asName })}</p>
        <p>{t(`${state}.hint`)}</p>
      </div>
      {canRetry && (
        <button type="button" onClick={retry} className="button">
          {t("retry")}
        </button>
      )}
    </div>
  );
}

function asName(name: ReactNode) {
  return <bdi className="break-all">{name}</bdi>;
}

function keyOf({ username, editions }: Suggestion): string {
  return `${username} ${editions.join("+")}`;
}

/** Announces the state of the search to screen readers. */
export function LookupStatus({ suggestions }: { suggestions: Suggestions }) {
  const t = useTranslations("LookupStatus");
  const note = useTranslations("Suggestions.note");
  const format = useFormatter();
  const { state, wanted, found } = suggestions;
  return (
    <p role="status" className="sr-only">
      {words()}
    </p>
  );

  function words() {
    switch (state) {
      case "empty":
      case "short":
        return null;
      case "awaited":
        return t("loading", { username: wanted });
      case "found":
        return t("found", { players: format.list(found.map(({ username }) => username)) });
      default:
        return note.markup(`${state}.title`, { name: wanted, bdi: (chunks) => chunks });
    }
  }
}
