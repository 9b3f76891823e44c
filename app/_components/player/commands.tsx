import { useTranslations } from "next-intl";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { CopyButton } from "../copy-button.tsx";

/** A text for the game, in quotation marks where it is more than a word. */
function quoted(text: string): string {
  return /^\w+$/.test(text) ? text : JSON.stringify(text);
}

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
          ["whitelist", `/whitelist add ${quoted(java.username)}`],
        ] as const)),
    ...(bedrockSkin === null ? [] : [["giveBedrock", giveSkin(bedrockSkin)] as const]),
    ...(bedrock === undefined
      ? []
      : ([["floodgate", `/fwhitelist add ${quoted(bedrock.gamertag)}`]] as const)),
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

/** Code with a title and a button that copies it. */
export function TitledCode({ id, title, code }: { id: string; title: string; code: string }) {
  return (
    <div className="code-box cut stage">
      <header>
        {title}
        <CopyButton label={title} of={id} />
      </header>
      <pre>
        <code id={id} dir="ltr">
          {code}
        </code>
      </pre>
    </div>
  );
}
