import type { BedrockAccount } from "../player.ts";
import { dashed, parseUuid } from "../uuid.ts";
import type { World } from "../world.ts";
import { geyserJson } from "./geyser-json.ts";
import type { Call, Reply, Route } from "./upstream.ts";

/** Which accounts of the two editions belong to one person. */
export const geyserLinkRoutes: readonly Route[] = [
  {
    key: "geyser.link-bedrock",
    method: "GET",
    path: "/v2/link/bedrock/{xuid}",
    answer: linkOfBedrock,
  },
  { key: "geyser.link-java", method: "GET", path: "/v2/link/java/{uuid}", answer: linksOfJava },
];

function linkOfBedrock(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d+$/.test(xuid)) return geyserJson(400, { message: "xuid should be an int" });
  const account = call.world.bedrockByXuid(xuid);
  return geyserJson(200, (account && describeLink(call.world, account)) ?? {}, 30);
}

function linksOfJava(call: Call): Reply {
  const { uuid: text = "" } = call.params;
  const uuid = parseUuid(text);
  if (!uuid || text.length !== 36) {
    return geyserJson(400, { message: "uuid has to be a valid uuid (36 chars long)" });
  }
  // A list, although the documentation shows one object.
  const links = call.world
    .linkedToJava(uuid)
    .flatMap((account) => describeLink(call.world, account) ?? []);
  return geyserJson(200, links, 30);
}

function describeLink(world: World, account: BedrockAccount) {
  const java = world.javaLinkedTo(account);
  if (!java) return undefined;
  return {
    bedrock_id: Number(account.xuid),
    java_id: dashed(java.uuid),
    java_name: java.name,
    last_name_update: LAST_NAME_UPDATE,
  };
}

const LAST_NAME_UPDATE = 1_755_000_000_000;
