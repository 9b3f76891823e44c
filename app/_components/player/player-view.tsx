"use client";

import { useState } from "react";
import type { HistoryBody } from "@/lib/contract/profile.ts";
import { historyUrl, profileUrl } from "@/lib/contract/urls.ts";
import { canonicalName } from "@/site/pages/people.ts";
import { Freshness } from "./freshness.tsx";
import type { LookupFailure } from "./lookup-failure.ts";
import { LostSkinsProvider, useSkinLosses } from "./lost-skins.tsx";
import type * as PartsCode from "./player-parts.tsx";
import type { PlayerData, PlayerParts } from "./player-parts.tsx";
import { SkinStage } from "./skin-stage.tsx";
import { PlayerUses } from "./player-uses.tsx";

/** Everything that is known about a player. A refresh changes what is shown, and keeps what the visitor chose. */
export function PlayerView({ rendered, ...data }: PlayerData & { rendered: PlayerParts }) {
  const { profile, parts, refresh } = usePlayer(data, rendered);
  const losses = useSkinLosses(profile);
  const { username, origin } = data;
  const refreshAll = async () => {
    const failure = await refresh();
    if (failure === null) losses.retry();
    return failure;
  };
  return (
    <LostSkinsProvider value={losses}>
      <div className="player">
        {parts.notices}
        <div className="player-columns">
          {parts.title}
          <SkinStage profile={profile} parts={parts} origin={origin} />
          <div className="player-facts">
            {parts.facts}
            <Freshness username={username} profile={profile} refresh={refreshAll} />
          </div>
          <div className="player-names">{parts.names}</div>
          <PlayerUses profile={profile} username={username} origin={origin} parts={parts} />
          <div className="player-textures">{parts.textures}</div>
        </div>
      </div>
    </LostSkinsProvider>
  );
}

/** The player as the server knows it, until a refresh has been answered. */
function usePlayer(data: PlayerData, rendered: PlayerParts) {
  const { username } = data;
  // Only a refresh requests anything: a page is up to date when it arrives.
  const [profile, setProfile] = useState(data.profile);
  const [history, setHistory] = useState<HistoryBody | null>(null);
  const [code, setCode] = useState<typeof PartsCode>();

  /** Returns why there is no new profile; throws without a connection. */
  const refresh = async (): Promise<LookupFailure | null> => {
    const response = await request(profileUrl(username, { update: true }));
    const loaded = await import("./player-parts.tsx").catch(() => null);
    // The service has the code of another build, unless the connection broke in between.
    if (loaded === null) return { code: navigator.onLine ? "ROUTE_NOT_FOUND" : "NETWORK_ERROR" };
    const outcome = await loaded.readProfile(response);
    if ("code" in outcome) return outcome;
    // Without a new history, the one that is shown stays.
    const latest = await request(historyUrl(username))
      .then(loaded.readHistory)
      .catch(() => null);
    if (latest !== null) setHistory(latest);
    setCode(loaded);
    setProfile(outcome.profile);
    document.title = document.title.replace(canonicalName(profile), () =>
      canonicalName(outcome.profile),
    );
    return null;
  };
  const parts = {
    ...rendered,
    ...code?.playerParts({ ...data, profile }),
    ...(history && code?.historyParts(profile, history)),
  };
  return { profile, parts, refresh };
}

/** Longer than any lookup, and a forced refresh can take two; then the request is cancelled. */
const TIMEOUT_MS = 15_000;

async function request(url: string): Promise<Response> {
  return fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(TIMEOUT_MS) });
}
