import { useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { canonicalName, playersOf, relationOf } from "@/site/pages/people.ts";
import { EditionMarks, PlayerName } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { LINK } from "../icon-paths.ts";
import { Share } from "./share.tsx";

const NOT_LINKED = "M9 17H7A5 5 0 0 1 7 7M15 7h2a5 5 0 0 1 4 8M8 12L12 12M2 2L22 22";

const note = "text-sm text-pretty text-muted";

/** The name, the editions, and whether their accounts are linked. */
export function Title({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("PlayerHero");
  const relation = relationOf(profile);
  const name = canonicalName(profile);
  return (
    <header className="flex flex-wrap items-start gap-x-3 [grid-area:title]">
      {/* Beside what shares it, unless the text is large or the name is long. */}
      <h1 className="min-w-0 flex-[1_1_9rem] has-data-long:basis-full pb-1.5 text-[clamp(1.75rem,1.3rem+1.6vw,2.375rem)] leading-[1.15] font-bold tracking-[-0.01em]">
        <PlayerName name={name} />
      </h1>
      <Share name={name} />
      <p className="flex basis-full flex-wrap gap-x-4 gap-y-1">
        <EditionMarks editions={playersOf(profile).map(({ edition }) => edition)} />
        <LinkMark profile={profile} />
      </p>
      {relation === "namesakes" && <p className={`basis-full ${note}`}>{t("namesakes")}</p>}
    </header>
  );
}

/** Says whether both accounts are linked, which a name alone never shows; of one account, only that it is. */
function LinkMark({ profile: { java, bedrock } }: { profile: ProfileBody }) {
  const t = useTranslations("LinkNotice");
  if (bedrock === undefined || (java === undefined && bedrock.linked === false)) return null;
  const { linked } = bedrock;
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-semibold ${linked ? "text-good" : "text-muted"}`}
    >
      <Icon path={linked ? LINK : NOT_LINKED} size={16} className="size-4" />
      {t(`${linkStateOf(linked)}.title`)}
    </span>
  );
}

/** Explains the mark where the title does not. */
export function LinkExplanation({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("LinkNotice");
  const { java, bedrock } = profile;
  if (bedrock === undefined) return null;
  const state = linkStateOf(bedrock.linked);
  if (state === "unlinked" || relationOf(profile) === "linked") return null;
  const key = java === undefined ? (`${state}.alone` as const) : "unknown.both";
  return <p className={`pb-2 ${note}`}>{t(key)}</p>;
}

function linkStateOf(linked: boolean | null) {
  if (linked === null) return "unknown";
  return linked ? "linked" : "unlinked";
}
