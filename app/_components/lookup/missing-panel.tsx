import { useTranslations } from "next-intl";
import type { Edition } from "@/lib/contract/profile.ts";
import { UnknownHead } from "../unknown-head.tsx";
import { EditionLabel } from "./edition-panel.tsx";

export interface MissingPanelProps {
  edition: Edition;
  /** The edition could not be asked, so nobody knows whether there is such a player. */
  unasked: boolean;
}

/** The place of an edition without a player. */
export function MissingPanel({ edition, unasked }: MissingPanelProps) {
  const t = useTranslations("MissingPanel");
  const state = unasked ? "unasked" : "missing";
  return (
    <article
      aria-labelledby={`${edition}-name`}
      className="order-last flex flex-col items-center self-start gap-3 rounded-lg border border-dashed border-edge px-4 py-5 text-center sm:px-6 md:order-none"
    >
      <EditionLabel edition={edition} />
      <UnknownHead size={64} />
      <h2 id={`${edition}-name`} className="font-semibold text-balance">
        {t(`${state}.${edition}`)}
      </h2>
      <p className="max-w-sm text-sm text-muted text-pretty">{t(`${state}.hint`)}</p>
    </article>
  );
}
