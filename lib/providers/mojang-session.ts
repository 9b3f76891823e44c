import { z } from "zod";
import type { JavaUuid } from "../contract/identifiers.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { UpstreamFailure } from "./failure.ts";
import { toAccount, type JavaAccount } from "./mojang-names.ts";
import { readTexturesProperty, TEXTURES_HOST, type JavaTextures } from "./textures-property.ts";
import type { UpstreamResponse } from "./upstream/response.ts";
import type { Upstream } from "./upstream/request.ts";

/** A Java account with its textures; `textures` is null when they came unreadable. */
export interface JavaSession extends JavaAccount {
  textures: JavaTextures | null;
}

const sessionSchema = z.object({
  id: z.string(),
  name: z.string(),
  properties: z.array(z.looseObject({ name: z.string(), value: z.unknown() })),
});
/** 404, in the form in which the lookup service says that no account has a UUID. */
const unknownUuid = z.strictObject({
  path: z.string(),
  error: z.enum(["NOT_FOUND", "NOT FOUND"]),
  errorMessage: z.literal("Not Found"),
});

export type MojangSession = ReturnType<typeof createMojangSession>;

export const mojangSession: ProviderDefinition<MojangSession> = {
  name: "mojang-session",
  /**
   * About 400 in 10 s (minecraft.wiki); while Mojang defended itself in 2020 and 2022, refusals
   * began above about 10 a second (crafatar issue 260). Ours: 70 in 10 s.
   */
  allowance: { rate: 5, burst: 20 },
  create: ({ upstream, configuration: { MOJANG_SESSION_URL, MOJANG_TEXTURES_URL } }) =>
    createMojangSession(
      upstream,
      MOJANG_SESSION_URL,
      new Set([TEXTURES_HOST, new URL(MOJANG_TEXTURES_URL).host]),
    ),
};

/** sessionserver.mojang.com: the profile and the textures of a UUID. */
export function createMojangSession(
  upstream: Upstream,
  baseUrl: string,
  textureHosts: ReadonlySet<string>,
) {
  const call = { provider: "mojang-session", operation: "profile" };

  const read = (asked: JavaUuid, response: UpstreamResponse): JavaSession | null => {
    if (response.status === 204 && response.bytes.length === 0) return null;
    if (response.status === 404 && response.maybeJson(unknownUuid) !== null) return null;
    if (response.status !== 200) {
      throw new UpstreamFailure("bad-response", call, `unclear response (${response.status})`);
    }
    const session = response.json(sessionSchema);
    const account = toAccount(call, session);
    if (account.uuid !== asked) {
      throw new UpstreamFailure("mismatch", call, "its response is about another UUID");
    }
    // Without skin and cape the property is there too, with no texture in it.
    const property = session.properties.find(({ name }) => name === "textures");
    const textures = readTexturesProperty(property?.value, account.uuid, textureHosts);
    return { ...account, textures };
  };

  return {
    /** The profile of a UUID, or null when no account has it (204, at times 404). */
    sessionOf(uuid: JavaUuid, deadline: Deadline): Promise<JavaSession | null> {
      return upstream({
        ...call,
        url: `${baseUrl}/session/minecraft/profile/${uuid}`,
        expects: "json",
        alsoReads: [204, 404],
        deadline,
        read: (response) => read(uuid, response),
      });
    },
  };
}
