"use client";

import { useTranslations } from "next-intl";
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type SubmitEvent,
} from "react";
import type { FormField } from "@/lib/docs/form.ts";
import type { ResponseView } from "./response-view.tsx";
import { Field } from "./field.tsx";
import { useRequest } from "./request.ts";
import { firstUrl, requestUrl } from "./request-url.ts";
import { CopyButton } from "../../copy-button.tsx";

interface TryItFormProps {
  /** The endpoint as the documentation writes it: a page may have several forms. */
  address: string;
  /** The public address of the service: the page's own, once that is known. */
  base: string;
  path: string;
  fields: readonly FormField[];
  /** The response headers of the contract, which are shown first. */
  headerNames: readonly string[];
}

/** Most visitors only read: what shows a response is loaded when a form is pointed at or used. */
const loadView = () => import("./response-view.tsx");

/** Without JavaScript it is a plain form that leads to the response itself. */
export function TryItForm({ address, base, path, fields, headerNames }: TryItFormProps) {
  const t = useTranslations("TryIt");
  const form = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState(() => firstUrl(path, fields));
  const [view, setView] = useState<{ View: typeof ResponseView }>();
  const { state, send, cancel } = useRequest();

  const read = (element: HTMLFormElement) => requestUrl(path, fields, new FormData(element));

  // Text typed before hydration, or restored by the browser, counts, too.
  const readForm = useEffectEvent(() => {
    if (form.current !== null) setUrl(read(form.current));
  });
  useEffect(() => readForm(), []);

  const prepare = async () => {
    const { ResponseView: View } = await loadView();
    setView((known) => known ?? { View });
  };

  const submitForm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    prepare().then(
      () => send(read(currentTarget)),
      // Without it the form leads to the response itself.
      () => currentTarget.submit(),
    );
  };

  const prepareEarly = () => void prepare().catch(() => undefined);

  const cancelRequest = () => {
    submit.current?.focus();
    cancel();
  };

  return (
    <section aria-label={`${t("title")}: ${address}`} className="docs-box">
      <form
        ref={form}
        action={path}
        method="get"
        noValidate
        onSubmit={submitForm}
        onInput={({ currentTarget }) => setUrl(read(currentTarget))}
        onFocus={prepareEarly}
        onPointerEnter={prepareEarly}
        className="flex flex-col gap-5 p-4"
      >
        <div className="grid gap-x-5 gap-y-4 empty:hidden sm:grid-cols-2">
          {fields.map((field) => (
            <Field key={field.name} field={field} />
          ))}
        </div>
        <RequestLine base={base} url={url} />
        <div className="flex flex-wrap items-center gap-3">
          <button
            ref={submit}
            type="submit"
            className="min-h-11 cursor-pointer rounded-md bg-lantern px-6 font-bold text-lantern-ink hover:brightness-110 forced-colors:border"
          >
            {t("send")}
          </button>
          {state.kind === "waiting" && state.isSlow && (
            <button
              type="button"
              onClick={cancelRequest}
              className="min-h-11 cursor-pointer rounded-md border border-edge px-4 font-semibold hover:bg-sunken"
            >
              {t("cancel")}
            </button>
          )}
        </div>
      </form>
      {view !== undefined && <view.View state={state} headerNames={headerNames} />}
    </section>
  );
}

/** The address of the request, to be copied. */
function RequestLine({ base, url }: { base: string; url: string }) {
  const t = useTranslations("TryIt");
  const origin = useSyncExternalStore(
    () => () => undefined,
    () => location.origin,
    () => base,
  );
  return (
    <div className="flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-1 noscript:hidden">
      <span dir="ltr" className="min-w-0 py-1 font-mono text-sm break-all">
        <span className="font-semibold text-good">GET</span> {origin}
        {url}
      </span>
      <CopyButton label={t("address")} value={origin + url} />
    </div>
  );
}
