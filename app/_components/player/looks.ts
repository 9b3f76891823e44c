import type { Edition, ProfileBody, SkinModel } from "@/lib/contract/profile.ts";
import { capeOf, skinOf } from "./picture-urls.ts";

/** What a player wears in one edition, for the parts of the page that need nothing else. */
export interface Look {
  edition: Edition;
  name: string;
  /** The UUID or XUID, which outlives the name. */
  id: string;
  skin: string | null;
  cape: string | null;
  model: SkinModel;
}

/** The looks of a profile, Java's first. */
export function looksOf({ java, bedrock }: ProfileBody): Look[] {
  return [
    ...(java === undefined
      ? []
      : [
          {
            edition: "java",
            name: java.username,
            id: java.uuid,
            skin: skinOf(java),
            cape: capeOf(java),
            model: java.model ?? "classic",
          } as const,
        ]),
    ...(bedrock === undefined
      ? []
      : [
          {
            edition: "bedrock",
            name: bedrock.gamertag,
            id: bedrock.xuid_decimal,
            skin: skinOf(bedrock),
            cape: capeOf(bedrock),
            model: bedrock.model ?? "classic",
          } as const,
        ]),
  ];
}
