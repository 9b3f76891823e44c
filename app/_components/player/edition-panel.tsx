import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { BedrockProfile, Edition, JavaProfile } from "@/lib/contract/profile.ts";
import { UnknownHead } from "../unknown-head.tsx";
import { EditionLabel } from "./edition-label.tsx";
import { headOf } from "./picture-urls.ts";
import { Picture } from "./picture.tsx";
import { Textures } from "./textures.tsx";

const HEAD_SIZE = 64;

export interface EditionPanelProps {
  edition: Edition;
  name: string;
  profile: JavaProfile | BedrockProfile;
  /** No other edition stands beside it. */
  alone: boolean;
  children: ReactNode;
}

/** One edition's player: the head, the ids, the textures. */
export function EditionPanel({ edition, name, profile, alone, children }: EditionPanelProps) {
  const t = useTranslations("EditionPanel");
  return (
    <article
      aria-labelledby={`${edition}-name`}
      className="flex min-w-0 flex-col gap-5 bg-surface px-4 py-5 sm:px-6"
    >
      <div className="flex items-center gap-4">
        <Picture
          url={headOf(profile, HEAD_SIZE)}
          alt={t("head", { name })}
          width={HEAD_SIZE}
          height={HEAD_SIZE}
          absent={<UnknownHead size={HEAD_SIZE} />}
        />
        <div className="min-w-0">
          <EditionLabel edition={edition} />
          <h2 id={`${edition}-name`} className="text-xl font-bold break-words">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-sm text-muted">{t(profile.model ?? "unknownModel")}</p>
        </div>
      </div>
      <div className={`grid gap-x-10 gap-y-5 ${alone ? "md:grid-cols-2" : "grow content-between"}`}>
        <div className="flex min-w-0 flex-col gap-5">{children}</div>
        <Textures edition={edition} name={name} profile={profile} />
      </div>
    </article>
  );
}
