import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { localePath } from "@/lib/i18n/paths.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
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
    <Row {...option} name={username} path={playerPath(playerId)} headUrl={headUrl}>
      {reason === "former" ? t("former") : <EditionMarks editions={editions} />}
      {(reason === "device" || reason === "recent") && <span>{t(reason)}</span>}
    </Row>
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
    <Row {...option} name={wanted} path={playerPath(wanted)} headUrl={null} isAwaited={isAwaited}>
      {t(isAwaited ? "awaited" : "enter")}
    </Row>
  );
}

interface RowProps extends OptionProps {
  name: string;
  path: string;
  headUrl: string | null;
  isAwaited?: boolean;
  children: ReactNode;
}

/** A link as an option of the list: the box keeps the focus. */
function Row({ id, isActive, onChoose, onPoint, ...row }: RowProps) {
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={localePath(useLocale(), row.path)}
      onClick={onChoose}
      onPointerMove={onPoint}
      className="suggestion"
    >
      <span className={row.isAwaited ? "shimmer" : undefined}>
        <PlayerHead url={row.headUrl} size={HEAD_SIZE} />
      </span>
      <span className="grid min-w-0 grow">
        <span className="font-semibold">
          <PlayerName name={row.name} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">{row.children}</span>
      </span>
    </a>
  );
}
