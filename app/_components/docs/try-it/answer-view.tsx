import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation.ts";
import { AnswerBody } from "./answer-body.tsx";
import { AnswerHeaders } from "./answer-headers.tsx";
import type { Answer } from "./ask.ts";
import { RetryWait } from "./retry-wait.tsx";
import { statusLine } from "./status-words.ts";
import type { RequestState } from "./use-request.ts";

export interface AnswerViewProps {
  state: RequestState;
  headerNames: readonly string[];
  errorPages: Readonly<Record<string, string>>;
}

/** How it went. The first line is spoken, the rest is there to be read. */
export function AnswerView({ state, headerNames, errorPages }: AnswerViewProps) {
  const t = useTranslations("TryIt");
  const answer = state.kind === "answered" ? state.answer : undefined;
  return (
    <div className={state.kind === "idle" ? "" : "border-t border-line"}>
      <div role="status" className="flex flex-wrap items-center gap-x-4 px-4 py-3 empty:sr-only">
        {state.kind === "waiting" && <p className="text-muted">{t("waiting")}</p>}
        {state.kind === "cancelled" && <p className="text-muted">{t("cancelled")}</p>}
        {state.kind === "unreachable" && <p className="text-bad">{t("unreachable")}</p>}
        {answer !== undefined && <Summary answer={answer} />}
      </div>
      {answer !== undefined && (
        <>
          <Failure answer={answer} errorPages={errorPages} />
          <AnswerHeaders headers={answer.headers} first={headerNames} />
          <AnswerBody body={answer.body} />
        </>
      )}
    </div>
  );
}

function Summary({ answer }: { answer: Answer }) {
  const t = useTranslations("TryIt");
  const { status, statusText, milliseconds, bytes } = answer;
  const colour = status < 300 ? "text-good" : status < 500 ? "text-caution" : "text-bad";
  return (
    <>
      <strong dir="ltr" className={`font-mono ${colour}`}>
        {statusLine(status, statusText)}
      </strong>{" "}
      <span className="text-sm text-muted">{t("milliseconds", { count: milliseconds })}</span>{" "}
      <span className="text-sm text-muted">{t("bytes", { count: bytes })}</span>
    </>
  );
}

/** What an error means, and when it is worth asking again. */
function Failure({ answer, errorPages }: Pick<AnswerViewProps, "errorPages"> & { answer: Answer }) {
  const { body, retryAfter } = answer;
  const error = body.kind === "json" ? body.error : undefined;
  if (error === undefined && retryAfter === undefined) return null;
  const page = error && errorPages[error.code];
  return (
    <div className="mx-4 mb-3 flex flex-col gap-1 rounded-md bg-caution-surface px-4 py-3 text-sm">
      {error !== undefined && (
        <p>
          {page === undefined ? (
            <code dir="ltr">{error.code}</code>
          ) : (
            <Link href={page} prefetch={false} className="font-semibold text-action underline">
              <code dir="ltr">{error.code}</code>
            </Link>
          )}{" "}
          <span lang="en" dir="ltr">
            {error.message}
          </span>
        </p>
      )}
      {retryAfter !== undefined && <RetryWait seconds={retryAfter} />}
    </div>
  );
}
