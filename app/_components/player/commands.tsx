import { useLocale, useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { historyUrl, profileUrl } from "@/lib/contract/urls.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { floodgateCommand, whitelistCommand } from "@/site/pages/commands.ts";
import { playersOf } from "@/site/pages/people.ts";
import { Breakable } from "../breakable.tsx";
import { CopyButton } from "../copy-button.tsx";
import { Icon } from "../icon.tsx";

const BRACES =
  "M8 3H7a2 2 0 0 0-2 2v5a2 2 0 0 1-2 2 2 2 0 0 1 2 2v5a2 2 0 0 0 2 2h1M16 21h1a2 2 0 0 0 2-2v-5a2 2 0 0 1 2-2 2 2 0 0 1-2-2V5a2 2 0 0 0-2-2h-1";

/** Gives a head with this skin, since 1.20.5. The chat of the game takes no more than 256 characters. */
function giveSkin(hash: string): string {
  const url = `http://textures.minecraft.net/texture/${hash}`;
  const value = btoa(JSON.stringify({ textures: { SKIN: { url } } }));
  return `/give @p player_head[profile={properties:[{name:"textures",value:"${value}"}]}]`;
}

/** Commands for the game and its servers. */
export function Commands({ profile: { java, bedrock } }: { profile: ProfileBody }) {
  const t = useTranslations("PlayerUse");
  const bedrockSkin = bedrock?.skin_texture ?? null;
  const name = JSON.stringify(java?.username);
  const commands = [
    ...(java === undefined
      ? []
      : ([
          ["give", `/give @p minecraft:player_head[profile={name:${name}}]`],
          ["giveOld", `/give @p minecraft:player_head{SkullOwner:${name}}`],
          ["whitelist", whitelistCommand(java.username)],
        ] as const)),
    ...(bedrockSkin === null ? [] : [["giveBedrock", giveSkin(bedrockSkin)] as const]),
    ...(bedrock === undefined
      ? []
      : ([["floodgate", floodgateCommand(bedrock.gamertag)]] as const)),
  ];
  return (
    <div className="use-game">
      {commands.map(([id, command]) => (
        <TitledCode key={id} id={id} title={t(id)} code={command} />
      ))}
      {java === undefined && bedrockSkin === null && <p className="player-note">{t("noHead")}</p>}
    </div>
  );
}

interface ApiUseProps {
  profile: ProfileBody;
  username: string;
  origin: string;
}

/** The player in the API. */
export function ApiUse({ profile, username, origin }: ApiUseProps) {
  const t = useTranslations("PlayerUse");
  const actions = useTranslations("PlayerActions");
  const locale = useLocale();
  const id = playersOf(profile)[0]?.id ?? username;
  return (
    <div className="use-api">
      <TitledCode
        id="curl-profile"
        title={t("profile")}
        code={`curl "${origin}${profileUrl(id)}"`}
      />
      <TitledCode
        id="curl-history"
        title={t("history")}
        code={`curl "${origin}${historyUrl(id)}"`}
      />
      <p>
        <a href={profileUrl(username)} className="button">
          <Icon path={BRACES} size={18} />
          {actions("json")}
        </a>
        <a href={localePath(locale, "/docs/profile")} className="button">
          {t("docs")}
        </a>
      </p>
    </div>
  );
}

/** Code with a title and a button that copies it. */
function TitledCode({ id, title, code }: { id: string; title: string; code: string }) {
  return (
    <div className="code-box cut stage">
      <header>
        {title}
        <CopyButton label={title} of={id} />
      </header>
      <pre translate="no">
        <code id={id} dir="ltr">
          <Breakable text={code} />
        </code>
      </pre>
    </div>
  );
}
