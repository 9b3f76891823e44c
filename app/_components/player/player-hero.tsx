import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { NameTag } from "../name-tag.tsx";
import { PlayerName } from "../player-name.tsx";
import { UnknownHead } from "../unknown-head.tsx";
import { EditionLabel } from "./edition-label.tsx";
import { canonicalName, relationOf } from "./people.ts";
import { headOf } from "./picture-urls.ts";
import { Picture } from "./picture.tsx";

/** A multiple of 8, so that every pixel of a face is a whole number of the screen's. */
const HEAD_SIZE = 160;

/** Who this is: the tag over the head. Of two people with one name, neither stands for both. */
export function PlayerHero({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("PlayerHero");
  const { java, bedrock } = profile;
  const relation = relationOf(profile);
  const name = canonicalName(profile);
  const face = java ?? bedrock;
  return (
    <header className="flex min-w-0 flex-col items-center gap-3 text-center">
      <h1 className="hover-gently max-w-full text-2xl leading-tight sm:text-3xl">
        <NameTag>
          <span className="font-pixel text-2xl sm:text-3xl">
            <PlayerName name={name} />
          </span>
        </NameTag>
      </h1>
      {relation === "namesakes" || relation === "unsure" ? (
        <p className="max-w-prose text-lg text-pretty">{t(relation, { name })}</p>
      ) : (
        <>
          {face !== undefined && (
            // Where there is room, the whole player stands there instead.
            <div className="lg:not-noscript:hidden">
              <Picture
                url={headOf(face, HEAD_SIZE)}
                alt={t("head", { name })}
                width={HEAD_SIZE}
                height={HEAD_SIZE}
                isFirstSeen
                absent={<UnknownHead size={HEAD_SIZE} />}
              />
            </div>
          )}
          <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1">
            {java !== undefined && (
              <li>
                <EditionLabel edition="java" />
              </li>
            )}
            {bedrock !== undefined && (
              <li>
                <EditionLabel edition="bedrock" />
              </li>
            )}
          </ul>
        </>
      )}
      {relation === "linked" && bedrock !== undefined && bedrock.gamertag !== name && (
        <p className="text-muted">{t.rich("also", { gamertag: bedrock.gamertag, name: asName })}</p>
      )}
    </header>
  );
}

function asName(name: ReactNode) {
  return <bdi className="font-semibold text-ink">{name}</bdi>;
}
