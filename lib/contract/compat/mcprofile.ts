import { z } from "zod";
import { dashed } from "../identifiers.ts";
import { type CompatReply, type JsonEndpoint } from "./json.ts";

const noProfile = (): CompatReply => ({ status: 404, body: { message: "User not found." } });
const ofJava: Omit<JsonEndpoint, "reads"> = {
  edition: "java",
  linked: true,
  schema: z.object({
    username: z.string(),
    uuid: z.string(),
    skin: z.string().nullable(),
    cape: z.string().nullable(),
    linked: z.boolean(),
    bedrock_gamertag: z.string().optional(),
    bedrock_xuid: z.string().optional(),
    bedrock_fuid: z.string().optional(),
  }),
  write({ player: { uuid, name, worn }, linked }) {
    const { skin, cape } = worn();
    return {
      username: name,
      uuid: dashed(uuid),
      skin: skin.isDefault ? null : skin.url,
      cape,
      linked: linked !== null,
      ...(linked?.bedrock && {
        bedrock_gamertag: linked.bedrock.gamertag,
        bedrock_xuid: linked.bedrock.xuid,
        bedrock_fuid: dashed(linked.uuid),
      }),
    };
  },
  none: noProfile,
};
const ofBedrock: Omit<JsonEndpoint, "reads"> = {
  edition: "bedrock",
  linked: true,
  schema: z.object({
    gamertag: z.string(),
    xuid: z.string(),
    floodgateuid: z.string(),
    icon: z.string(),
    textureid: z.string().nullable(),
    skin: z.string().nullable(),
    linked: z.boolean(),
    java_uuid: z.string().optional(),
    java_name: z.string().optional(),
  }),
  write({ player: { uuid, bedrock, worn }, linked, base }) {
    const { skin } = worn();
    return {
      gamertag: bedrock?.gamertag,
      xuid: bedrock?.xuid,
      floodgateuid: dashed(uuid),
      icon: `${base}/compat/crafthead/avatar/${uuid}`,
      textureid: skin.isDefault ? null : skin.hash,
      skin: skin.isDefault ? null : skin.url,
      linked: linked !== null,
      ...(linked && { java_uuid: dashed(linked.uuid), java_name: linked.name }),
    };
  },
  none: noProfile,
};

export const mcProfile = {
  username: { ...ofJava, reads: "name" },
  uuid: { ...ofJava, reads: "uuid" },
  gamertag: { ...ofBedrock, reads: "gamertag" },
  xuid: { ...ofBedrock, reads: "xuid" },
  fuid: { ...ofBedrock, reads: "floodgate" },
} satisfies Record<string, JsonEndpoint>;
