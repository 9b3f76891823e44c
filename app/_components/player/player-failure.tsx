import { useLocale, useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FailureCode } from "../lookup/read-profile.ts";
import { useWait } from "../waits.ts";
import { NameTag, UnknownHead } from "../elements.tsx";
import { PageMessages } from "../page-messages.tsx";
import { lookupMessages } from "@/lib/i18n/page-messages.ts";
import { localePath } from "@/lib/i18n/paths.ts";
import { FailureSearch } from "./failure-search.tsx";
import { playerPath } from "@/lib/site/player-path.ts";

const LONGEST_ECHO = 64;

interface PlayerFailureProps {
  code: FailureCode;
  status: number;
  /** The identifier in the address. */
  id: string;
  /** Seconds until a retry makes sense. */
  retryAfter: number | undefined;
}

/** Shown in place of a player: the error, and what to do about it. */
export function PlayerFailure({ code, status, id, retryAfter }: PlayerFailureProps) {
  const locale = useLocale();
  const failures = useTranslations("Failure");
  const t = useTranslations("PlayerFailure");
  const wait = useWait();
  const echo = id.length > LONGEST_ECHO ? `${id.slice(0, LONGEST_ECHO)}…` : id;
  const hints = code === "NOT_FOUND" ? (["spelling", "renamed", "edition"] as const) : [];
  return (
    <div className="flex flex-col items-center gap-4 py-6 text-center">
      <NameTag>
        <bdi dir="ltr">{status}</bdi>
      </NameTag>
      <UnknownHead />
      <h1 className="text-3xl font-bold tracking-tight text-balance">
        {failures(`${code}.title`)}
      </h1>
      <p className="max-w-full break-words">
        {failures.rich("searched", {
          username: echo,
          name: asName,
        })}
      </p>
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
          {retryAfter !== undefined && failures("wait", { wait: wait(retryAfter) })}
          <a href={localePath(locale, playerPath(id))} className="button">
            {failures("retry")}
          </a>
        </p>
      )}
      <div className="w-full pt-2">
        <PageMessages locale={locale} json={lookupMessages(useMessages())}>
          <FailureSearch searched={echo} />
        </PageMessages>
      </div>
    </div>
  );
}

function asName(name: ReactNode) {
  return <bdi className="font-semibold break-all">{name}</bdi>;
}
