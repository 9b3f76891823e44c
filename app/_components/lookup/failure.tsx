import { useTranslations } from "next-intl";
import { Button } from "../button.tsx";
import { UnknownHead } from "../unknown-head.tsx";
import type { LookupErrorCode } from "./lookup-error.ts";
import { useWait } from "./use-times.ts";

/** Asking again with the same words cannot help here. */
const final: ReadonlySet<LookupErrorCode> = new Set([
  "MISSING_PARAMETER",
  "INVALID_PARAMETER",
  "NOT_FOUND",
  "URI_TOO_LONG",
]);

const LONGEST_ECHO = 64;

export interface FailureProps {
  code: LookupErrorCode;
  username?: string;
  retryAfter?: number | undefined;
  onRetry?: () => void;
}

/** Why there is no profile, and what to do about it. */
export function Failure({ code, username, retryAfter, onRetry }: FailureProps) {
  const t = useTranslations("Failure");
  const wait = useWait();
  return (
    <section
      role="alert"
      className="mx-auto flex w-full max-w-2xl flex-col items-center gap-3 rounded-lg border border-line bg-surface px-4 py-8 text-center"
    >
      <UnknownHead size={80} />
      <h2 className="text-xl font-bold text-balance">{t(`${code}.title`)}</h2>
      {username !== undefined && (
        <p className="break-words">
          {t.rich("searched", {
            username: shorten(username),
            name: (chunks) => <bdi className="font-semibold break-all">{chunks}</bdi>,
          })}
        </p>
      )}
      <p className="max-w-prose text-muted text-pretty">{t(`${code}.hint`)}</p>
      {retryAfter !== undefined && <p>{t("wait", { wait: wait(retryAfter) })}</p>}
      {onRetry !== undefined && !final.has(code) && <Button onClick={onRetry}>{t("retry")}</Button>}
    </section>
  );
}

function shorten(text: string) {
  return text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
}
