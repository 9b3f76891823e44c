import { z } from "zod";
import { dashed, type Gamertag, type JavaUuid, type Xuid } from "../contract/identifiers.ts";
import { base64, GAME_HOSTS, hashIn, readTextures } from "./game-api.ts";
import { asGamertag, asJavaUuid, asTextureHash, asXuid, spaceless } from "./accounts.ts";
import { defineProvider, type Deadline, type UpstreamResponse } from "./provider.ts";

const skinSchema = z
  .object({ texture_id: asTextureHash, is_steve: z.boolean() })
  .transform(({ texture_id: hash, is_steve: isClassic }) => ({
    hash,
    model: isClassic ? ("classic" as const) : ("slim" as const),
  }));
/**
 * The texture as Geyser had it signed. Its value names the account that signed it, not the player; `hash`
 * is that of the pixels, which is not that of the texture; the time is in Unix milliseconds. Some skins come
 * with an empty value or signature, which are only of use together: the skin is known all the same.
 */
const signedSchema = z
  .object({
    value: base64.refine(hasSkin).optional().catch(undefined),
    signature: base64.optional().catch(undefined),
    hash: z.string().max(128).catch(""),
    last_update: z.int().catch(0),
  })
  .transform(({ value, signature, hash, last_update: lastUpdate }) => {
    const property = value === undefined || signature === undefined ? {} : { value, signature };
    return { signed: { ...property, hash, lastUpdate } };
  });
/** A Bedrock skin, rendered down to a Java texture by Geyser. */
export type BedrockSkin = z.infer<typeof skinSchema> & Partial<z.infer<typeof signedSchema>>;

const xuidOrNumber = z.union([z.string(), z.int()]).transform(String).pipe(asXuid);
const xuidSchema = z.object({ xuid: xuidOrNumber });
const gamertagSchema = z.object({ gamertag: asGamertag });
/** A global account link: both accounts are one person. */
const linkSchema = z
  .object({ bedrock_id: xuidOrNumber, java_id: asJavaUuid })
  .transform(({ bedrock_id: xuid, java_id: uuid }) => ({ xuid, uuid }));
/** Documented as an object, sent as an array, which may be empty. */
const linksSchema = z.union([z.array(linkSchema), linkSchema.transform((link) => [link])]);
const signedSkinSchema = skinSchema.and(signedSchema);

/** True for base64 of a `textures` property with a skin of the game. */
function hasSkin(value: string): boolean {
  return Boolean(
    readTextures(value, undefined, { textureAt: (url) => hashIn(url, GAME_HOSTS) })?.skin,
  );
}

/** It is sent with status 200. An object with any field does not mean "there is none". */
const none = z.strictObject({});
/** 400 about a gamertag that is valid here and not to Geyser: no account has it there. */
const noGamertag = z.strictObject({
  message: z.literal("gamertag is empty or longer than 16 chars"),
});
/** 503 has two meanings: this one is about the player, any other about the service. */
const notInCache = z.object({ message: z.string().regex(/unable to find user in our cache/i) });

/** api.geysermc.org: Bedrock players seen by Geyser servers, their skins and account links. */
export const geyser = defineProvider({
  name: "geyser",
  /** No limit is published. Ours, for all operations together: 30 in 10 s at first, 210 at most. */
  allowance: { rate: 2, floor: 0.5, ceiling: 20, burst: 10, reserve: 1 / 2 },
  operations: ["xuid", "gamertag", "skin", "link-bedrock", "link-java"],
  create({ upstream, configuration: { GEYSER_API_URL: baseUrl } }) {
    if (baseUrl === null) return undefined;
    const request = <Value>(
      operation: string,
      path: string,
      about: string,
      deadline: Deadline,
      read: (response: UpstreamResponse) => Value | null,
    ) =>
      upstream<Value>({
        operation,
        url: `${baseUrl}/v2/${path}`,
        about,
        // The ids we send are well-formed: a 400 about one of them makes no sense.
        none: operation === "xuid" ? { 200: none, 400: noGamertag } : { 200: none },
        alsoReads: [503],
        deadline,
        read(response) {
          if (response.status === 200) return read(response);
          throw response.maybeJson(notInCache) === null
            ? response.failure("failed (503)", "error")
            : response.failure("does not know this player", "unknown-here");
        },
      });

    return {
      /** The XUID of a gamertag. Geyser knows the players it has seen; for others it sends `{}`. */
      xuidOf: (gamertag: Gamertag, deadline: Deadline) =>
        request(
          "xuid",
          `xbox/xuid/${encodeURIComponent(gamertag)}`,
          spaceless(gamertag),
          deadline,
          (response) => response.json(xuidSchema).xuid,
        ),

      /** The gamertag of an XUID. */
      gamertagOf: (xuid: Xuid, deadline: Deadline) =>
        request("gamertag", `xbox/gamertag/${xuid}`, xuid, deadline, (response) => {
          return response.json(gamertagSchema).gamertag;
        }),

      /** The skin a player last wore on a Geyser server, or null when none was uploaded. */
      skinOf: (
        xuid: Xuid,
        deadline: Deadline,
        { signed = false }: { signed?: boolean } = {},
      ): Promise<BedrockSkin | null> =>
        request("skin", `skin/${xuid}`, xuid, deadline, (response) =>
          response.json(signed ? signedSkinSchema : skinSchema),
        ),

      /** The link of a Bedrock account, or null. */
      linkOfXuid: (xuid: Xuid, deadline: Deadline) =>
        request("link-bedrock", `link/bedrock/${xuid}`, xuid, deadline, (response) =>
          response.json(linkSchema, (link) => link.xuid === xuid),
        ),

      /** The link of a Java account, or null. */
      linkOfUuid: (uuid: JavaUuid, deadline: Deadline) =>
        request("link-java", `link/java/${dashed(uuid)}`, uuid, deadline, (response) => {
          const links = response.json(linksSchema, (all) =>
            all.every((link) => link.uuid === uuid),
          );
          return links[0] ?? null;
        }),
    };
  },
});
