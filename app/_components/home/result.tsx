import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { dashed } from "@/lib/contract/identifiers.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { playerPath } from "@/site/pages/player-path.ts";
import { CopyButton } from "../copy-button.tsx";
import { EditionMarks, PlayerName, UnknownHead } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { ARROW, LINK } from "../icon-paths.ts";
import { PlayerHead } from "../player-head.tsx";
import type { FoundPlayer } from "../lookup/known-player.ts";

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 56;

/** As high for one identifier as for two, so that nothing below it moves. */
const RESULT =
  "flex min-h-49 flex-col rounded-lg border border-stage-line bg-stage-up max-sm:min-h-69";
const TOP = "flex min-h-24 flex-wrap items-center gap-x-3.5 gap-y-3 p-3.5 *:first:shrink-0";

interface ResultProps {
  player: FoundPlayer;
  /** Why no player is shown. */
  note?: ReactNode;
  isPending?: boolean;
  /** False while the text is no name yet. */
  canOpen?: boolean;
  onOpen?: (() => void) | undefined;
}

/** Shows the players who were found, or why there are none. */
export function Result({ player, note, isPending = false, canOpen = true, onOpen }: ResultProps) {
  const t = useTranslations("HomePage.result");
  return (
    <section
      aria-label={t("title")}
      aria-busy={isPending}
      className="self-start pb-5 [:has(#username[aria-expanded=true])>&]:invisible"
    >
      <div className={RESULT}>
        {note === undefined ? (
          <Found player={player} canOpen={canOpen} onOpen={onOpen} />
        ) : (
          <div className="flex items-start gap-x-3.5 p-3.5 *:first:shrink-0">
            <UnknownHead size={HEAD_SIZE} />
            {note}
          </div>
        )}
      </div>
    </section>
  );
}

function Found({ player, canOpen, onOpen }: Pick<ResultProps, "player" | "canOpen" | "onOpen">) {
  const t = useTranslations("HomePage.result");
  const search = useTranslations("SearchForm");
  const locale = useLocale();
  const { username, id = username, editions, headUrl, uuid, xuid } = player;
  return (
    <>
      <div className={TOP} key={`${username} ${editions.join("+")}`}>
        <PlayerHead url={headUrl} size={HEAD_SIZE} />
        <div className="min-w-0 flex-1">
          <h2 className="text-xl leading-tight font-bold">
            <PlayerName name={username} />
          </h2>
          <p className="flex flex-wrap gap-x-4">
            <EditionMarks editions={editions} />
            {editions.length > 1 && (
              <span className="inline-flex items-center gap-1.5 text-sm text-stage-good">
                <Icon path={LINK} size={16} />
                {t("linked")}
              </span>
            )}
          </p>
        </div>
        {canOpen && (
          <a
            href={localePath(locale, playerPath(id))}
            onClick={onOpen}
            className="button max-sm:w-full"
          >
            {editions.length === 0 ? search("submit") : t("open")}
            <Icon path={ARROW} size={16} className="rtl:-scale-x-100" />
          </a>
        )}
      </div>
      {/* New elements for each player: those that stay would move. */}
      {(uuid ?? xuid) !== undefined && (
        <dl key={`${username} ids`} className="border-t border-stage-line py-1 ps-3.5 pe-1">
          {uuid !== undefined && <Identifier name="UUID" value={dashed(uuid)} />}
          {xuid !== undefined && <Identifier name="XUID" value={xuid} />}
        </dl>
      )}
    </>
  );
}

function Identifier({ name, value }: { name: "UUID" | "XUID"; value: string }) {
  const id = `result-${name.toLowerCase()}`;
  return (
    // On a phone, a UUID needs the whole width.
    <div className="relative flex min-h-11 flex-wrap items-center max-sm:content-center">
      <dt className="w-16 shrink-0 text-sm text-stage-muted max-sm:w-full max-sm:leading-tight">
        {name}
      </dt>
      <dd className="flex min-w-0 grow items-center justify-between">
        <code translate="no" id={id} dir="ltr" className="font-mono text-code wrap-anywhere">
          {value}
        </code>
        <CopyButton label={name} of={id} className="max-sm:absolute max-sm:end-0 max-sm:-top-3" />
      </dd>
    </div>
  );
}
