import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { Icon } from "../icon.tsx";
import { WARNING } from "../icon-paths.ts";

/** Explains why a part of the profile is stale or missing, and since when. */
export function Warnings({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("Warnings");
  const locale = useLocale();
  const format = useFormatter();
  const { stale, fetched_at: at, warnings = [] } = profile;
  const failed = new Set(
    warnings.flatMap(({ code, edition }) => (code === "BAD_GATEWAY" ? edition : [])),
  );
  if (!stale && failed.size === 0) return null;
  const partial = stale ? "old" : "incomplete";
  const date = format.dateTime(new Date(at), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const time = () => <time dateTime={at}>{`${date}\u00A0UTC`}</time>;
  return (
    <section aria-labelledby="warnings" className="notice warnings">
      <Icon path={WARNING} size={20} />
      <div>
        <h2 id="warnings">{t(stale ? "title" : "incompleteTitle")}</h2>
        {stale && failed.size === 0 && <p>{t("stale")}</p>}
        {[...failed].map((edition) => (
          <p key={edition}>
            {t(`${profile[edition] === undefined ? "missing" : partial}.${edition}`)}
          </p>
        ))}
        {stale && <p>{t.rich("known", { time })}</p>}
      </div>
      <a href={localePath(locale, "/status")} className="button">
        {t("status")}
      </a>
    </section>
  );
}

/** Says that a default skin or no cape is shown in place of a file that cannot be used. */
export function UnusableTextures({ profile: { warnings = [] } }: { profile: ProfileBody }) {
  const t = useTranslations("Warnings");
  return warnings.map(
    ({ edition, code }) =>
      code !== "BAD_GATEWAY" && (
        <p key={`${edition} ${code}`} className="player-note">
          {t(code)}
        </p>
      ),
  );
}
