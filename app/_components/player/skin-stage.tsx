"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Choice } from "./choice.tsx";
import type { Look } from "./looks.ts";
import { Picture } from "./picture.tsx";
import { SkinCanvas } from "./skin-canvas.tsx";

export interface SkinStageProps {
  looks: readonly Look[];
  /** On a wide screen the player's name stands right over it and is title enough. */
  isUnderName?: boolean;
}

/** The player in three dimensions; what draws it is loaded when the place comes into view. */
export function SkinStage({ looks, isUnderName = false }: SkinStageProps) {
  const t = useTranslations("SkinStage");
  const editions = useTranslations("EditionLabel");
  const dressed = looks.filter(({ skin }) => skin !== null);
  const [edition, setEdition] = useState(dressed[0]?.edition ?? "java");
  const [failed, setFailed] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const seen = useSeen(stage);
  const look = dressed.find((one) => one.edition === edition) ?? dressed[0];
  if (look === undefined) return null;

  return (
    <section aria-labelledby="stage" className="flex min-w-0 flex-col gap-4">
      <h2 id="stage" className={`text-xl font-bold ${isUnderName ? "lg:sr-only" : ""}`}>
        {t("title")}
      </h2>
      <div ref={stage} className="flex min-h-120 flex-col gap-4">
        {failed ? (
          <div className="flex flex-col gap-3">
            <div className="checkered grid h-100 place-items-center rounded-lg border border-line">
              <Picture
                url={look.skin}
                alt={t("flat", { name: look.name })}
                width={256}
                height={256}
                absent={<p>{t("absent")}</p>}
              />
            </div>
            <p className="text-sm text-muted text-pretty">{t("unavailable")}</p>
          </div>
        ) : (
          <SkinCanvas look={look} wanted={seen} onFailure={() => setFailed(true)} />
        )}
        {dressed.length > 1 && (
          <div className="noscript:hidden">
            <Choice
              legend={t("edition")}
              options={dressed.map((one) => ({ value: one.edition, label: editions(one.edition) }))}
              chosen={edition}
              onChoose={setEdition}
            />
          </div>
        )}
      </div>
    </section>
  );
}

/** True from the moment on when half of an element has been in view. */
function useSeen(element: { readonly current: Element | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { threshold: 0.5 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}
