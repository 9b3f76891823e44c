import { xboxSettings } from "./xbox-settings.ts";
import type { Call } from "./upstream.ts";

/** A Bedrock player as PlayerDB describes one, or null. */
export function xboxPlayer(call: Call): object | null {
  const { query = "" } = call.params;
  const account = /^\d{1,16}$/.test(query)
    ? call.world.bedrockByXuid(query)
    : call.world.bedrockByGamertag(query);
  if (!account) return null;
  const settings = xboxSettings(account);
  return {
    id: account.xuid,
    meta: { gamerscore: settings.Gamerscore, accounttier: settings.AccountTier },
    username: settings.Gamertag,
    modernGamertag: settings.ModernGamertag,
    modernGamertagSuffix: settings.ModernGamertagSuffix,
    uniqueModernGamertag: settings.UniqueModernGamertag,
    avatar: settings.GameDisplayPicRaw,
    cached_at: CACHED_AT,
  };
}

const CACHED_AT = 1_760_000_000_000;
