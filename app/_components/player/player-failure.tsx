import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EditionMarks, NamePlate, PlayerName, UnknownHead } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { ARROW } from "../icon-paths.ts";
import { PlayerHead } from "../player-head.tsx";
import { PageTitle } from "../page-metadata.tsx";
import { offersBedrock } from "@/app/_server/site-configuration.ts";
import type { PlayerIdentifier } from "@/lib/contract/identifiers.ts";
import type { FormerPlayer } from "@/lib/contract/errors.ts";
import type { RecentLookup } from "@/lib/contract/status.ts";
import { address } from "@/lib/contract/urls.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { DAY } from "./history.tsx";
import { coarseWait, type LookupFailure } from "./lookup-failure.ts";
import { lookupIdInUrl, playerPath } from "@/site/pages/player-path.ts";
import { missingHints } from "@/site/pages/searched.ts";

/** No name is longer than this; longer text does not belong in a title. */
const LONGEST_ECHO = 64;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;
const heading = "pt-6 pb-2 font-semibold";

interface PlayerFailureProps extends LookupFailure {
  status: number;
  /** The identifier in the URL. */
  id: string;
  /** The meaning of `id`; null where it is no identifier. */
  identifier?: PlayerIdentifier | null;
  /** Known players with a similar name. */
  similar?: readonly RecentLookup[];
}

/** Shown instead of a player: what was looked up, why there is nothing, and what to do about it. */
export function PlayerFailure(props: PlayerFailureProps) {
  const { code, status, id, identifier = null, former = [], similar = [] } = props;
  const t = useTranslations("PlayerFailure");
  const { title, hint } = useExplanation(props);
  const isShort = id.length <= LONGEST_ECHO;
  const echo = isShort ? id : `${id.slice(0, LONGEST_ECHO)}…`;
  const isKnown = similar.length > 0 || former.length > 0;
  const hints = code === "NOT_FOUND" ? missingHints(id, identifier, offersBedrock()) : [];
  const mayRetry = status >= 500 && props.reason !== "unsearchable";
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-[18.75rem_minmax(0,1fr)] md:items-center md:py-6">
      <PageTitle title={isShort ? id : title} isName={isShort} />
      <meta name="robots" content="noindex" />
      <div className="stage cut grid min-w-0 place-content-center place-items-center gap-4.5 px-5 py-9 text-lg max-md:grid-flow-col max-md:py-4">
        {echo !== "" && (
          <NamePlate unknown>
            <PlayerName name={echo} />
          </NamePlate>
        )}
        <UnknownHead size={128} className="max-md:size-14" />
      </div>
      <div className="min-w-0">
        <h1 className="text-[clamp(1.75rem,1.3rem+1.6vw,2.375rem)] leading-[1.15] font-bold tracking-[-0.01em]">
          {title}
        </h1>
        {former.length > 0 && <Former id={id} players={former} />}
        {similar.length > 0 && <Similar players={similar} />}
        {hints.length === 0 && <p className="lead">{hint}</p>}
        {!isKnown && <Hints hints={hints} />}
        {mayRetry && <Retry id={id} retryAfter={props.retryAfter} />}
        <p className="pt-6 text-sm text-muted">
          {t("client")}{" "}
          <span className="status-code bad">
            {status} {code}
          </span>
        </p>
      </div>
    </div>
  );
}

/** Lists where the player was not found and what else to look for, if nothing is known. */
function Hints({ hints }: { hints: ReturnType<typeof missingHints> }) {
  const t = useTranslations("PlayerFailure");
  if (hints.length === 0) return null;
  return (
    <ul className="max-w-2xl list-disc ps-5 pt-2 text-pretty text-muted">
      {hints.map((hint) => (
        <li key={hint}>{t(hint)}</li>
      ))}
    </ul>
  );
}

/** Why there is nothing, in a title and a sentence. */
function useExplanation({ code, reason, identifier }: PlayerFailureProps) {
  const failures = useTranslations("Failure");
  const t = useTranslations("PlayerFailure");
  if (reason === "not-offered") return { title: t("notOffered.title"), hint: t("notOffered.hint") };
  if (reason === "unsearchable") {
    const kind = identifier?.kind === "name" ? "name" : "id";
    return { title: t("unsearchable.title"), hint: t(`unsearchable.${kind}`) };
  }
  return { title: failures(`${code}.title`), hint: failures(`${code}.hint`) };
}

/** How long to wait, if that is known, and a link that tries again. */
function Retry({ id, retryAfter }: Pick<PlayerFailureProps, "id" | "retryAfter">) {
  const locale = useLocale();
  const t = useTranslations("Failure");
  const format = useFormatter();
  const waitOf = (seconds: number) => {
    const { value, unit } = coarseWait(seconds);
    return format.number(value, { style: "unit", unit, unitDisplay: "long" });
  };
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-4">
      {retryAfter !== undefined && t("wait", { wait: waitOf(retryAfter) })}
      <a href={localePath(locale, playerPath(id))} className="button">
        {t("retry")}
      </a>
    </p>
  );
}

/** Known players with a similar name. */
function Similar({ players }: { players: readonly RecentLookup[] }) {
  const t = useTranslations("PlayerFailure");
  return (
    <section aria-labelledby="similar">
      <h2 id="similar" className={heading}>
        {t("similar")}
      </h2>
      <ul className="grid max-w-104 gap-2">
        {players.map(({ username, head_url, editions, ...lookup }) => (
          <li key={username}>
            <PlayerLink id={lookupIdInUrl({ username, ...lookup })} name={username} head={head_url}>
              <EditionMarks editions={editions} />
            </PlayerLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The players who were seen with the name, and how they are called now. */
function Former({ id, players }: { id: string; players: readonly FormerPlayer[] }) {
  const t = useTranslations("PlayerFailure");
  const format = useFormatter();
  return (
    <section aria-labelledby="former">
      <h2 id="former" className="sr-only">
        {t("former.title", { count: players.length })}
      </h2>
      <ul className="grid max-w-120 gap-2 pt-4">
        {players.map(({ username, uuid, last_seen: lastSeen }) => (
          <li key={uuid}>
            <PlayerLink
              id={uuid}
              formerly={id}
              name={username}
              head={address("/head", { username: uuid })}
            >
              {lastSeen === null
                ? t("former.unknown")
                : t("former.until", { date: format.dateTime(new Date(lastSeen), DAY) })}
            </PlayerLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PlayerLinkProps {
  /** A name or an ID. */
  id: string;
  name: string;
  /** The name that the player had before. */
  formerly?: string;
  head: string;
  children: ReactNode;
}

/** A link to a player, with the head and what else is known. */
function PlayerLink({ id, name, formerly, head, children }: PlayerLinkProps) {
  const locale = useLocale();
  const t = useTranslations("PlayerFailure.former");
  const former = <PlayerName name={formerly ?? name} />;
  const shown = (
    <strong>
      <PlayerName name={name} />
    </strong>
  );
  return (
    <a
      href={localePath(locale, playerPath(id))}
      className="flex items-center gap-3.5 rounded-lg border border-edge bg-surface p-3 hover:bg-sunken"
    >
      <span className="shrink-0">
        <PlayerHead url={head} size={HEAD_SIZE} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block">
          {formerly === undefined ? shown : t.rich("now", { old: () => former, now: () => shown })}
        </span>
        <span className="block text-sm text-muted">{children}</span>
      </span>
      <Icon path={ARROW} size={18} className="rtl:-scale-x-100" />
    </a>
  );
}
