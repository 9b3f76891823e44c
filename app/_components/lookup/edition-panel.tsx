import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Edition, SkinModel } from "@/lib/contract/profile.ts";
import { withSize } from "@/lib/contract/urls.ts";
import { NameTag } from "../name-tag.tsx";
import { PixelImage } from "../pixel-image.tsx";
import { UnknownHead } from "../unknown-head.tsx";

/** A multiple of 8, so that every pixel of a face is a whole number of the screen's. */
const HEAD_SIZE = 160;

const accents = {
  java: "border-t-java text-java",
  bedrock: "border-t-bedrock text-bedrock",
} as const;

export interface EditionPanelProps {
  edition: Edition;
  name: string;
  headUrl: string | null;
  /** Null when it could not be asked. */
  model: SkinModel | null;
  children: ReactNode;
}

/** One edition's player: the tag, the head, and what is known. */
export function EditionPanel({ edition, name, headUrl, model, children }: EditionPanelProps) {
  const t = useTranslations("EditionPanel");
  return (
    <article
      aria-labelledby={`${edition}-name`}
      className="flex min-w-0 flex-col gap-6 rounded-lg border border-line bg-surface px-4 py-5 sm:px-6"
    >
      <header className="flex flex-col items-center gap-3">
        <EditionLabel edition={edition} />
        <h2 id={`${edition}-name`} className="max-w-full text-center">
          <NameTag>
            <bdi>{name}</bdi>
          </NameTag>
        </h2>
        <PixelImage
          url={headUrl === null ? null : withSize(headUrl, HEAD_SIZE)}
          alt={t("head", { name })}
          size={HEAD_SIZE}
          absent={<UnknownHead size={HEAD_SIZE} />}
        />
        <p className="text-sm text-muted">{t(model ?? "unknownModel")}</p>
      </header>
      {children}
    </article>
  );
}

export function EditionLabel({ edition }: { edition: Edition }) {
  const t = useTranslations("EditionPanel");
  return (
    <p className={`border-t-4 px-2 pt-1 text-sm font-bold ${accents[edition]}`}>{t(edition)}</p>
  );
}
