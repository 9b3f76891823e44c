import { useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";

/** Why a part of the answer is old or missing; nothing when all went well. */
export function Warnings({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("Warnings");
  const { stale, warnings = [] } = profile;
  if (!stale && warnings.length === 0) return null;
  return (
    <section
      aria-labelledby="warnings"
      className="rounded-lg bg-caution-surface px-4 py-3 text-sm text-pretty"
    >
      <h2 id="warnings" className="font-semibold text-caution">
        {t("title")}
      </h2>
      <ul className="list-disc ps-5">
        {stale && <li>{t("stale")}</li>}
        {warnings.map(({ edition }) => (
          <li key={edition}>
            {t(`${profile[edition] === undefined ? "missing" : "old"}.${edition}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
