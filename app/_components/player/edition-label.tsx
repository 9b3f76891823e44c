import { useTranslations } from "next-intl";
import type { Edition } from "@/lib/contract/profile.ts";

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
