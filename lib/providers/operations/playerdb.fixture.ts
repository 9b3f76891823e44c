import type { JavaName } from "../../contract/identifiers.ts";
import { HERMIT, HERMIT_XUID, soon } from "../../testing/providers.ts";
import { BEDROCK, DASHED, JAVA, sent, type Operation } from "./operation.fixture.ts";

const playerdb = (
  name: string,
  request: Operation["request"],
  value: unknown,
  player: object,
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
    ],
  };
};

export const PLAYERDB: readonly Operation[] = [
  playerdb(
    "PlayerDB, Java",
    ({ playerdb: from }) => from.accountByName("Lantern_Lou" as JavaName, soon()),
    JAVA,
    { id: DASHED, username: "Lantern_Lou" },
    ["minecraft.invalid_username", "xbox.not_found"],
  ),
  playerdb(
    "PlayerDB, gamertag",
    ({ playerdb: from }) => from.accountByGamertag(HERMIT, soon()),
    BEDROCK,
    { id: HERMIT_XUID, username: HERMIT },
    ["xbox.not_found", "minecraft.invalid_username"],
  ),
  playerdb(
    "PlayerDB, XUID",
    ({ playerdb: from }) => from.accountByXuid(HERMIT_XUID, soon()),
    BEDROCK,
    { id: HERMIT_XUID, username: HERMIT },
    ["xbox.not_found", "minecraft.invalid_username"],
  ),
];
