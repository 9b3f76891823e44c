import type { RecentBody, SocialBody } from "./activity.ts";
import type { HealthBody } from "./health.ts";
import type { Example } from "./openapi-types.ts";
import type { BedrockProfile, JavaProfile, ProfileBody } from "./profile.ts";
import { capeUrl, headUrl, skinUrl } from "./urls.ts";

/** The invented player of every example; nobody is meant. */
export const examplePlayer = {
  javaName: "Lantern_Lou",
  uuid: "5d1f7c3a9b2e4f60a8d4c7e2b1903f56",
  gamertag: "Lantern Lou",
  xuid: "2814700123456789",
  floodgateUuid: "00000000-0000-0000-0009-fff471020515",
  skinTexture: "5f4c8f1e2f0a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e",
  capeTexture: "91be4d70c2a5f3861e0d7b9a4c52f8e36017ad94b8c3e5f2067d1a9b3c4e8f50",
} as const;

const onJava = { username: examplePlayer.javaName, type: "java" } as const;
const onBedrock = { username: examplePlayer.xuid, type: "bedrock" } as const;

const java: JavaProfile = {
  username: examplePlayer.javaName,
  uuid: examplePlayer.uuid,
  skin_url: skinUrl(onJava),
  cape_url: capeUrl(onJava),
  head_url: headUrl(onJava),
  model: "slim",
  skin_texture: examplePlayer.skinTexture,
  cape_texture: examplePlayer.capeTexture,
  name_history: [
    { name: "LouTheLamp", changed_at: null },
    { name: examplePlayer.javaName, changed_at: 1_789_214_400_000 },
  ],
};

const bedrock: BedrockProfile = {
  gamertag: examplePlayer.gamertag,
  xuid_decimal: examplePlayer.xuid,
  floodgate_uuid: examplePlayer.floodgateUuid,
  skin_url: skinUrl(onBedrock),
  cape_url: null,
  head_url: headUrl(onBedrock),
  model: "classic",
  skin_texture: examplePlayer.skinTexture,
  cape_texture: null,
  linked: true,
};

const profiles = {
  both: {
    success: true,
    java,
    bedrock,
    cached: true,
    fetched_at: "2026-09-30T18:04:12.000Z",
    stale: false,
  },
  java: {
    success: true,
    java: { ...java, cape_url: null, cape_texture: null },
    cached: false,
    fetched_at: "2026-09-30T18:04:12.000Z",
    stale: false,
  },
  partial: {
    success: true,
    bedrock: { ...bedrock, linked: null },
    cached: true,
    fetched_at: "2026-09-30T12:41:55.000Z",
    stale: true,
    warnings: [
      {
        edition: "java",
        code: "BAD_GATEWAY",
        error: "The Java edition's provider did not answer in time.",
      },
    ],
  },
} satisfies Record<string, ProfileBody>;

const social: SocialBody = {
  success: true,
  social: [
    { platform: "git", label: "Source code", url: "https://git.example.org/lanterns/nametag" },
    { platform: "chat", label: "Ask us", url: "https://chat.example.org/lanterns" },
  ],
};

const recent: RecentBody = {
  success: true,
  recent: [
    {
      username: examplePlayer.gamertag,
      edition: "bedrock",
      id: examplePlayer.xuid,
      head_url: headUrl(onBedrock),
      looked_up_at: "2026-09-30T18:04:00.000Z",
    },
    {
      username: examplePlayer.javaName,
      edition: "java",
      id: examplePlayer.uuid,
      head_url: headUrl(onJava),
      looked_up_at: "2026-09-30T18:01:00.000Z",
    },
  ],
  stats: {
    lookups_total: 1_204_331,
    lookups_24h: 18_422,
    players_total: 96_310,
    cache_hit_ratio_24h: 0.94,
  },
};

const health: HealthBody = { success: true, status: "alive" };

/** Example bodies by the id of the endpoint. */
export const bodyExamples: Readonly<Record<string, Record<string, Example>>> = {
  getProfile: {
    both: { summary: "A player of both editions", value: profiles.both },
    java: { summary: "A player of the Java edition alone, without a cape", value: profiles.java },
    partial: { summary: "An old answer, as one provider is away", value: profiles.partial },
  },
  getSocial: { social: { summary: "`?social=1`", value: social } },
  getRecent: { recent: { summary: "`?recent=1`", value: recent } },
  getHealth: { alive: { summary: "Alive", value: health } },
};
