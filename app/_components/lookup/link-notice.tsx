import { useTranslations } from "next-intl";

export interface LinkNoticeProps {
  linked: boolean | null;
  /** A Java player is shown beside the Bedrock one. */
  both: boolean;
}

/** Whether the two editions are one person, which a name alone never tells. */
export function LinkNotice({ linked, both }: LinkNoticeProps) {
  const t = useTranslations("LinkNotice");
  const state = linked === null ? "unknown" : linked ? "linked" : "unlinked";
  return (
    <section
      aria-labelledby="link"
      className={`border-s-4 ps-3 text-sm text-pretty ${linked === true ? "border-good" : "border-edge"}`}
    >
      <h3 id="link" className="font-semibold">
        {t(`${state}.title`)}
      </h3>
      <p className="text-muted">{t(`${state}.${both ? "both" : "alone"}`)}</p>
    </section>
  );
}
