import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { RESPONSE_HEADERS } from "@/lib/contract/headers.ts";
import { docsPath, errorAnchor } from "@/lib/docs/page.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { ResponseBody } from "./response-body.tsx";
import type { RequestState } from "./request.ts";
import type { ApiResponse } from "./response.ts";
import { clock, useCountdown } from "../../use-countdown.ts";

/** The response. Its first line is announced to screen readers. */
export function ResponseView({ state }: { state: RequestState }) {
  const t = useTranslations("TryIt");
  const response = state.kind === "responded" ? state.response : undefined;
  return (
    <>
      <div role="status" className="flex flex-wrap items-center gap-x-4 px-4 py-3 empty:sr-only">
        {state.kind === "waiting" && <p className="text-muted">{t("waiting")}</p>}
        {state.kind === "cancelled" && <p className="text-muted">{t("cancelled")}</p>}
        {state.kind === "unreachable" && <p className="text-bad">{t("unreachable")}</p>}
        {response !== undefined && <Summary response={response} />}
      </div>
      {response !== undefined && (
        <>
          <Failure response={response} />
          <ResponseHeaders headers={response.headers} />
          <ResponseBody body={response.body} />
        </>
      )}
    </>
  );
}

function Summary({ response }: { response: ApiResponse }) {
  const t = useTranslations("TryIt");
  const { status, statusText, milliseconds, bytes } = response;
  const colour = status < 300 ? "text-good" : status < 500 ? "text-caution" : "text-bad";
  return (
    <>
      <strong dir="ltr" className={`font-mono ${colour}`}>
        {`${status} ${WORDS[status] ?? statusText}`.trim()}
      </strong>{" "}
      <span className="text-sm text-muted">{t("milliseconds", { count: milliseconds })}</span>{" "}
      <span className="text-sm text-muted">{t("bytes", { count: bytes })}</span>
    </>
  );
}

/** Explains an error and when to retry. */
function Failure({ response }: { response: ApiResponse }) {
  const locale = useLocale();
  const { body, retryAfter } = response;
  const error = body.kind === "json" ? body.error : undefined;
  if (error === undefined && retryAfter === undefined) return null;
  return (
    <div className="mx-4 mb-3 flex flex-col gap-1 rounded-md bg-caution-surface px-4 py-3 text-sm">
      {error !== undefined && (
        <p>
          <a
            href={localePath(locale, `${docsPath({ slug: "errors" })}#${errorAnchor(error.code)}`)}
            className="font-semibold text-action underline"
          >
            <code dir="ltr">{error.code}</code>
          </a>{" "}
          <span lang="en" dir="ltr">
            {error.message}
          </span>
        </p>
      )}
      {retryAfter !== undefined && <RetryWait seconds={retryAfter} />}
    </div>
  );
}

/** Reason phrases of RFC 9110 for the service's status codes: HTTP/2 sends none. */
const WORDS: Readonly<Record<number, string>> = {
  200: "OK",
  400: "Bad Request",
  404: "Not Found",
  405: "Method Not Allowed",
  414: "URI Too Long",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** The headers. Those of the contract come first, in their usual spelling. */
function ResponseHeaders({ headers }: Pick<ApiResponse, "headers">) {
  const t = useTranslations("TryIt");
  const known = Object.keys(RESPONSE_HEADERS).filter((name) => headers.has(name));
  const documented = new Set(known.map((name) => name.toLowerCase()));
  const others = [...headers.keys()].filter((name) => !documented.has(name));
  return (
    <details className="docs-fold border-t border-line text-sm">
      <summary className="font-semibold">
        {t("headers", { count: known.length + others.length })}
      </summary>
      <dl dir="ltr" className="px-4 pb-3 font-mono text-sm">
        {[...known, ...others].map((name, index) => (
          <div key={name} className="py-0.5 break-words">
            <dt className={`inline ${index < known.length ? "font-semibold" : "text-muted"}`}>
              {name}:
            </dt>{" "}
            <dd className="inline">{headers.get(name)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Counts down to the retry; only the end is announced. */
function RetryWait({ seconds: length }: { seconds: number }) {
  const t = useTranslations("TryIt");
  const [isOver, setOver] = useState(false);
  const { seconds, start } = useCountdown(() => setOver(true));
  // Started once: each response has its own component.
  const startOnce = useEffectEvent(() => start(length));
  useEffect(() => startOnce(), []);
  return (
    <>
      {seconds !== null && <p className="tabular-nums">{t("wait", { clock: clock(seconds) })}</p>}
      <p role="status" className="font-semibold text-good empty:sr-only">
        {isOver && t("again")}
      </p>
    </>
  );
}
