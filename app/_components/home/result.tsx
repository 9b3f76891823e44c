import { useLocale, useTranslations } from "next-intl";
import { dashed } from "@/lib/contract/identifiers.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { playerPath } from "@/lib/site/player-path.ts";
import { CopyButton } from "../copy-button.tsx";
import { EditionMarks, PlayerName, UnknownHead } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { PlayerHead } from "../player-head.tsx";
import type { FoundPlayer } from "../lookup/preview.ts";
import { hasNote, Note } from "../lookup/suggestion-list.tsx";
import { storeSearch, type Suggestions } from "../lookup/use-suggestions.ts";

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 56;

/** As high for one identifier as for two, so that nothing below it moves. */
const RESULT = "relative min-h-49 rounded-lg border border-stage-line bg-stage-up max-sm:min-h-64";
const FOUND = "flex min-h-24 flex-wrap items-center gap-x-3.5 gap-y-3 p-3.5 *:first:shrink-0";

/** Who was found, or why no player was. */
export function Result({ suggestions, player }: { suggestions: Suggestions; player: FoundPlayer }) {
  const t = useTranslations("HomePage.result");
  const said = useTranslations("Suggestions");
  const locale = useLocale();
  const { state, wanted } = suggestions;
  const { username, id = username, editions, headUrl, uuid, xuid } = player;
  const isPending = state === "pending";
  if (hasNote(state)) {
    return (
      <section aria-label={t("title")} className={RESULT}>
        <div className={FOUND}>
          <UnknownHead size={HEAD_SIZE} />
          <Note suggestions={suggestions} />
        </div>
      </section>
    );
  }
  return (
    <section aria-label={t("title")} aria-busy={isPending} className={RESULT}>
      <div className={FOUND} key={username}>
        <PlayerHead url={headUrl} size={HEAD_SIZE} />
        <div className="min-w-0 flex-1">
          <h2 className="text-xl leading-tight font-bold">
            <PlayerName name={username} />
          </h2>
          <p className="flex flex-wrap gap-x-4">
            <EditionMarks editions={editions} />
            {editions.length > 1 && (
              <span className="inline-flex items-center gap-1.5 text-sm text-plus">
                <Icon shape="link-2" size={16} />
                {t("linked")}
              </span>
            )}
          </p>
        </div>
        <a
          href={localePath(locale, playerPath(id))}
          onClick={() => wanted !== "" && storeSearch(player)}
          className="button max-sm:w-full"
        >
          {t("open")}
          <Icon shape="arrow" size={16} className="rtl:-scale-x-100" />
        </a>
      </div>
      {/* New elements for each player: those that stay would move. */}
      <dl key={`${username} ids`} className="border-t border-stage-line py-1 ps-3.5 pe-1">
        {uuid !== undefined && <Identifier name="UUID" value={dashed(uuid)} />}
        {xuid !== undefined && <Identifier name="XUID" value={xuid} />}
      </dl>
      {(isPending || state === "short") && (
        <p
          aria-hidden
          key={state}
          className="absolute end-3.5 bottom-3 animate-appear rounded-md bg-stage-up ps-3 text-sm text-stage-muted"
        >
          {said(isPending ? "awaited" : "enter")}
        </p>
      )}
    </section>
  );
}

function Identifier({ name, value }: { name: "UUID" | "XUID"; value: string }) {
  const id = `result-${name.toLowerCase()}`;
  return (
    <div className="flex min-h-11 items-center">
      <dt className="w-16 shrink-0 text-sm text-stage-muted max-sm:w-13">{name}</dt>
      <dd className="flex min-w-0 grow items-center justify-between">
        <code id={id} dir="ltr" className="font-mono text-code wrap-anywhere">
          {value}
        </code>
        <CopyButton label={name} of={id} />
      </dd>
    </div>
  );
}
