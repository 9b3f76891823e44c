"use client";

import { useTranslations } from "next-intl";
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
} from "react";
import type { FormField } from "@/site/docs/tables.ts";
import { Breakable } from "../../breakable.tsx";
import { CopyLater } from "../copy-later.tsx";
import { Later, later } from "../../later.tsx";
import { Fields } from "./fields.tsx";
import { useFilling } from "./filling-link.tsx";
import { fillForm, firstUrl, requestUrl, sharedUrl, useRequest } from "./request.ts";
import { CopyButton } from "../../copy-button.tsx";
import { useBrowserValue } from "../../use-browser-value.ts";

interface TryItFormProps {
  /** The id of the endpoint: the anchors in the table of its parameters begin with it. */
  id: string;
  /** The id of the heading above the form. */
  anchor: string;
  /** The endpoint as the documentation writes it: a page may have several forms. */
  endpoint: string;
  /** The public URL of the service: the page's own, once that is known. */
  base: string;
  path: string;
  fields: readonly FormField[];
  /** Shown until there is a response. */
  idle: ReactNode;
}

/** Most visitors only read: the view of a response is loaded when they point at a form or use it. */
const loadCode = () => import("./response-view.tsx");
const ResponseView = later(async () => (await loadCode()).ResponseView);

/** Sends a request. Without JavaScript it is a plain form that leads to the response itself. */
export function TryItForm(props: TryItFormProps) {
  const { id, anchor, endpoint, base, path, fields, idle } = props;
  const t = useTranslations("TryIt");
  const form = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState(() => firstUrl(path, fields));
  const [isUsed, setUsed] = useState(false);
  const retry = ResponseView.useRetry();
  const { state, send, cancel } = useRequest(loadCode);

  const read = (element: HTMLFormElement) => requestUrl(path, fields, new FormData(element));

  // Reads the URL, and what was typed before hydration or restored by the browser.
  const readForm = useEffectEvent(() => {
    if (form.current === null) return;
    // A plain form would send such parameters empty.
    for (const option of form.current.querySelectorAll<HTMLOptionElement>("[value='']:disabled")) {
      option.disabled = false;
    }
    fillForm(form.current, fields, new URLSearchParams(location.search));
    setUrl(read(form.current));
  });
  useEffect(() => readForm(), []);

  useFilling(endpoint, (query) => {
    if (form.current === null) return;
    const { username } = Object.fromEntries(new FormData(form.current));
    if (typeof username === "string" && username !== "") query.set("username", username);
    form.current.closest("details")?.setAttribute("open", "");
    fillForm(form.current, fields, query);
    form.current.requestSubmit();
    form.current.closest(".card")?.scrollIntoView({ block: "nearest" });
  });

  // A form without fields to fill in has no URL of its own.
  const isShared = fields.some(({ kind }) => kind !== "fixed");
  const shared = () => sharedUrl(location.pathname, url, anchor);

  const submitForm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const sent = read(currentTarget);
    setUrl(sent);
    const page = sharedUrl(location.pathname, sent, anchor);
    if (isShared) history.replaceState(history.state, "", page);
    setUsed(true);
    retry?.();
    void send(sent);
  };

  const prepare = () => setUsed(true);

  const cancelRequest = () => {
    submit.current?.focus();
    cancel();
  };

  return (
    <section aria-label={`${t("title")}: ${endpoint}`} className="grid min-w-0 gap-3">
      <form
        ref={form}
        action={path}
        data-scripted
        method="get"
        noValidate
        onSubmit={submitForm}
        onInput={({ currentTarget }) => setUrl(read(currentTarget))}
        onFocus={prepare}
        onPointerEnter={prepare}
        className="grid min-w-0 gap-3"
      >
        <Fields anchor={anchor} table={id} fields={fields} />
        <RequestLine base={base} url={url} />
        <div className="flex flex-wrap items-center gap-3">
          <button ref={submit} type="submit" className="primary cut">
            {t("send")}
          </button>
          {state.kind === "waiting" && (
            <button
              type="button"
              onClick={cancelRequest}
              className="button animate-[appear_0s_1s_both]"
            >
              {t("cancel")}
            </button>
          )}
          {isShared && (
            <span className="flex items-center noscript:hidden">
              <CopyLater
                label={t("share")}
                icon="share"
                text={() => new URL(shared(), location.href).href}
              />
            </span>
          )}
        </div>
      </form>
      <div className="grid min-w-0 gap-2 text-sm empty:hidden noscript:hidden">
        {state.kind === "idle" && idle}
        {/* Rendered early: screen readers announce only changes to a live region they know. */}
        {isUsed && (
          <Later
            meanwhile={
              state.kind === "unreachable" && (
                <p role="alert" className="text-bad">
                  {t("unreachable")}
                </p>
              )
            }
          >
            <ResponseView state={state} />
          </Later>
        )}
      </div>
    </section>
  );
}

/** The URL of the request, with a copy button. */
function RequestLine({ base, url }: { base: string; url: string }) {
  const t = useTranslations("TryIt");
  const id = useId();
  const origin = useBrowserValue(() => location.origin, base);
  return (
    <div className="stage cut flex items-center justify-between gap-1 py-0.5 ps-3.5 text-sm noscript:hidden">
      <span dir="ltr" className="min-w-0 py-2 font-mono wrap-anywhere">
        <span className="sr-only">GET</span>
        <span id={id} translate="no">
          <Breakable text={origin + url} />
        </span>
      </span>
      <CopyButton label={t("address")} of={id} />
    </div>
  );
}
