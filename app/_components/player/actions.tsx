"use client";

import { useTranslations } from "next-intl";
import { profileUrl } from "@/lib/contract/urls.ts";
import { canonicalName } from "@/lib/site/people.ts";
import { useCopy } from "../use-copy.ts";
import { Icon, type Shape } from "./icon.tsx";
import type { PlayerPageProps } from "./player-view.tsx";

/** Share the page, copy a command, or open the JSON. */
export function Actions({ profile, username, origin }: PlayerPageProps) {
  const t = useTranslations("PlayerActions");
  const url = profileUrl(username);
  return (
    <ul aria-label={t("title")} className="flex flex-wrap items-center justify-center gap-x-4">
      <li className="noscript:hidden">
        <CopyAction
          label={t("share")}
          icon="share"
          onCopy={async (copy) => {
            const { href } = location;
            if (navigator.share === undefined) return copy(href);
            // Rejected when the visitor cancels.
            await navigator
              .share({ title: canonicalName(profile), url: href })
              .catch(() => undefined);
          }}
        />
      </li>
      <li className="noscript:hidden">
        <CopyAction
          label={t("curl")}
          icon="terminal"
          onCopy={(copy) => copy(`curl "${origin}${url}"`)}
        />
      </li>
      <li>
        <a href={url} className="action">
          <Icon shape="braces" size={16} />
          {t("json")}
        </a>
      </li>
    </ul>
  );
}

interface CopyActionProps {
  label: string;
  icon: Shape;
  onCopy: (copy: (text: string) => Promise<void>) => Promise<void>;
}

/** A button that says for a moment whether copying worked. */
function CopyAction({ label, icon, onCopy }: CopyActionProps) {
  const t = useTranslations("CopyButton");
  const { outcome, copy } = useCopy();
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <button type="button" onClick={() => void onCopy(copy)} className="action">
        <Icon shape={icon} size={16} />
        {label}
      </button>
      <span role="status" className={outcome === "failed" ? "text-bad" : "text-good"}>
        {outcome !== null && t(outcome)}
      </span>
    </span>
  );
}
