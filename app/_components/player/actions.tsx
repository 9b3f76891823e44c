"use client";

import { useTranslations } from "next-intl";
import { profileUrl } from "@/lib/contract/urls.ts";
import { useCopy } from "../copy-button.tsx";
import { Icon } from "../icons.tsx";
import { shapes } from "./shapes.ts";

interface ActionsProps {
  /** The player's name, as the game spells it. */
  name: string;
  /** The identifier in the URL. */
  username: string;
  /** The site's own URL. */
  origin: string;
}

/** Share the page, copy a command, or open the JSON. */
export function Actions({ name, username, origin }: ActionsProps) {
  const t = useTranslations("PlayerActions");
  const url = profileUrl(username);
  return (
    <ul aria-label={t("title")} className="flex flex-wrap items-center justify-center gap-x-4">
      <li className="noscript:hidden">
        <CopyAction
          label={t("share")}
          icon={shapes.share}
          onCopy={async (copy) => {
            const { href } = location;
            if (navigator.share === undefined) return copy(href);
            // Rejected when the visitor cancels.
            await navigator.share({ title: name, url: href }).catch(() => undefined);
          }}
        />
      </li>
      <li className="noscript:hidden">
        <CopyAction
          label={t("curl")}
          icon={shapes.terminal}
          onCopy={(copy) => copy(`curl "${origin}${url}"`)}
        />
      </li>
      <li>
        <a href={url} className="action">
          <Icon shape={shapes.braces} size={16} />
          {t("json")}
        </a>
      </li>
    </ul>
  );
}

interface CopyActionProps {
  label: string;
  icon: string;
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
