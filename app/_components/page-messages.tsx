"use client";

import { NextIntlClientProvider, type Locale, type Messages } from "next-intl";
import { useMemo, type ReactNode } from "react";

interface PageMessagesProps {
  locale: Locale;
  /**
   * Messages as JSON. React would walk an object three times: to send it, to render the page, and in
   * the browser.
   */
  json: string;
  children: ReactNode;
}

/** Gives client components their messages. */
export function PageMessages({ locale, json, children }: PageMessagesProps) {
  const messages = useMemo(() => JSON.parse(json) as Messages, [json]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
