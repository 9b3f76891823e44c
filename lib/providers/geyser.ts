import { z } from "zod";
import {
  dashed,
  isJavaUuid,
  isTextureHash,
  isXuid,
  parseGamertag,
  type Gamertag,
  type JavaUuid,
  type TextureHash,
  type Xuid,
} from "../contract/identifiers.ts";
import type { SkinModel } from "../contract/profile.ts";
import type { Deadline } from "./deadline.ts";
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream-answer.ts";
import type { Upstream } from "./upstream.ts";

/** A Bedrock skin, rendered down to a Java texture by Geyser. */
export interface BedrockSkin {
  hash: TextureHash;
  model: SkinModel;
}

/** A global account link: both accounts are one person. */
export interface AccountLink {
  xuid: Xuid;
  uuid: JavaUuid;
}

const id = z.union([z.string(), z.int()]).transform(String);
const xuidSchema = z.object({ xuid: id.optional() });
const gamertagSchema = z.object({ gamertag: z.string().optional() });
const skinSchema = z.object({
  texture_id: z.string().optional(),
  is_steve: z.boolean().optional(),
});
const linkSchema = z.object({ bedrock_id: id.optional(), java_id: z.string().optional() });
const messageSchema = z.object({ message: z.string() });

export type Geyser = ReturnType<typeof createGeyser>;

/** api.geysermc.org: Bedrock players seen by Geyser servers, their skins and account links. */
export function createGeyser(upstream: Upstream, baseUrl: string) {
  const provider = "geyser";

  const ask = <Value>(
    operation: string,
    path: string,
    deadline: Deadline,
    read: (answer: UpstreamAnswer, call: { provider: string; operation: string }) => Value | null,
  ) => {
    const call = { provider, operation };
    return upstream<Value>({
      ...call,
      url: `${baseUrl}/v2/${path}`,
      expects: "json",
      alsoReads: [400, 503],
      deadline,
      read(answer) {
        if (answer.status === 503) throw unavailable(call, answer);
        if (answer.status === 400) return refusedValue(answer);
        // An error is no "there is none", whatever its status says.
        if (answer.maybeJson(messageSchema) !== null) {
          throw new UpstreamFailure("error", call, "sent an error as an answer (200)");
        }
        return read(answer, call);
      },
    });
  };

  return {
    /** The XUID of a gamertag. Geyser answers for players it has seen, and `{}` for nobody. */
    xuidOf: (gamertag: Gamertag, deadline: Deadline): Promise<Xuid | null> =>
      ask("xuid", `xbox/xuid/${encodeURIComponent(gamertag)}`, deadline, (answer, call) => {
        const { xuid } = answer.json(xuidSchema);
        if (xuid === undefined || isXuid(xuid)) return xuid ?? null;
        throw new UpstreamFailure("bad-response", call, "sent no XUID");
      }),

    /** The gamertag of an XUID. */
    gamertagOf: (xuid: Xuid, deadline: Deadline): Promise<Gamertag | null> =>
      ask("gamertag", `xbox/gamertag/${xuid}`, deadline, (answer, call) => {
        const { gamertag } = answer.json(gamertagSchema);
        if (gamertag === undefined) return null;
        const parsed = parseGamertag(gamertag);
        if (parsed !== null) return parsed;
        throw new UpstreamFailure("bad-response", call, "sent no gamertag");
      }),

    /** The skin a player last wore on a Geyser server, or null when none was uploaded. */
    skinOf: (xuid: Xuid, deadline: Deadline): Promise<BedrockSkin | null> =>
      ask("skin", `skin/${xuid}`, deadline, (answer, call) => {
        const { texture_id: hash, is_steve: classic } = answer.json(skinSchema);
        if (hash === undefined) return null;
        if (isTextureHash(hash)) return { hash, model: classic === false ? "slim" : "classic" };
        throw new UpstreamFailure("bad-response", call, "sent no texture hash");
      }),

    /** The link of a Bedrock account, or null. */
    linkOfXuid: (xuid: Xuid, deadline: Deadline): Promise<AccountLink | null> =>
      ask("link-bedrock", `link/bedrock/${xuid}`, deadline, (answer, call) => {
        const link = toLink(call, answer.json(linkSchema));
        if (link === null || link.xuid === xuid) return link;
        throw new UpstreamFailure("mismatch", call, "answered about another XUID");
      }),

    /** The link of a Java account, or null. Documented as an object, sent as an array. */
    linkOfUuid: (uuid: JavaUuid, deadline: Deadline): Promise<AccountLink | null> =>
      ask("link-java", `link/java/${dashed(uuid)}`, deadline, (answer, call) => {
        const body = answer.json(z.union([z.array(linkSchema), linkSchema]));
        const link = toLink(call, Array.isArray(body) ? (body[0] ?? {}) : body);
        if (link === null || link.uuid === uuid) return link;
        throw new UpstreamFailure("mismatch", call, "answered about another UUID");
      }),
  };
}

function toLink(
  call: { provider: string; operation: string },
  { bedrock_id: xuid, java_id: dashedUuid }: z.infer<typeof linkSchema>,
): AccountLink | null {
  if (xuid === undefined && dashedUuid === undefined) return null;
  const uuid = dashedUuid?.replaceAll("-", "").toLowerCase() ?? "";
  if (xuid !== undefined && isXuid(xuid) && isJavaUuid(uuid)) return { xuid, uuid };
  throw new UpstreamFailure("bad-response", call, "sent half a link");
}

/** 400 is about the value: what Geyser does not take for a gamertag is nobody's. */
function refusedValue(answer: UpstreamAnswer): null {
  answer.json(messageSchema);
  return null;
}

/** 503 has two meanings: "not in our cache" is about the player, the rest about the service. */
function unavailable(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  const message = answer.maybeJson(messageSchema)?.message ?? "";
  return /unable to find user in our cache/i.test(message)
    ? new UpstreamFailure("unknown-here", call, "does not know this player")
    : new UpstreamFailure("error", call, "failed (503)");
}
