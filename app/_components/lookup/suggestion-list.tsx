"use client";

import { useLocale, useTranslations } from "next-intl";
import { localePath } from "@/site/i18n/routing.ts";
import { playerPath } from "@/site/pages/player-path.ts";
import { dashed } from "@/lib/contract/identifiers.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { ARROW } from "../icon-paths.ts";
import { PlayerHead } from "../player-head.tsx";
import { Note } from "./lookup-note.tsx";
import { deleteSearches } from "./searches.ts";
import type { Suggestion, Suggestions } from "./use-suggestions.ts";

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

/**
 * The list under the box. While it is open, it is shown in the place of the card, which it fills on a phone: nothing below
 * it moves.
 */
export function SuggestionList(props: SuggestionListProps) {
  const { listId, suggestions, active, optionId, onPoint, onChoose } = props;
  const t = useTranslations("Suggestions");
  const locale = useLocale();
  const { options, state, hasSearches } = suggestions;
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-2 rounded-lg border border-stage-edge bg-stage-up p-1.5 shadow-float max-sm:min-h-72">
      <div className="px-3 empty:hidden">
        <Note suggestions={suggestions} />
      </div>
      <div id={listId} role="listbox" aria-label={t("label")} aria-busy={state === "pending"}>
        {options.map((player, index) => (
          // A link as an option: the box keeps the focus.
          <a
            key={`${player.username} ${player.editions.join("+")}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            data-typed={player.reason === "typed" || undefined}
            href={localePath(locale, playerPath(player.id ?? player.username))}
            onClick={() => onChoose(player)}
            onPointerMove={() => onPoint(index)}
            className="flex min-h-14 data-typed:text-stage-action items-center gap-3 rounded-md px-3 py-2 aria-selected:bg-stage-line aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-stage-focus"
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
            className="min-h-9 cursor-pointer rounded-md px-2 font-semibold text-stage-action hover:bg-stage-line"
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
  const { username, editions, headUrl, reason, uuid, xuid } = player;
  const name = <PlayerName name={username} />;
  if (reason === "typed") {
    return (
      <>
        <span className="min-w-0 grow wrap-anywhere [&_bdi]:font-bold">
          {t.rich("lookUp", { name: () => name })}
        </span>
        <Icon path={ARROW} size={18} className="shrink-0 rtl:-scale-x-100" />
      </>
    );
  }
  const ids = reason === "found" ? [uuid && dashed(uuid), xuid].filter(Boolean) : [];
  return (
    <>
      <span className="shrink-0">
        <PlayerHead url={headUrl} size={HEAD_SIZE} />
      </span>
      <span className="grid min-w-0 grow">
        <span className="font-semibold">{name}</span>
        <span className="flex flex-wrap gap-x-3 text-sm text-stage-muted">
          {reason === "former" ? t("former") : <EditionMarks editions={editions} />}
          {(reason === "device" || reason === "recent") && <span>{t(reason)}</span>}
        </span>
        {ids.map((id) => (
          <code
            key={id}
            translate="no"
            dir="ltr"
            className="justify-self-start font-mono text-code wrap-anywhere"
          >
            {id}
          </code>
        ))}
      </span>
    </>
  );
}
