import type { Edition, HistoryBody, ProfileBody } from "@/lib/contract/profile.ts";
import { ApiUse, Commands } from "./commands.tsx";
import { Editions, Identifiers } from "./editions.tsx";
import { Freshness } from "./freshness.tsx";
import { KnownNames, SeenTextures } from "./history.tsx";
import { LostSkins } from "./lost-skins.tsx";
import { UnusableTextures, Warnings } from "./notices.tsx";
import { PlayerUses } from "./player-uses.tsx";
import { Figures, NamePlates, SkinDownloads } from "./stage-drawings.tsx";
import { SkinStage } from "./skin-stage.tsx";
import { LinkExplanation, Title } from "./title.tsx";

interface PlayerViewProps {
  /** The identifier in the URL. */
  username: string;
  /** The edition that the identifier means; undefined for both. */
  meant: Edition | undefined;
  profile: ProfileBody;
  history: HistoryBody | null;
  /** The site's own URL. */
  origin: string;
}

/** Everything that is known about a player. A refresh renders it again, and the browser keeps what the visitor chose. */
export function PlayerView({ username, meant, profile, history, origin }: PlayerViewProps) {
  return (
    <LostSkins profile={profile}>
      <div className="player">
        <Warnings profile={profile} />
        <UnusableTextures profile={profile} />
        <div className="player-columns">
          <Title profile={profile} />
          <SkinStage
            profile={profile}
            origin={origin}
            plates={<NamePlates profile={profile} />}
            figures={<Figures profile={profile} />}
            downloads={<SkinDownloads profile={profile} />}
          />
          <div className="player-facts">
            <Editions profile={profile} meant={meant} />
            <LinkExplanation profile={profile} />
            <Identifiers profile={profile} />
            <Freshness username={username} profile={profile} />
          </div>
          <div className="player-names">
            <KnownNames profile={profile} history={history} />
          </div>
          <PlayerUses profile={profile} username={username} origin={origin}>
            <Commands profile={profile} />
            <ApiUse profile={profile} username={username} origin={origin} />
          </PlayerUses>
          <div className="player-textures">
            <SeenTextures profile={profile} history={history} />
          </div>
        </div>
      </div>
    </LostSkins>
  );
}
