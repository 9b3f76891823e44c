import type { BedrockAccount, JavaAccount } from "./player.ts";
import { players } from "./players.ts";

/**
 * An unlimited number of players for load tests: `Extra_1`, `Extra_2`, … on Java and `Extra 1`, `Extra 2`,
 * … on Bedrock. Each is made from its number, and they share 32 skins of other players.
 */
export const crowd = {
  javaByName(name: string): JavaAccount | undefined {
    return javaExtra(/^extra_([1-9]\d{0,8})$/i.exec(name)?.[1]);
  },
  javaByUuid(uuid: string): JavaAccount | undefined {
    const digits = /^e0000000000040008000([0-9a-f]{12})$/.exec(uuid)?.[1];
    if (digits === undefined) return undefined;
    const number = Number.parseInt(digits, 16);
    return number >= 1 && number < LIMIT ? javaExtra(String(number)) : undefined;
  },
  bedrockByGamertag(gamertag: string): BedrockAccount | undefined {
    return bedrockExtra(/^extra ([1-9]\d{0,8})$/i.exec(gamertag)?.[1]);
  },
  bedrockByXuid(xuid: string): BedrockAccount | undefined {
    const number = Number(xuid) - FIRST_XUID;
    return number >= 1 && number < LIMIT ? bedrockExtra(String(number)) : undefined;
  },
};

const LIMIT = 1_000_000_000;
const FIRST_XUID = 2_600_000_000_000_000;
const SKINS = players
  .flatMap(({ java, bedrock }) => [java?.skin ?? [], bedrock?.skin ?? []].flat())
  .slice(0, 32);

function javaExtra(number: string | undefined): JavaAccount | undefined {
  if (number === undefined) return undefined;
  const uuid = `e0000000000040008000${Number(number).toString(16).padStart(12, "0")}`;
  return { uuid, name: `Extra_${number}`, skin: skinOf(number) };
}

function bedrockExtra(number: string | undefined): BedrockAccount | undefined {
  if (number === undefined) return undefined;
  const xuid = String(FIRST_XUID + Number(number));
  return { xuid, gamertag: `Extra ${number}`, skin: skinOf(number) };
}

function skinOf(number: string) {
  return SKINS[Number(number) % SKINS.length] ?? null;
}
