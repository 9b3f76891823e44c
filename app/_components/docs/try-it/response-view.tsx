"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { RESPONSE_HEADERS } from "@/lib/contract/headers.ts";
import { docsPath, errorAnchor } from "@/site/docs/pages.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { clock, useCountdown } from "../../use-countdown.ts";
import { CopyButton } from "../../copy-button.tsx";
import { JsonView } from "./json-view.tsx";
import { Preview } from "./preview.tsx";
import type { RequestState } from "./request.ts";
import type { ApiResponse } from "./response.ts";

export { readResponse } from "./response.ts";

/** The response. Its first line is announced to screen readers. */
export function ResponseView({ state }: { state: RequestState }) {
  const t = useTranslations("TryIt");
  const response = state.kind === "responded" ? state.response : undefined;
  return (
    <>
      <div role="status" className="flex min-h-7 flex-wrap items-center gap-x-3 empty:sr-only">
        {state.kind === "waiting" && <p className="text-muted">{t("waiting")}</p>}
        {state.kind === "cancelled" && <p className="text-muted">{t("cancelled")}</p>}
        {state.kind === "unreachable" && <p className="text-bad">{t("unreachable")}</p>}
        {response && <Summary {...response} />}
      </div>
      {response && <Failure {...response} />}
      {response && <ResponseBody {...response} />}
      {response && <ResponseHeaders {...response} />}
    </>
  );
}

function Summary({ status, statusText, milliseconds, bytes }: ApiResponse) {
  const t = useTranslations("TryIt");
  const colour = status < 300 ? "text-good" : status < 500 ? "text-caution" : "text-bad";
  return (
    <>
      <strong dir="ltr" className={`font-mono ${colour}`}>
        {`${status} ${WORDS[status] ?? statusText}`.trim()}
      </strong>{" "}
      <span className="text-muted">{t("milliseconds", { count: milliseconds })}</span>{" "}
      <span className="text-muted">{t("bytes", { count: bytes })}</span>
    </>
  );
}

/** Explains an error and when to retry. */
function Failure({ body, retryAfter }: ApiResponse) {
  const locale = useLocale();
  const error = body.kind === "json" ? body.error : undefined;
  if (error === undefined && retryAfter === undefined) return null;
  return (
    <div className="flex flex-col gap-1 rounded-md bg-caution-surface px-3 py-2">
      {error !== undefined && (
        <p>
          <a
            href={localePath(locale, `${docsPath("errors")}#${errorAnchor(error.code)}`)}
            className="font-semibold text-action underline"
          >
            <code translate="no" dir="ltr">
              {error.code}
            </code>
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
function ResponseHeaders({ headers }: ApiResponse) {
  const t = useTranslations("TryIt");
  const known = Object.keys(RESPONSE_HEADERS).filter((name) => headers.has(name));
  const others = [...headers.keys()].filter(
    (other) => !known.some((name) => name.toLowerCase() === other),
  );
  const names = [...known, ...others];
  return (
    <details>
      <summary className="disclosure">{t("headers", { count: names.length })}</summary>
      <dl translate="no" dir="ltr" className="pb-2 font-mono text-code">
        {names.map((name, index) => (
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

/** How much of an unreadable body is shown. */
const SHOWN_CHARACTERS = 600;
/** Smaller images are enlarged, pixel by pixel, to about this many CSS pixels. */
const SHOWN_PIXELS = 128;

function ResponseBody({ body }: ApiResponse) {
  const t = useTranslations("TryIt");
  if (body.kind === "image") return <ImageView blob={body.image} />;
  if (body.kind === "json") {
    return (
      <div className="code-box cut">
        <header>
          <span dir="ltr">JSON</span>
          <CopyButton label="JSON" of="try-it-body" />
        </header>
        <JsonView tokens={body.tokens} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-bad">{t("unreadable")}</p>
      <pre
        translate="no"
        dir="auto"
        role="region"
        aria-label={t("body")}
        className="max-h-48 overflow-auto rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap empty:hidden"
        tabIndex={0}
      >
        {body.text.slice(0, SHOWN_CHARACTERS)}
      </pre>
    </div>
  );
}

function ImageView({ blob }: { blob: Blob }) {
  const t = useTranslations("TryIt");
  const [size, setSize] = useState<{ width: number; height: number } | "broken">();

  const load = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );

  if (size === "broken") return <Preview>{t("brokenPicture")}</Preview>;
  const longest = size === undefined ? 0 : Math.max(size.width, size.height);
  const zoom = Math.max(1, Math.floor(SHOWN_PIXELS / (longest || 1)));
  return (
    <figure className="flex flex-col gap-1">
      <Preview>
        <img
          ref={load}
          alt={t("picture")}
          width={size && size.width * zoom}
          height={size && size.height * zoom}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setSize("broken")}
          className="pixelated max-h-33 max-w-full object-contain"
        />
      </Preview>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        {size !== undefined && <bdi>{t("pixels", size)}</bdi>}
        <code translate="no" dir="ltr">
          {blob.type}
        </code>
      </figcaption>
    </figure>
  );
}
