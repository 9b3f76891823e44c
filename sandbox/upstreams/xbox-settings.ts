import type { BedrockAccount } from "../player.ts";

/** Everything Xbox Live tells about an account, by the name of the setting. */
export function xboxSettings(account: BedrockAccount) {
  const { tag, suffix } = account.modern ?? { tag: account.gamertag, suffix: "" };
  return {
    Gamertag: account.gamertag,
    ModernGamertag: tag,
    ModernGamertagSuffix: suffix,
    UniqueModernGamertag: suffix === "" ? tag : `${tag}#${suffix}`,
    GameDisplayPicRaw: `https://images-eds-ssl.xboxlive.com/image?url=sandbox-${account.xuid}&format=png`,
    Gamerscore: String((Number(account.xuid.slice(-5)) * 5) % 40_000),
    AccountTier: Number(account.xuid.slice(-1)) % 2 === 0 ? "Gold" : "Silver",
  } as const;
}

/** A profile with the settings asked for; Xbox Live leaves out those it does not know. */
export function xboxProfile(account: BedrockAccount, wanted: readonly string[]) {
  const settings: Readonly<Record<string, string>> = xboxSettings(account);
  return {
    id: account.xuid,
    hostId: account.xuid,
    settings: wanted.flatMap((id) => {
      const value = Object.hasOwn(settings, id) ? settings[id] : undefined;
      return value === undefined ? [] : [{ id, value }];
    }),
    isSponsoredUser: false,
  };
}
