"use client";

import { useTranslations } from "next-intl";
import { SHARE } from "../file-icon-paths.ts";
import { Icon } from "../icon.tsx";
import { CHECK } from "../icon-paths.ts";
import { useCopy } from "../use-copy.ts";

const LABEL = "inline-flex items-center justify-center gap-2";

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
      {/* Both lie in one cell, so the button keeps its width. */}
      <button
        type="button"
        onClick={() => void share()}
        className="button inline-grid *:col-start-1 *:row-start-1 [&_svg]:size-4.5"
      >
        <span className={`${LABEL} ${isCopied ? "invisible" : ""}`}>
          <Icon path={SHARE} size={18} />
          {t("share")}
        </span>
        <span className={`${LABEL} ${isCopied ? "" : "invisible"}`}>
          <Icon path={CHECK} size={18} />
          {copying("copied")}
        </span>
      </button>
      <span role="status" className="sr-only">
        {outcome && copying(outcome)}
      </span>
    </div>
  );
}
