import { useFormatter, useLocale, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { anyName } from "../../_server/site-configuration.ts";
import { NameTag, PlayerName, UnknownHead } from "../elements.tsx";
import { PageMessages } from "../page-messages.tsx";
import { PlayerHead } from "../images.tsx";
import { PageTitle } from "../page-metadata.tsx";
import type { FormerPlayer } from "@/lib/contract/errors.ts";
import { address } from "@/lib/contract/urls.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { FailureSearch } from "./failure-search.tsx";
import { coarseWait, type LookupFailure } from "./lookup-failure.ts";
import { playerPath } from "@/lib/site/player-path.ts";

/** No name is longer than this; longer text does not belong in a title. */
const LONGEST_ECHO = 64;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

interface PlayerFailureProps extends LookupFailure {
  status: number;
  /** The identifier in the URL. */
  id: string;
  /** Known names with a similar spelling. */
  similar?: readonly string[];
}

/** Shown instead of a player: the error, and what to do about it. */
export function PlayerFailure(props: PlayerFailureProps) {
  const { code, status, id, retryAfter, former = [], similar = [] } = props;
  const locale = useLocale();
  const failures = useTranslations("Failure");
  const t = useTranslations("PlayerFailure");
  const format = useFormatter();
  const waitOf = (seconds: number) => {
    const { value, unit } = coarseWait(seconds);
    return format.number(value, { style: "unit", unit, unitDisplay: "long" });
  };
  const isShort = id.length <= LONGEST_ECHO;
  const echo = isShort ? id : `${id.slice(0, LONGEST_ECHO)}…`;
  const hints = code === "NOT_FOUND" ? (["spelling", "renamed", "edition"] as const) : [];
  return (
    <div className="flex flex-col items-center gap-4 py-6 text-center">
      <PageTitle title={isShort ? id : failures(`${code}.title`)} />
      <meta name="robots" content="noindex" />
      <NameTag>
        <bdi dir="ltr">{status}</bdi>
      </NameTag>
      <UnknownHead />
      <h1 className="text-3xl font-bold tracking-tight text-balance">
        {failures(`${code}.title`)}
      </h1>
      <p className="max-w-full break-words">
        {failures.rich("searched", { username: echo, name: asName })}
      </p>
      {similar.length > 0 && (
        <p className="text-lg">
          {t.rich("similar", {
            names: () =>
              similar.map((name, index) => (
                <Fragment key={name}>
                  {index > 0 && " · "}
                  <PlayerLink id={name}>{name}</PlayerLink>
                </Fragment>
              )),
          })}
        </p>
      )}
      {former.length > 0 && <Former players={former} />}
      {hints.length === 0 ? (
        <p className="max-w-prose text-muted text-pretty">{failures(`${code}.hint`)}</p>
      ) : (
        <ul className="w-full max-w-xl list-disc ps-5 text-start text-muted text-pretty">
          {hints.map((hint) => (
            <li key={hint}>{t(hint)}</li>
          ))}
        </ul>
      )}
      {status >= 500 && (
        <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          {retryAfter !== undefined && failures("wait", { wait: waitOf(retryAfter) })}
          <a href={localePath(locale, playerPath(id))} className="button">
            {failures("retry")}
          </a>
        </p>
      )}
      <div className="w-full pt-2">
        <PageMessages of="lookup">
          <FailureSearch searched={echo} anyName={anyName()} />
        </PageMessages>
      </div>
    </div>
  );
}

/** The players who were seen with the name. */
function Former({ players }: { players: readonly FormerPlayer[] }) {
  const t = useTranslations("PlayerFailure");
  const format = useFormatter();
  return (
    <section
      aria-labelledby="former"
      className="w-full max-w-xl rounded-lg border border-line bg-sunken px-4 py-4 text-start sm:px-6"
    >
      <h2 id="former" className="pb-2 font-semibold">
        {t("former.title", { count: players.length })}
      </h2>
      <ul className="flex flex-col gap-3">
        {players.map(({ username, uuid, last_seen: lastSeen }) => (
          <li key={uuid} className="flex items-center gap-3">
            <PlayerHead url={address("/head", { username: uuid })} size={HEAD_SIZE} />
            <span className="min-w-0">
              <PlayerLink id={uuid}>{username}</PlayerLink>
              <span className="block text-sm text-muted">
                {lastSeen === null
                  ? t("former.unknown")
                  : t("former.until", {
                      date: format.dateTime(new Date(lastSeen), {
                        dateStyle: "long",
                        timeZone: "UTC",
                      }),
                    })}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className="pt-3 text-sm text-muted text-pretty">{t("former.note")}</p>
    </section>
  );
}

/** A link to a player by name or id. */
function PlayerLink({ id, children }: { id: string; children: string }) {
  const locale = useLocale();
  return (
    <a
      href={localePath(locale, playerPath(id))}
      className="font-semibold text-action underline underline-offset-4"
    >
      <PlayerName name={children} />
    </a>
  );
}

function asName(name: ReactNode) {
  return <bdi className="font-semibold break-all">{name}</bdi>;
}
