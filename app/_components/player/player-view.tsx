import type { ProfileBody } from "@/lib/contract/profile.ts";
import { Warnings } from "../lookup/warnings.tsx";
import { Editions } from "./editions.tsx";
import { Freshness } from "./freshness.tsx";
import { HeadBuilder } from "./head-builder.tsx";
import { looksOf } from "./looks.ts";
import { PlayerHero } from "./player-hero.tsx";
import { SkinStage } from "./skin-stage.tsx";

export interface PlayerViewProps {
  /** What was asked for. */
  username: string;
  profile: ProfileBody;
  /** The site's own address. */
  origin: string;
  /** The server's clock, Unix milliseconds. */
  now: number;
}

/** Everything that is known of a player. */
export function PlayerView({ username, profile, origin, now }: PlayerViewProps) {
  const looks = looksOf(profile);
  return (
    <div className="flex flex-col gap-6">
      <PlayerHero profile={profile} />
      <Freshness username={username} profile={profile} now={now} />
      <Warnings profile={profile} />
      <Editions profile={profile} />
      <div className="grid gap-8 pt-4 md:grid-cols-2">
        <SkinStage looks={looks} />
        <HeadBuilder origin={origin} looks={looks} />
      </div>
    </div>
  );
}
