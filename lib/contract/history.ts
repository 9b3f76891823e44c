import { z } from "zod";
import {
  bedrockProfile,
  javaProfile,
  profileBody,
  nameHistoryEntry,
  skinModel,
} from "./profile.ts";

/** When something was seen first and last, by this service. */
const seen = {
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
};
const hash = javaProfile.shape.skin_texture.unwrap();

export const seenSkin = z.object({ hash, model: skinModel, ...seen });
export const seenCape = z.object({ hash, ...seen });

const seenPast = {
  observed: z.boolean(),
  names: z.array(nameHistoryEntry),
  skins: z.array(seenSkin),
  capes: z.array(seenCape),
};

export const javaHistory = javaProfile.pick({ username: true, uuid: true }).extend(seenPast);
export type JavaHistory = z.infer<typeof javaHistory>;

export const bedrockHistory = bedrockProfile
  .pick({ gamertag: true, xuid_decimal: true, floodgate_uuid: true })
  .extend(seenPast);
export type BedrockHistory = z.infer<typeof bedrockHistory>;

export const historyBody = profileBody.extend({
  java: javaHistory.optional(),
  bedrock: bedrockHistory.optional(),
});
export type HistoryBody = z.infer<typeof historyBody>;
