import { createHash } from "node:crypto";
import { dashed, parseUuid, type BedrockAccount } from "../player.ts";
import type { World } from "../world.ts";
import { geyserJson, geyserInvalid, geyserXboxRoutes } from "./geyser-xbox.ts";
import { texturesProperty } from "./mojang-session.ts";
import { retryAfterHeader, route, type Call, type Reply, type Upstream } from "./upstream.ts";

/** `api.geysermc.org`: data about Bedrock players from Java servers that admit them. */
export const geyser: Upstream = {
  name: "geyser",
  routes: [
    ...geyserXboxRoutes,
    route("geyser.skin", "/v2/skin/{xuid}", skinOf),
    route("geyser.recent", "/v2/skin/bedrock/recent/{page}", recent),
    route("geyser.recent", "/v2/skin/bedrock/recent", recent),
    route("geyser.link-bedrock", "/v2/link/bedrock/{xuid}", linkOfBedrock),
    route("geyser.link-java", "/v2/link/java/{uuid}", linksOfJava),
    route("geyser.health", "/health", () => ({ status: 204 })),
    ...["/v1/{a}", "/v1/{a}/{b}", "/v1/{a}/{b}/{c}"].map((path) =>
      route("geyser.v1", path, () => geyserJson(400, DEPRECATED)),
    ),
  ],
  noRoute: () => geyserJson(404, { message: "Not Found" }),
  // It has no rate limit of its own; this comes from the network in front of it.
  throttled: (_, retryAfter) => ({
    status: 429,
    headers: { "content-type": "text/plain; charset=UTF-8", ...retryAfterHeader(retryAfter) },
    body: "error code: 1015",
  }),
  envelope: () => geyserJson(200, { message: "Internal Server Error" }),
};

const DEPRECATED = { message: "this version is deprecated, please use v2" };

/** The skin of a Bedrock player when they last joined a server with Geyser. */
function skinOf(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d+$/.test(xuid)) return geyserInvalid("skin_id should be an int");
  const account = call.world.bedrockByXuid(xuid);
  const skin = account?.skin;
  if (!account || !skin) return geyserJson(200, {}, 120);
  const property = texturesProperty(account, MINESKIN, { signed: true });
  return geyserJson(
    200,
    {
      hash: hashOfPixels(skin.hash),
      is_steve: skin.model === "classic",
      last_update: LAST_UPDATE,
      signature: property.signature,
      texture_id: skin.hash,
      value: property.value,
    },
    60,
  );
}

function recent(call: Call): Reply {
  const { page = "1" } = call.params;
  if (!/^\d+$/.test(page)) {
    return geyserJson(400, { message: "page must be a rounded and positive number" });
  }
  const number = Number(page);
  if (number < 1 || number > 10) {
    return geyserJson(400, { message: "page must be a number between 1 and 10" });
  }
  const textures = new Set(call.world.withBedrockSkin().flatMap(({ skin }) => skin?.hash ?? []));
  const list = [...textures].map((hash, at) => ({ id: at + 1, texture_id: hash }));
  return geyserJson(200, list.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE));
}

const PAGE_SIZE = 60;
const LAST_UPDATE = 1_760_000_000_000;

/** The account that signed the texture, which is not the player's. */
const MINESKIN = { uuid: "3970c7ab3c8b451194c0167aa98eb7e4", name: "SkinSigner" };

/** In place of the hash of raw pixels, which differs from the texture's. */
function hashOfPixels(textureHash: string): string {
  return createHash("sha256").update(`pixels of ${textureHash}`).digest("hex");
}

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
  // A list, although Geyser's documentation shows one object.
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
