"use client";

import { NextIntlClientProvider, type Locale, type Messages } from "next-intl";
import { useMemo, type ReactNode } from "react";

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
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
