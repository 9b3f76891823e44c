import { z } from "zod";
import {
  dashed,
  isTextureHash,
  isXuid,
  parseGamertag,
  parseJavaUuid,
  type Gamertag,
  type JavaUuid,
  type TextureHash,
  type Xuid,
} from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import type { UpstreamResponse } from "./upstream/response.ts";
import type { Upstream } from "./upstream/request.ts";

/** A Bedrock skin, rendered down to a Java texture by Geyser. */
export interface BedrockSkin {
  hash: TextureHash;
  model: SkinModel;
  /** The texture as Geyser had it signed; kept for players whose signature was requested. */
  signed?: SignedSkin;
}

/** A signed texture. Its value names the account that signed it, not the player. */
export interface SignedSkin {
  value: string;
  signature: string;
  /** The hash of the pixels, which is not that of the texture. */
  hash: string;
  /** Unix milliseconds. */
  lastUpdate: number;
}

/** A global account link: both accounts are one person. */
export interface AccountLink {
  xuid: Xuid;
  uuid: JavaUuid;
}

const id = z.union([z.string(), z.int()]).transform(String);
const xuidSchema = z.object({ xuid: id });
const gamertagSchema = z.object({ gamertag: z.string() });
const base64 = z
  .string()
  .max(8_192)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);
const signedSchema = z.object({
  value: base64,
  signature: base64,
  hash: z.string().max(128),
  last_update: z.int(),
});
const skinSchema = z.object({ texture_id: z.string(), is_steve: z.boolean() });
const linkSchema = z.object({ bedrock_id: id, java_id: z.string() });
const messageSchema = z.object({ message: z.string() });

/** "There is none", with status 200. An object with anything else in it says something else. */
const none = z.strictObject({});
/** 400 about a gamertag that is valid here and not to Geyser: no account has it there. */
const noGamertag = z.strictObject({
  message: z.literal("gamertag is empty or longer than 16 chars"),
});

export type Geyser = ReturnType<typeof createGeyser>;

export const geyser: ProviderDefinition<Geyser> = {
  name: "geyser",
  /** No limit is published. Ours, for all operations together: 30 in 10 s at first, 210 at most. */
  allowance: { rate: 2, floor: 0.5, ceiling: 20, burst: 10 },
  create: ({ upstream, configuration }) => createGeyser(upstream, configuration.GEYSER_API_URL),
};

/** api.geysermc.org: Bedrock players seen by Geyser servers, their skins and account links. */
export function createGeyser(upstream: Upstream, baseUrl: string) {
  const request = <Value>(
    operation: string,
    path: string,
    deadline: Deadline,
    read: (response: UpstreamResponse) => Value | null,
  ) => {
    return upstream<Value>({
      provider: "geyser",
      operation,
      url: `${baseUrl}/v2/${path}`,
      expects: "json",
      // The ids we send are well-formed: a 400 about one of them makes no sense.
      alsoReads: operation === "xuid" ? [400, 503] : [503],
      deadline,
      read(response) {
        if (response.status === 503) throw unavailable(response);
        const isNone = response.maybeJson(response.status === 400 ? noGamertag : none) !== null;
        if (isNone) return null;
        if (response.status === 200) return read(response);
        throw response.failure(`unclear response (${response.status})`);
      },
    });
  };

  return {
    /** The XUID of a gamertag. Geyser knows the players it has seen; for others it sends `{}`. */
    xuidOf: (gamertag: Gamertag, deadline: Deadline): Promise<Xuid | null> =>
      request("xuid", `xbox/xuid/${encodeURIComponent(gamertag)}`, deadline, (response) => {
        const { xuid } = response.json(xuidSchema);
        if (isXuid(xuid)) return xuid;
        throw response.failure("sent no XUID");
      }),

    /** The gamertag of an XUID. */
    gamertagOf: (xuid: Xuid, deadline: Deadline): Promise<Gamertag | null> =>
      request("gamertag", `xbox/gamertag/${xuid}`, deadline, (response) => {
        const gamertag = parseGamertag(response.json(gamertagSchema).gamertag);
        if (gamertag !== null) return gamertag;
        throw response.failure("sent no gamertag");
      }),

    /** The skin a player last wore on a Geyser server, or null when none was uploaded. */
    skinOf: (
      xuid: Xuid,
      deadline: Deadline,
      { signed = false }: { signed?: boolean } = {},
    ): Promise<BedrockSkin | null> =>
      request("skin", `skin/${xuid}`, deadline, (response) => {
        const { texture_id: hash, is_steve: classic } = response.json(skinSchema);
        if (isTextureHash(hash)) {
          const skin = { hash, model: classic ? "classic" : "slim" } as const;
          return signed ? { ...skin, signed: toSigned(response.json(signedSchema)) } : skin;
        }
        throw response.failure("sent no texture hash");
      }),

    /** The link of a Bedrock account, or null. */
    linkOfXuid: (xuid: Xuid, deadline: Deadline): Promise<AccountLink | null> =>
      request("link-bedrock", `link/bedrock/${xuid}`, deadline, (response) => {
        const link = toLink(response, response.json(linkSchema));
        if (link.xuid === xuid) return link;
        throw response.failure("its response is about another XUID", "mismatch");
      }),

    /**
     * The link of a Java account, or null. Documented as an object, sent as an array: none is `{}`
     * or `[]`.
     */
    linkOfUuid: (uuid: JavaUuid, deadline: Deadline): Promise<AccountLink | null> =>
      request("link-java", `link/java/${dashed(uuid)}`, deadline, (response) => {
        const body = response.json(z.union([z.array(linkSchema), linkSchema]));
        const links = [body].flat().map((link) => toLink(response, link));
        if (links.every((link) => link.uuid === uuid)) return links[0] ?? null;
        throw response.failure("its response is about another UUID", "mismatch");
      }),
  };
}

function toSigned({ last_update: lastUpdate, ...rest }: z.infer<typeof signedSchema>): SignedSkin {
  return { ...rest, lastUpdate };
}

function toLink(
  response: UpstreamResponse,
  { bedrock_id: xuid, java_id: javaId }: z.infer<typeof linkSchema>,
): AccountLink {
  const uuid = parseJavaUuid(javaId);
  if (isXuid(xuid) && uuid !== null) return { xuid, uuid };
  throw response.failure("sent half a link");
}

/** 503 has two meanings: "not in our cache" is about the player, the rest about the service. */
function unavailable(response: UpstreamResponse) {
  const message = response.maybeJson(messageSchema)?.message ?? "";
  return /unable to find user in our cache/i.test(message)
    ? response.failure("does not know this player", "unknown-here")
    : response.failure("failed (503)", "error");
}
