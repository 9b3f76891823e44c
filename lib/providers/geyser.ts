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
import { UpstreamFailure } from "./failure.ts";
import type { UpstreamAnswer } from "./upstream/answer.ts";
import type { Upstream } from "./upstream/request.ts";

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
const xuidSchema = z.object({ xuid: id });
const gamertagSchema = z.object({ gamertag: z.string() });
const skinSchema = z.object({ texture_id: z.string(), is_steve: z.boolean() });
const linkSchema = z.object({ bedrock_id: id, java_id: z.string() });
const messageSchema = z.object({ message: z.string() });

/** "There is none", with status 200. An object with anything else in it says something else. */
const none = z.strictObject({});
/** 400 about a gamertag that is one to us: to Geyser it is not, so it is nobody's there. */
const noGamertag = z.strictObject({
  message: z.literal("gamertag is empty or longer than 16 chars"),
});

export type Geyser = ReturnType<typeof createGeyser>;

export const geyser: ProviderDefinition<Geyser> = {
  name: "geyser",
  /** No limit is published. Ours: 30 in 10 s. */
  allowance: { rate: 2, burst: 10, perOperation: true },
  create: ({ upstream, configuration }) => createGeyser(upstream, configuration.GEYSER_API_URL),
};

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
      // The ids we send are well-formed: a 400 about one of them makes no sense.
      alsoReads: operation === "xuid" ? [400, 503] : [503],
      deadline,
      read(answer) {
        if (answer.status === 503) throw unavailable(call, answer);
        const isNone = answer.maybeJson(answer.status === 400 ? noGamertag : none) !== null;
        if (isNone) return null;
        if (answer.status === 200) return read(answer, call);
        throw new UpstreamFailure("bad-response", call, `unclear answer (${answer.status})`);
      },
    });
  };

  return {
    /** The XUID of a gamertag. Geyser answers for players it has seen, otherwise `{}`. */
    xuidOf: (gamertag: Gamertag, deadline: Deadline): Promise<Xuid | null> =>
      ask("xuid", `xbox/xuid/${encodeURIComponent(gamertag)}`, deadline, (answer, call) => {
        const { xuid } = answer.json(xuidSchema);
        if (isXuid(xuid)) return xuid;
        throw new UpstreamFailure("bad-response", call, "sent no XUID");
      }),

    /** The gamertag of an XUID. */
    gamertagOf: (xuid: Xuid, deadline: Deadline): Promise<Gamertag | null> =>
      ask("gamertag", `xbox/gamertag/${xuid}`, deadline, (answer, call) => {
        const gamertag = parseGamertag(answer.json(gamertagSchema).gamertag);
        if (gamertag !== null) return gamertag;
        throw new UpstreamFailure("bad-response", call, "sent no gamertag");
      }),

    /** The skin a player last wore on a Geyser server, or null when none was uploaded. */
    skinOf: (xuid: Xuid, deadline: Deadline): Promise<BedrockSkin | null> =>
      ask("skin", `skin/${xuid}`, deadline, (answer, call) => {
        const { texture_id: hash, is_steve: classic } = answer.json(skinSchema);
        if (isTextureHash(hash)) return { hash, model: classic ? "classic" : "slim" };
        throw new UpstreamFailure("bad-response", call, "sent no texture hash");
      }),

    /** The link of a Bedrock account, or null. */
    linkOfXuid: (xuid: Xuid, deadline: Deadline): Promise<AccountLink | null> =>
      ask("link-bedrock", `link/bedrock/${xuid}`, deadline, (answer, call) => {
        const link = toLink(call, answer.json(linkSchema));
        if (link.xuid === xuid) return link;
        throw new UpstreamFailure("mismatch", call, "answered about another XUID");
      }),

    /**
     * The link of a Java account, or null. Documented as an object, sent as an array: none is `{}`
     * or `[]`.
     */
    linkOfUuid: (uuid: JavaUuid, deadline: Deadline): Promise<AccountLink | null> =>
      ask("link-java", `link/java/${dashed(uuid)}`, deadline, (answer, call) => {
        const body = answer.json(z.union([z.array(linkSchema), linkSchema]));
        const links = [body].flat().map((link) => toLink(call, link));
        if (links.every((link) => link.uuid === uuid)) return links[0] ?? null;
        throw new UpstreamFailure("mismatch", call, "answered about another UUID");
      }),
  };
}

function toLink(
  call: { provider: string; operation: string },
  { bedrock_id: xuid, java_id: javaId }: z.infer<typeof linkSchema>,
): AccountLink {
  const uuid = parseJavaUuid(javaId);
  if (isXuid(xuid) && uuid !== null) return { xuid, uuid };
  throw new UpstreamFailure("bad-response", call, "sent half a link");
}

/** 503 has two meanings: "not in our cache" is about the player, the rest about the service. */
function unavailable(call: { provider: string; operation: string }, answer: UpstreamAnswer) {
  const message = answer.maybeJson(messageSchema)?.message ?? "";
  return /unable to find user in our cache/i.test(message)
    ? new UpstreamFailure("unknown-here", call, "does not know this player")
    : new UpstreamFailure("error", call, "failed (503)");
}
