"use client";

import { useTranslations } from "next-intl";
import { Icon } from "../icon.tsx";
import { useCopy } from "../use-copy.ts";

/** Shares the page, or copies its URL where the browser cannot. */
export function Share({ name }: { name: string }) {
  const t = useTranslations("PlayerActions");
  const copying = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  const isCopied = outcome === "copied";
  const share = async () => {
    const { href } = location;
    if (navigator.share === undefined) return copy(href);
    // Rejected when the visitor cancels.
    await navigator.share({ title: name, url: href }).catch(() => undefined);
  };
  return (
    <div className="noscript:hidden">
      <button type="button" onClick={() => void share()} className="button min-w-30">
        <Icon shape={isCopied ? "check" : "share"} size={18} />
        {/* Both lie in one cell, so the button keeps its width. */}
        <span className="grid items-center *:col-start-1 *:row-start-1">
          <span className={isCopied ? "invisible" : ""}>{t("share")}</span>
          <span className={isCopied ? "" : "invisible"}>{copying("copied")}</span>
        </span>
      </button>
      <span role="status" className="sr-only">
        {outcome !== null && copying(outcome)}
      </span>
    </div>
  );
}
