import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { BedrockProfile, Edition, JavaProfile } from "@/lib/contract/profile.ts";
import { CopyButton } from "../copy-button.tsx";
import { PlayerName } from "../player-name.tsx";
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
  /** It has the page's width: the textures stand beside the ids. */
  isWide: boolean;
  children: ReactNode;
}

/** One edition's player: the head, the ids, the textures. */
export function EditionPanel({ edition, name, profile, isWide, children }: EditionPanelProps) {
  const t = useTranslations("EditionPanel");
  const facts = useTranslations("PlayerFacts");
  return (
    <article
      aria-labelledby={`${edition}-name`}
      className={`grid min-w-0 gap-x-8 gap-y-5 bg-surface px-4 py-5 sm:px-6 ${
        isWide ? "md:grid-cols-[minmax(0,1fr)_17rem]" : "content-between"
      }`}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <div className="flex items-center gap-4">
          <Picture
            url={headOf(profile, HEAD_SIZE)}
            alt={t("head", { name })}
            width={HEAD_SIZE}
            height={HEAD_SIZE}
            absent={<UnknownHead size={HEAD_SIZE} />}
          />
          <div className="min-w-0 grow">
            <EditionLabel edition={edition} />
            <div className="flex flex-wrap items-center gap-x-3">
              <h2 id={`${edition}-name`} className="min-w-0 grow text-xl font-bold break-words">
                <PlayerName name={name} />
              </h2>
              <span className="noscript:hidden">
                <CopyButton label={facts(edition === "java" ? "name" : "gamertag")} value={name} />
              </span>
            </div>
            <p className="text-sm text-muted">{t(profile.model ?? "unknownModel")}</p>
          </div>
        </div>
        {children}
      </div>
      <Textures edition={edition} name={name} profile={profile} />
    </article>
  );
}
