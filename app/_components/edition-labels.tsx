import { useTranslations } from "next-intl";
import type { Edition } from "@/lib/contract/profile.ts";

const colours = { java: "bg-java", bedrock: "bg-bedrock" } as const;

/** In which editions somebody plays, in words; the square only helps the eye. */
export function EditionMarks({ editions }: { editions: readonly Edition[] }) {
  const t = useTranslations("EditionMarks");
  return editions.map((edition) => (
    <span key={edition} className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={`size-2 forced-colors:hidden ${colours[edition]}`} />
      {t(edition)}
    </span>
  ));
}

const accents = {
  java: "border-java text-java",
  bedrock: "border-bedrock text-bedrock",
} as const;

/** Which edition something belongs to. */
export function EditionLabel({ edition }: { edition: Edition }) {
  const t = useTranslations("EditionLabel");
  return (
    <span className={`inline-block border-s-4 ps-2 text-sm font-bold ${accents[edition]}`}>
      {t(edition)}
    </span>
  );
}
