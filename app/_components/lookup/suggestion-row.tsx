import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { localePath } from "@/lib/i18n/paths.ts";
import { PlayerName, EditionMarks } from "../elements.tsx";
import { playerPath } from "@/lib/site/player-path.ts";
import { PlayerHead } from "../images.tsx";
import type { Suggestion } from "./use-suggestions.ts";

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 40;

export interface OptionProps {
  id: string;
  isActive: boolean;
  /** Called when the row is chosen and the browser is about to leave the page. */
  onChoose: () => void;
  onPoint: () => void;
}

/** A player as a row. */
export function SuggestionRow({ player, ...option }: OptionProps & { player: Suggestion }) {
  const t = useTranslations("Suggestions");
  const { username, editions, headUrl, id: playerId = username, reason } = player;
  return (
    <OptionLink {...option} path={playerPath(playerId)}>
      <PlayerHead url={headUrl} size={HEAD_SIZE} />
      <span className="grid min-w-0 grow">
        <span className="font-semibold">
          <PlayerName name={username} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          {reason === "former" ? t("former") : <EditionMarks editions={editions} />}
          {(reason === "device" || reason === "recent") && <span>{t(reason)}</span>}
        </span>
      </span>
    </OptionLink>
  );
}

/** The text as typed, as a row. */
export function WantedRow({
  wanted,
  isAwaited,
  ...option
}: OptionProps & { wanted: string; isAwaited: boolean }) {
  const t = useTranslations("Suggestions");
  return (
    <OptionLink {...option} path={playerPath(wanted)}>
      <span className={isAwaited ? "shimmer" : undefined}>
        <PlayerHead url={null} size={HEAD_SIZE} />
      </span>
      <span className="grid min-w-0 grow">
        <span className="font-semibold">
          <PlayerName name={wanted} />
        </span>
        <span className="text-sm text-muted">{t(isAwaited ? "awaited" : "enter")}</span>
      </span>
    </OptionLink>
  );
}

/** A link as an option of the list: the box keeps the focus. */
function OptionLink({
  id,
  isActive,
  onChoose,
  onPoint,
  path,
  children,
}: OptionProps & { path: string; children: ReactNode }) {
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={localePath(useLocale(), path)}
      onClick={onChoose}
      onPointerMove={onPoint}
      className="suggestion"
    >
      {children}
    </a>
  );
}
