import type { Edition, HistoryBody, ProfileBody } from "@/lib/contract/profile.ts";
import { ApiUse, Commands } from "./commands.tsx";
import { Editions, Identifiers } from "./editions.tsx";
import { Figures, NamePlates, SkinDownloads } from "./stage-drawings.tsx";
import { KnownNames, SeenTextures } from "./history.tsx";
import { UnusableTextures, Warnings } from "./notices.tsx";
import { LinkExplanation, Title } from "./title.tsx";

// A refresh loads all that it needs at once.
export { readHistory, readProfile } from "./refresh.ts";

/** A player, and how the page names them. */
export interface PlayerData {
  /** The identifier in the URL. */
  username: string;
  /** The edition that the identifier means; undefined for both. */
  meant: Edition | undefined;
  profile: ProfileBody;
  /** The site's own URL. */
  origin: string;
}

/** Elements by the place where `PlayerView` shows them. */
export type PlayerParts = ReturnType<typeof playerParts> & ReturnType<typeof historyParts>;

/**
 * The parts of a player's page that only show something. The server renders them, with its dates; the code is loaded by
 * a browser whose visitor refreshes the player.
 */
export function playerParts({ username, meant, profile, origin }: PlayerData) {
  return {
    notices: (
      <>
        <Warnings profile={profile} />
        <UnusableTextures profile={profile} />
      </>
    ),
    title: <Title profile={profile} />,
    plates: <NamePlates profile={profile} />,
    figures: <Figures profile={profile} />,
    downloads: <SkinDownloads profile={profile} />,
    facts: (
      <>
        <Editions profile={profile} meant={meant} />
        <LinkExplanation profile={profile} />
        <Identifiers profile={profile} />
      </>
    ),
    use: (
      <>
        <Commands profile={profile} />
        <ApiUse profile={profile} username={username} origin={origin} />
      </>
    ),
  };
}

/** The parts about the past. */
export function historyParts(profile: ProfileBody, history: HistoryBody | null) {
  return {
    names: <KnownNames profile={profile} history={history} />,
    textures: <SeenTextures profile={profile} history={history} />,
  };
}
