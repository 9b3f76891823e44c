import { dashed } from "../../contract/identifiers.ts";
import { avatarUrl, type JsonEndpoints } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import type { CompatReply } from "../terms.ts";

const noPlayer = (code: string, message: string) => (): CompatReply => ({
  status: 400,
  body: { message, code, data: {}, success: false, error: false },
});
const bodyWith = (player: object) => ({
  code: "player.found",
  message: "Successfully found player by given ID.",
  data: { player },
  success: true,
});

const json: JsonEndpoints = {
  "api/player/minecraft/:id": {
    reads: "player",
    signed: true,
    write(found) {
      const { uuid, name, fetchedAt, textures } = found.player;
      const { skin, cape, property } = textures();
      return bodyWith({
        meta: { cached_at: Math.floor(fetchedAt / 1_000) },
        username: name,
        id: dashed(uuid),
        raw_id: uuid,
        avatar: avatarUrl(found),
        ...(!skin.isDefault && { skin_texture: skin.url }),
        ...(cape && { cape_texture: cape.url }),
        properties: [{ name: "textures", ...property }],
        name_history: [],
      });
    },
    none: noPlayer("minecraft.invalid_username", "No Minecraft user could be found."),
  },
  "api/player/xbox/:id": {
    reads: "xuidOrGamertag",
    differs: "fields",
    write(found) {
      const { bedrock, fetchedAt } = found.player;
      const { xuid: id, gamertag: username } = bedrock ?? {};
      return bodyWith({ id, meta: {}, username, avatar: avatarUrl(found), cached_at: fetchedAt });
    },
    none: noPlayer("xbox.not_found", "No Xbox Live account found."),
  },
};

export const playerDb: CompatScheme = {
  name: "PlayerDB",
  host: "playerdb.co",
  notOffered: { "api/player/steam/:id": "games", "api/player/hytale/:id": "games" },
  json,
};
