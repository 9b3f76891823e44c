import { useTranslations } from "next-intl";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { dashed } from "@/lib/contract/identifiers.ts";

const kinds = [
  { kind: "javaName", example: examplePlayer.javaName },
  { kind: "gamertag", example: `.${examplePlayer.gamertag}` },
  { kind: "uuid", example: dashed(examplePlayer.uuid) },
  { kind: "xuid", example: examplePlayer.xuid },
] as const;

/** What can be typed. */
export function LookupHints() {
  const t = useTranslations("LookupHints");
  return (
    <section aria-labelledby="hints" className="flex flex-col gap-4">
      <h2 id="hints" className="text-lg font-bold">
        {t("title")}
      </h2>
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_18.5rem_1fr]">
        {kinds.map(({ kind, example }) => (
          <li key={kind} className="border-t-4 border-line pt-3">
            <h3 className="font-semibold">{t(`${kind}.title`)}</h3>
            <p className="text-sm text-muted text-pretty">{t(`${kind}.hint`)}</p>
            <p className="pt-2">
              <code dir="ltr" className="font-mono text-[0.8125rem] break-all">
                {example}
              </code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
