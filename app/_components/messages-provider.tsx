"use client";

import { NextIntlClientProvider, type Locale, type Messages } from "next-intl";
import { useEffect, useMemo, type ReactNode } from "react";
import { HYDRATED } from "@/lib/site/deferred-scripts.ts";

interface MessagesProviderProps {
  locale: Locale;
  /**
   * Messages as JSON. React would walk an object three times: to send it, to render the page, and in
   * the browser.
   */
  json: string;
  children: ReactNode;
}

/** The half of `PageMessages` that runs in the browser, too. */
export function MessagesProvider({ locale, json, children }: MessagesProviderProps) {
  const messages = useMemo(() => JSON.parse(json) as Messages, [json]);
  // Of all effects of a page, the ones of its root are the last.
  useEffect(() => void window.dispatchEvent(new Event(HYDRATED)), []);
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
