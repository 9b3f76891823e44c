import { dashed, trimmed, uuidDigits } from "../../contract/identifiers.ts";
import { isoTime } from "../../time/stored-time.ts";
import { namedDefaultSkin } from "../../textures/default-skins.ts";
import { face } from "../images.ts";
import type { CompatFound, CompatTarget, JsonEndpoint, JsonEndpoints } from "../json.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";
import type { CompatReply } from "../terms.ts";

async function userOf({ player, files }: CompatFound) {
  const { skin, cape } = player.textures();
  const [skinData, capeData] = await Promise.all([
    files.base64("skin", skin.hash),
    cape && files.base64("cape", cape.hash),
  ]);
  return {
    uuid: dashed(player.uuid),
    username: player.name,
    username_history: [{ username: player.name }],
    textures: {
      custom: !skin.isDefault,
      slim: skin.model === "slim",
      skin: { url: skin.url, data: skinData },
      ...(cape && capeData !== null && { cape: { url: cape.url, data: capeData } }),
    },
  };
}

const uuid: JsonEndpoint["write"] = ({ player }) => dashed(player.uuid);

/** Version 1 says errors in plain text. */
const malformed1 = (what: string) => (target: CompatTarget) => ({
  status: 400,
  body: `400 - Bad Request (malformed ${what} '${target.text}')`,
});
const none1 = () => ({ status: 404, body: "404 - Not Found" });

const error2 = (code: number, error: string, reason: string): CompatReply => ({
  status: code,
  body: { code, error, reason },
});
const malformed2 = (what: string) => (target: CompatTarget) =>
  error2(400, "Bad Request", `Invalid format for the ${what} '${target.text}'`);
const none2 = ({ text }: CompatTarget) => {
  const digits = uuidDigits(trimmed(text));
  const who = digits === null ? `name '${text}'` : `UUID '${digits}'`;
  return error2(404, "Not Found", `No user with the ${who} was found`);
};

const json: JsonEndpoints = {
  "mojang/v2/user/:id": {
    differs: "fields",
    reads: "player",
    signed: true,
    async write(found) {
      const { textures, ...user } = await userOf(found);
      const raw = found.player.textures().property;
      return { ...user, textures: { ...textures, raw }, profile_actions: [], created_at: null };
    },
    none: none2,
    // The original takes what is no name for a UUID.
    invalid: malformed2("UUID"),
  },
  "mojang/v2/uuid/:id": { reads: "player", write: uuid, none: none2, invalid: malformed2("name") },
  "mojang/v2/avatar/:id": {
    reads: "player",
    draws: "face",
    write: ({ player }) => player.textures().skin.hash,
    none: () => ({ status: 200, body: namedDefaultSkin("steve").hash }),
  },
  "mojang/v1/user/:id": {
    reads: "player",
    async write(found) {
      return {
        ...(await userOf(found)),
        cached_at: isoTime(found.player.fetchedAt),
      };
    },
    none: none1,
    invalid: malformed1("uuid"),
  },
  "mojang/v1/uuid/:id": {
    reads: "player",
    write: uuid,
    none: none1,
    invalid: malformed1("username"),
  },
};

export const ashcon: CompatScheme = {
  name: "Ashcon",
  host: "api.ashcon.app",
  size: pixels(8),
  routes: { "mojang/v1/avatar/:id": face },
  json,
};
