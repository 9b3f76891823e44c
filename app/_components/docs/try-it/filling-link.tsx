"use client";

import { useEffect, useEffectEvent, type MouseEvent, type ReactNode } from "react";

/** The forms of the page, by the endpoint as the documentation writes it: what fills each of them and sends it. */
const forms = new Map<string, (query: URLSearchParams) => void>();

/** Lets the links of the page fill a form. */
export function useFilling(endpoint: string, fill: (query: URLSearchParams) => void): void {
  const fillNow = useEffectEvent(fill);
  useEffect(() => {
    forms.set(endpoint, (query) => fillNow(query));
    return () => void forms.delete(endpoint);
  }, [endpoint]);
}

interface FillingLinkProps {
  href: string;
  endpoint: string;
  children: ReactNode;
}

/** A link to a response that fills the form of its endpoint, and sends it. */
export function FillingLink({ href, endpoint, children }: FillingLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    const fill = forms.get(endpoint);
    if (fill === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fill(new URLSearchParams(event.currentTarget.search));
  };
  return (
    <a href={href} data-fills="" onClick={follow}>
      {children}
    </a>
  );
}
