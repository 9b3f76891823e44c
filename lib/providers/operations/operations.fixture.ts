import { z } from "zod";
import type { JavaName } from "../../contract/identifiers.ts";
import { nameHistoryEntry } from "../../contract/profile.ts";
import { HERMIT, HERMIT_XUID, LOU, NOBODY_XUID, soon } from "../../../testing/providers.ts";
import { GEYSER } from "./geyser.fixture.ts";
import { MOJANG } from "./mojang.fixture.ts";
import { BEDROCK, DASHED, JAVA, sent, TESS, type Operation } from "./operation.fixture.ts";
import { XBOX } from "./xbox.fixture.ts";

const playerdb = (
  name: string,
  request: Operation["request"],
  value: unknown,
  [player, another]: [object, object],
  [code, other]: [string, string],
): Operation => {
  const found = { success: true, code: "player.found", message: "", data: { player } };
  const failed = { success: false, error: false, code };
  return {
    name,
    request,
    found: sent(200, found),
    value,
    none: [{}, { message: "No player" }, { data: {} }, { message: "No player", data: {} }].map(
      (rest) => sent(400, { ...failed, ...rest }),
    ),
    nearMisses: [
      sent(200, failed),
      sent(404, failed),
      sent(400, { code }),
      sent(400, { success: false }),
      sent(400, { ...failed, success: true }),
      sent(400, { ...failed, error: true }),
      sent(400, { ...failed, code: other }),
      sent(400, { ...failed, code: `${code}!` }),
      sent(400, { ...failed, code: "api.rate_limited" }),
      sent(400, { ...failed, data: { player } }),
      sent(400, { ...failed, retry: 1 }),
      sent(400, found),
      sent(200, { ...found, success: false }),
      sent(200, { ...found, code: "player.unknown" }),
      sent(200, { ...found, data: {} }),
      sent(200, { ...found, data: { player: null } }),
      sent(200, { ...found, data: { player: { ...player, id: null } } }),
      sent(200, { ...found, data: { player: { ...player, username: "" } } }),
      sent(200, { ...found, data: { player: another } }),
    ],
  };
};

const BEDROCK_PLAYERS: [object, object] = [
  { id: HERMIT_XUID, username: HERMIT },
  { id: NOBODY_XUID, username: "Somebody" },
];

const PLAYERDB: readonly Operation[] = [
  playerdb(
    "PlayerDB, Java",
    ({ playerdb: from }) => from.accountByName("Lantern_Lou" as JavaName, soon()),
    JAVA,
    [
      { id: DASHED, username: "Lantern_Lou" },
      { id: TESS, username: "Tinker_Tess" },
    ],
    ["minecraft.invalid_username", "xbox.not_found"],
  ),
  playerdb(
    "PlayerDB, gamertag",
    ({ playerdb: from }) => from.accountByGamertag(HERMIT, soon()),
    BEDROCK,
    BEDROCK_PLAYERS,
    ["xbox.not_found", "minecraft.invalid_username"],
  ),
  playerdb(
    "PlayerDB, XUID",
    ({ playerdb: from }) => from.accountByXuid(HERMIT_XUID, soon()),
    BEDROCK,
    BEDROCK_PLAYERS,
    ["xbox.not_found", "minecraft.invalid_username"],
  ),
];

const history = [{ name: "Lou", changed_at: null, accurate: false }];

const LABY: Operation = {
  name: "laby.net",
  request: ({ laby }) => laby.namesOf(LOU, soon()),
  found: sent(200, { uuid: DASHED, name: "Lou", name_history: history }),
  value: [{ name: "Lou", changed_at: null }],
  values: z.array(nameHistoryEntry),
  none: [sent(404, { error: "user_not_found" })],
  nearMisses: [
    sent(200, { error: "user_not_found" }),
    sent(404, { error: "not_found" }),
    sent(404, { error: "user_not_found", retry: true }),
    sent(200, { uuid: DASHED }),
    sent(200, { uuid: DASHED, name_history: null }),
    sent(200, { uuid: DASHED, name_history: [{}] }),
    sent(200, { uuid: DASHED, name_history: [{ name: null, changed_at: null }] }),
    sent(200, { uuid: DASHED, name_history: [{ name: "Lou" }] }),
    sent(200, { uuid: DASHED, name_history: [{ name: "Lou", changed_at: "lately" }] }),
    sent(200, { uuid: TESS, name_history: history }),
  ],
};

/** A service with the game's API responds as the game does. */
function like(name: string, request: Operation["request"]): Operation {
  const model = MOJANG.find((operation) => operation.name === name);
  if (model === undefined) throw new Error(`no operation is called ${name}`);
  // Except that its accounts may have offline UUIDs, and that null is an empty list of properties.
  const accepted = /b50ad385829d3141|"properties":null/;
  const nearMisses = model.nearMisses.filter(({ body }) => !accepted.test(body));
  return { ...model, name: `skin service, ${name}`, request, nearMisses };
}

const SKIN_SOURCE: readonly Operation[] = [
  like("api.mojang.com, name", ({ lookalike }) =>
    lookalike.accountByName("Lantern_Lou" as JavaName, soon()),
  ),
  like("session server", ({ lookalike }) => lookalike.profileOf(LOU, soon())),
];

/** Everything that is requested of providers, apart from textures, which are no JSON. */
export const OPERATIONS: readonly Operation[] = [
  ...MOJANG,
  ...GEYSER,
  ...PLAYERDB,
  ...XBOX,
  LABY,
  ...SKIN_SOURCE,
];
