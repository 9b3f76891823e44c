import { Hash } from "lucide-react";
import { useTranslations } from "next-intl";

export interface HeadingProps {
  id: string;
  level: 2 | 3;
  text: string;
}

/** A heading that can be linked to. */
export function Heading({ id, level, text }: HeadingProps) {
  const t = useTranslations("Docs");
  const Level = level === 2 ? "h2" : "h3";
  return (
    <Level id={id} className="group flex scroll-mt-6 items-baseline gap-1">
      <span>{text}</span>
      <a
        href={`#${id}`}
        aria-label={t("anchor", { heading: text })}
        className="inline-flex size-6 shrink-0 items-center justify-center self-center rounded text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        <Hash aria-hidden className="size-4" />
      </a>
    </Level>
  );
}
