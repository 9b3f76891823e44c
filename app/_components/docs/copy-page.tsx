"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useCopy } from "../copy-button.tsx";

interface CopyPageProps {
  label: string;
  /** The page as Markdown. */
  href: string;
}

/** Copies the page as Markdown. It is fetched as soon as the button is pointed at. */
export function CopyPage({ label, href }: CopyPageProps) {
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const text = useRef<Promise<string>>(undefined);

  const load = () => {
    text.current ??= fetchText(href);
    // A failed fetch is not kept, so that a retry works; `copy` reports it.
    text.current.catch(() => (text.current = undefined));
    return text.current;
  };

  return (
    <span className="docs-copy-page">
      <span role="status">{outcome !== null && t(outcome)}</span>
      <button
        type="button"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => void copy(load())}
      >
        <span aria-hidden className="docs-icon" data-icon="copy" />
        {label}
      </button>
    </span>
  );
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`);
  return response.text();
}
