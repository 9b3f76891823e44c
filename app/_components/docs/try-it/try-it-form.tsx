"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useRef, useState, type SubmitEvent } from "react";
import type { FormField } from "@/lib/docs/tables.ts";
import type { ResponseView } from "./response-view.tsx";
import { fillForm, firstUrl, requestUrl, sharedUrl, useRequest } from "./request.ts";
import { CopyButton } from "../../copy-button.tsx";
import { useBrowserValue, useCopy } from "../../hooks.ts";

interface TryItFormProps {
  /** The id of the heading above the form. */
  anchor: string;
  /** The endpoint as the documentation writes it: a page may have several forms. */
  endpoint: string;
  /** The public URL of the service: the page's own, once that is known. */
  base: string;
  path: string;
  fields: readonly FormField[];
}

/** Sends a request. Without JavaScript it is a plain form that leads to the response itself. */
export function TryItForm({ anchor, endpoint, base, path, fields }: TryItFormProps) {
  const t = useTranslations("TryIt");
  const form = useRef<HTMLFormElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState(() => firstUrl(path, fields));
  const [View, setView] = useState<typeof ResponseView>();
  const { state, send, cancel } = useRequest();

  const read = (element: HTMLFormElement) => requestUrl(path, fields, new FormData(element));

  // Reads the URL, and what was typed before hydration or restored by the browser.
  const readForm = useEffectEvent(() => {
    if (form.current === null) return;
    fillForm(form.current, fields, new URLSearchParams(location.search));
    setUrl(read(form.current));
  });
  useEffect(() => readForm(), []);

  // Most visitors only read: the view is loaded when they point at a form or use it.
  const prepare = async () => {
    const loaded = await import("./response-view.tsx");
    setView(() => loaded.ResponseView);
  };

  // A form without fields to fill in has no URL of its own.
  const isShared = fields.some(({ kind }) => kind !== "fixed");
  const shared = () => sharedUrl(location.pathname, url, anchor);

  const submitForm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (isShared) history.replaceState(history.state, "", shared());
    prepare().then(
      () => send(read(currentTarget)),
      // Without the view, the form leads to the response itself.
      () => currentTarget.submit(),
    );
  };

  const prepareEarly = () => void prepare().catch(() => undefined);

  const cancelRequest = () => {
    submit.current?.focus();
    cancel();
  };

  return (
    <section aria-label={`${t("title")}: ${endpoint}`} className="docs-box docs-try">
      <form
        ref={form}
        action={path}
        method="get"
        noValidate
        onSubmit={submitForm}
        onInput={({ currentTarget }) => setUrl(read(currentTarget))}
        onFocus={prepareEarly}
        onPointerEnter={prepareEarly}
        className="flex min-w-0 flex-col gap-5 p-4"
      >
        <div className="docs-fields">
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
          {state.kind === "waiting" && (
            <button
              type="button"
              onClick={cancelRequest}
              className="docs-cancel min-h-11 cursor-pointer rounded-md border border-edge px-4 font-semibold hover:bg-sunken"
            >
              {t("cancel")}
            </button>
          )}
          {isShared && <ShareButton shared={shared} />}
        </div>
      </form>
      <div className="docs-try-response">
        {state.kind === "idle" && <p className="p-4 text-muted">{t("idle")}</p>}
        {/* Rendered early: screen readers announce only changes to a live region they know. */}
        {View !== undefined && <View state={state} />}
      </div>
    </section>
  );
}

/** One parameter. Invalid values can be sent, since the service explains the error. */
function Field({ field }: { field: FormField }) {
  const t = useTranslations("TryIt");
  const id = useId();
  const { name, isRequired, description } = field;
  if (field.kind === "fixed") return <input type="hidden" name={name} value={field.value} />;
  return (
    <div className="docs-field">
      <label htmlFor={id}>
        <b dir="ltr">{name}</b>
        {isRequired && <span>{t("required")}</span>}
      </label>
      <Input id={id} field={field} />
      {/* The table above shows it; here it is only read aloud. */}
      <p hidden id={`${id}-description`} dangerouslySetInnerHTML={{ __html: description }} />
    </div>
  );
}

function Input({ id, field }: { id: string; field: FormField }) {
  const t = useTranslations("TryIt");
  const isHydrated = useBrowserValue(() => true, false);
  const common = { id, name: field.name, "aria-describedby": `${id}-description`, dir: "ltr" };
  switch (field.kind) {
    case "choice":
      return (
        <select {...common} defaultValue={field.defaultValue ?? ""}>
          {field.defaultValue === undefined && (
            // Disabled before hydration: a plain form would send the parameter empty.
            <option value="" disabled={!isHydrated}>
              {t("leftOut")}
            </option>
          )}
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case "integer": {
      const { min, max, defaultValue } = field;
      const limits = { min, max, defaultValue };
      return <input {...common} type="number" inputMode="numeric" {...limits} />;
    }
    default:
      return (
        <input
          {...common}
          type="text"
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          defaultValue={field.value}
        />
      );
  }
}

/** Copies the URL of this page with the filled form. */
function ShareButton({ shared }: { shared: () => string }) {
  const t = useTranslations("TryIt");
  const copying = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  return (
    <span className="flex items-center gap-2 text-sm noscript:hidden">
      <button
        type="button"
        onClick={() => void copy(new URL(shared(), location.href).href)}
        className="text-button min-h-11"
      >
        {t("share")}
      </button>
      <span role="status">{outcome !== null && copying(outcome)}</span>
    </span>
  );
}

/** The URL of the request, with a copy button. */
function RequestLine({ base, url }: { base: string; url: string }) {
  const t = useTranslations("TryIt");
  const id = useId();
  const origin = useBrowserValue(() => location.origin, base);
  return (
    <div className="flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-1 noscript:hidden">
      <span dir="ltr" className="min-w-0 py-1 font-mono text-sm break-all">
        <span className="font-semibold text-good">GET</span>{" "}
        <span id={id}>
          {origin}
          {url}
        </span>
      </span>
      <CopyButton label={t("address")} of={id} />
    </div>
  );
}
