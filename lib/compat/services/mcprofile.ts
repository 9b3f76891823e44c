import { dashed } from "../../contract/identifiers.ts";
import { avatarUrl, type JsonEndpoint, type JsonEndpoints } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";

const none: JsonEndpoint["none"] = () => ({ status: 404, body: { message: "User not found." } });
const ofJava: Omit<JsonEndpoint, "reads"> = {
  linked: true,
  differs: "fields",
  write({ player: { uuid, name, textures }, linked }) {
    const { skin, cape } = textures();
    return {
      username: name,
      uuid: dashed(uuid),
      skin: skin.isDefault ? null : skin.url,
      cape: cape?.url ?? null,
      linked: linked !== null,
      ...(linked?.bedrock && {
        bedrock_gamertag: linked.bedrock.gamertag,
        bedrock_xuid: linked.bedrock.xuid,
        bedrock_fuid: dashed(linked.uuid),
      }),
    };
  },
  none,
};
const ofBedrock: Omit<JsonEndpoint, "reads"> = {
  linked: true,
  differs: "fields",
  write(found) {
    const { player, linked } = found;
    const { uuid, bedrock } = player;
    const { skin } = player.textures();
    return {
      gamertag: bedrock?.gamertag,
      xuid: bedrock?.xuid,
      floodgateuid: dashed(uuid),
      icon: avatarUrl(found),
      textureid: skin.isDefault ? null : skin.hash,
      skin: skin.isDefault ? null : skin.url,
      linked: linked !== null,
      ...(linked && { java_uuid: dashed(linked.uuid), java_name: linked.name }),
    };
  },
  none,
};

const json: JsonEndpoints = {
  "api/v1/java/username/:id": { ...ofJava, reads: "name" },
  "api/v1/java/uuid/:id": { ...ofJava, reads: "uuid" },
  "api/v1/bedrock/gamertag/:id": { ...ofBedrock, reads: "gamertag" },
  "api/v1/bedrock/xuid/:id": { ...ofBedrock, reads: "xuid" },
  "api/v1/bedrock/fuid/:id": { ...ofBedrock, reads: "floodgate" },
};

export const mcProfile: CompatScheme = {
  name: "MCProfile",
  host: "mcprofile.io",
  json,
};
