import type { ProfileBody } from "@/lib/contract/profile.ts";
import { Warnings } from "../lookup/warnings.tsx";
import { Editions } from "./editions.tsx";
import { Freshness } from "./freshness.tsx";
import { HeadBuilder } from "./head-builder.tsx";
import { looksOf } from "./looks.ts";
import { areApart } from "./people.ts";
import { PlayerHero } from "./player-hero.tsx";
import { PlayerSearch } from "./player-search.tsx";
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
  const hero = <PlayerHero profile={profile} />;
  const facts = (
    <div className="flex min-w-0 flex-col gap-6">
      <Freshness username={username} profile={profile} now={now} />
      <Warnings profile={profile} />
      <Editions profile={profile} />
    </div>
  );
  return (
    <div className="flex flex-col gap-8">
      <PlayerSearch />
      {areApart(profile) ? (
        <>
          {hero}
          {facts}
          <div className="grid gap-8 md:grid-cols-2">
            <SkinStage looks={looks} />
            <HeadBuilder origin={origin} looks={looks} />
          </div>
        </>
      ) : (
        // One person: on a wide screen the tag hovers over the whole player, beside the facts.
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[21.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr_auto]">
          {hero}
          <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">{facts}</div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-2">
            <div className="lg:sticky lg:top-6">
              <SkinStage looks={looks} isUnderName />
            </div>
          </div>
          <div className="min-w-0 pt-4 lg:col-start-2 lg:row-start-3">
            <HeadBuilder origin={origin} looks={looks} />
          </div>
        </div>
      )}
    </div>
  );
}
