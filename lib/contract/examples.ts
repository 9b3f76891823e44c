import type { HistoryBody } from "./history.ts";
import type { RecentBody, SocialBody } from "./activity.ts";
import type { HealthBody } from "./health.ts";
import { meaningOf } from "./meanings.ts";
import type { Example } from "./schemas.ts";
import type { BedrockProfile, JavaProfile, ProfileBody } from "./profile.ts";
import { capeUrl, headUrl, skinUrl } from "./urls.ts";

/** The invented player of every example: also in the demo, so that examples work there. */
export const examplePlayer = {
  javaName: "Lantern_Lou",
  uuid: "dfb83a479bf3469583e7bdc34c28fa4e",
  gamertag: "Lantern Lou",
  xuid: "2761708961228418",
  floodgateUuid: "00000000-0000-0000-0009-cfc2799b6682",
  skinTexture: "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b",
  /** Linked accounts may have different skins. */
  bedrockSkinTexture: "e4d5f0bdae4a4102b618a18bc1c6925092a09c6af32e351ed36dc374d7b700e2",
  capeTexture: "3bd1a9392d4cc7efc706ec69e3f3b8fb50f826cedd6d1e3523514581f1e2be1e",
} as const;

const onJava = { username: examplePlayer.javaName, type: "java" } as const;
const onBedrock = { username: examplePlayer.xuid, type: "bedrock" } as const;

const java: JavaProfile = {
  username: examplePlayer.javaName,
  uuid: examplePlayer.uuid,
  skin_url: skinUrl(onJava),
  cape_url: capeUrl(onJava),
  head_url: headUrl(onJava),
  model: "classic",
  skin_texture: examplePlayer.skinTexture,
  cape_texture: examplePlayer.capeTexture,
  name_history: [
    { name: "LouAndTheLamp", changed_at: null },
    { name: examplePlayer.javaName, changed_at: 1_636_136_400_000 },
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
  skin_texture: examplePlayer.bedrockSkinTexture,
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
    bedrock,
    cached: true,
    fetched_at: "2026-09-30T12:41:55.000Z",
    stale: true,
    warnings: [
      {
        edition: "java",
        code: "BAD_GATEWAY",
        error: "The Java edition could not be asked: its provider is unreachable.",
      },
      {
        edition: "bedrock",
        code: "BAD_GATEWAY",
        error: "The Bedrock profile could not be fetched anew: its provider is unreachable.",
      },
    ],
  },
} satisfies Record<string, ProfileBody>;

const history: HistoryBody = {
  success: true,
  java: {
    username: java.username,
    uuid: java.uuid,
    names: java.name_history,
    skins: [
      {
        hash: examplePlayer.skinTexture,
        model: "classic",
        first_seen: "2026-08-02T09:15:40.000Z",
        last_seen: "2026-09-30T18:04:12.000Z",
      },
      {
        hash: examplePlayer.bedrockSkinTexture,
        model: "classic",
        first_seen: "2026-05-11T20:31:07.000Z",
        last_seen: "2026-08-01T21:50:02.000Z",
      },
    ],
    capes: [
      {
        hash: examplePlayer.capeTexture,
        first_seen: "2026-05-11T20:31:07.000Z",
        last_seen: "2026-09-30T18:04:12.000Z",
      },
    ],
  },
  bedrock: {
    gamertag: bedrock.gamertag,
    xuid_decimal: bedrock.xuid_decimal,
    floodgate_uuid: bedrock.floodgate_uuid,
    names: [{ name: bedrock.gamertag, changed_at: null }],
    skins: [
      {
        hash: examplePlayer.bedrockSkinTexture,
        model: "classic",
        first_seen: "2026-05-11T20:31:07.000Z",
        last_seen: "2026-09-30T18:04:12.000Z",
      },
    ],
    capes: [],
  },
  cached: true,
  fetched_at: "2026-09-30T18:04:12.000Z",
  stale: false,
};

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
      editions: ["bedrock"],
      id: examplePlayer.xuid,
      head_url: headUrl(onBedrock),
      looked_up_at: "2026-09-30T18:04:00.000Z",
    },
    {
      username: examplePlayer.javaName,
      edition: "java",
      editions: ["java"],
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

/** Example bodies by the id of the endpoint, each with its name in `Meanings`. */
export const bodyExamples = {
  getProfile: profiles,
  getHistory: { history },
  getSocial: { social },
  getRecent: { recent },
  getHealth: { alive: health },
  getReady: { ready: { ...health, status: "ready", store: "ok" } },
} satisfies Readonly<Record<string, Record<string, object>>>;

type Bodies = (typeof bodyExamples)[keyof typeof bodyExamples];
export type ExampleName = Bodies extends infer Body
  ? Body extends object
    ? keyof Body
    : never
  : never;

/** The examples of an endpoint as OpenAPI writes them; empty when it has none. */
export function examplesOf(
  id: string,
  meanings: Readonly<Record<ExampleName, string>>,
): Record<string, Example> {
  const bodies: Readonly<Record<string, Record<string, object>>> = bodyExamples;
  return Object.fromEntries(
    Object.entries(bodies[id] ?? {}).map(([name, value]) => [
      name,
      { summary: meaningOf(meanings, name), value },
    ]),
  );
}
