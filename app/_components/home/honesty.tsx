import { useTranslations } from "next-intl";
import { examplePlayer } from "@/lib/contract/examples.ts";
import { address } from "@/lib/contract/urls.ts";

const HEAD_SIZE = 64;

const outcomes = [
  {
    kind: "unknown",
    // The image of an unknown player, without the status, which the browser would report.
    image: address("/head", { username: "no_such_player", size: HEAD_SIZE, default: "steve" }),
    codes: ["404"],
    tone: "bad",
  },
  { kind: "failing", image: undefined, codes: ["502", "Retry-After: 5"], tone: "bad" },
  {
    kind: "stale",
    image: address("/head", { username: examplePlayer.javaName, size: HEAD_SIZE }),
    codes: ["200", '"stale": true'],
    tone: "caution",
  },
] as const;

/** The answers that a client gets instead of a player. */
export function Honesty() {
  const t = useTranslations("HomeParts.honesty");
  return (
    <section aria-labelledby="honesty" className="section">
      <h2 id="honesty">{t("title")}</h2>
      <ul className="grid gap-x-8 gap-y-6 pt-5 md:grid-cols-3">
        {outcomes.map(({ kind, image, codes: [status, field], tone }) => (
          <li key={kind} className="border-t-3 border-line pt-4">
            <div className="mb-2.5 flex min-h-10 items-center gap-2.5">
              {image !== undefined && (
                <img
                  src={image}
                  alt=""
                  width={40}
                  height={40}
                  loading="lazy"
                  className="pixelated"
                />
              )}
              <code translate="no" className={`status-code ${tone}`}>
                {status}
              </code>
              {field !== undefined && (
                <code translate="no" dir="ltr" className="font-mono text-code">
                  {field}
                </code>
              )}
            </div>
            <h3 className="font-semibold">{t(`${kind}.title`)}</h3>
            <p className="text-pretty text-muted">{t(`${kind}.hint`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
