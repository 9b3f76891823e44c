import { Link2, Link2Off } from "lucide-react";
import { useTranslations } from "next-intl";

export interface LinkExplanationProps {
  linked: boolean | null;
  /** A Java player is shown beside the Bedrock one. */
  both: boolean;
}

/** Whether the two editions are one person, which a name alone never tells. */
export function LinkExplanation({ linked, both }: LinkExplanationProps) {
  const t = useTranslations("LinkNotice");
  const state = linked === null ? "unknown" : linked ? "linked" : "unlinked";
  const Icon = linked === true ? Link2 : Link2Off;
  return (
    <section aria-labelledby="link" className="flex gap-3 text-sm">
      <Icon aria-hidden size={20} className={`shrink-0 ${linked ? "text-good" : "text-muted"}`} />
      <div>
        <h2 id="link" className="font-semibold">
          {t(`${state}.title`)}
        </h2>
        <p className="text-muted text-pretty">{t(`${state}.${both ? "both" : "alone"}`)}</p>
      </div>
    </section>
  );
}
