import { createHash } from "node:crypto";
import { geyserJson, geyserMistake } from "./geyser-json.ts";
import { texturesProperty } from "./textures-property.ts";
import type { Call, Reply, Route } from "./upstream.ts";

/** Skins that Bedrock players wore when they last joined a server with Geyser. */
export const geyserSkinRoutes: readonly Route[] = [
  { key: "geyser.skin", method: "GET", path: "/v2/skin/{xuid}", answer: skinOf },
  { key: "geyser.recent", method: "GET", path: "/v2/skin/bedrock/recent/{page}", answer: recent },
  { key: "geyser.recent", method: "GET", path: "/v2/skin/bedrock/recent", answer: recent },
];

function skinOf(call: Call): Reply {
  const { xuid = "" } = call.params;
  if (!/^\d+$/.test(xuid)) return geyserMistake("skin_id should be an int");
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

/** The account that signed the texture, which is not the player: never take the name from here. */
const MINESKIN = { uuid: "3970c7ab3c8b451194c0167aa98eb7e4", name: "SkinSigner" };

/** Stands for the hash over raw pixels, which is another than the texture's. */
function hashOfPixels(textureHash: string): string {
  return createHash("sha256").update(`pixels of ${textureHash}`).digest("hex");
}
