import { useTranslations } from "next-intl";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { dashed } from "@/lib/contract/identifiers.ts";
import { UnknownHead } from "../unknown-head.tsx";

const kinds = [
  { kind: "javaName", example: examplePlayer.javaName },
  { kind: "gamertag", example: `.${examplePlayer.gamertag}` },
  { kind: "uuid", example: dashed(examplePlayer.uuid) },
  { kind: "xuid", example: examplePlayer.xuid },
] as const;

/** What can be typed: the empty state of the lookup. */
export function LookupHints() {
  const t = useTranslations("LookupHints");
  return (
    <section aria-labelledby="hints" className="mx-auto w-full max-w-2xl">
      <div className="flex flex-col items-center gap-4 pb-8 text-center">
        <UnknownHead size={112} />
        <p className="text-muted text-pretty">{t("lead")}</p>
      </div>
      <h2 id="hints" className="pb-3 font-semibold">
        {t("title")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {kinds.map(({ kind, example }) => (
          <li key={kind} className="rounded-lg border border-line bg-surface px-4 py-3">
            <h3 className="font-semibold">{t(`${kind}.title`)}</h3>
            <p className="text-sm text-muted text-pretty">{t(`${kind}.hint`)}</p>
            <p className="py-1">
              <code dir="ltr" className="font-mono text-xs break-all sm:text-[0.8125rem]">
                {example}
              </code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
