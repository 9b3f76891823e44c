import { useTranslations } from "next-intl";
import type { Edition } from "@/lib/contract/profile.ts";

export interface MissingEditionProps {
  edition: Edition;
  /** The edition could not be asked, so nobody knows whether there is such a player. */
  unasked: boolean;
}

/** That an edition has no such player, in one line. */
export function MissingEdition({ edition, unasked }: MissingEditionProps) {
  const t = useTranslations("MissingPanel");
  const state = unasked ? "unasked" : "missing";
  return (
    <aside
      aria-labelledby={`${edition}-missing`}
      className="rounded-lg border border-dashed border-edge px-4 py-3 text-sm sm:px-6"
    >
      <h2 id={`${edition}-missing`} className="font-semibold">
        {t(`${state}.${edition}`)}
      </h2>
      <p className="text-muted text-pretty">{t(`${state}.hint`)}</p>
    </aside>
  );
}
