"use client";

import { useTranslations } from "next-intl";
import { startTransition, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useCopy } from "../use-copy.ts";

/**
 * Adds a copy button to every URL of the page's tables, which leave room for it: in the HTML, hundreds of buttons would
 * be most of a page.
 */
export function CopyAddresses() {
  const t = useTranslations("CopyButton");
  const [cells, setCells] = useState<readonly Element[]>([]);
  const [copied, setCopied] = useState<Element>();
  const { outcome, copy } = useCopy(t);
  useEffect(() => {
    const urls = document.querySelectorAll(".docs-urls code:not([dir])");
    startTransition(() => setCells([...urls].flatMap(({ parentElement }) => parentElement ?? [])));
  }, []);
  return cells.map((cell, at) => {
    const url = cell.textContent;
    const press = () => {
      setCopied(cell);
      void copy(url);
    };
    const button = (
      <button
        type="button"
        data-copies=""
        data-state={cell === copied ? outcome : undefined}
        aria-label={t("copyNamed", { label: url })}
        onClick={press}
        className="icon-button docs-copy"
      >
        <span />
      </button>
    );
    return createPortal(button, cell, String(at));
  });
}
