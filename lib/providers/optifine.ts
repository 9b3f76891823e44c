import type { JavaName } from "../contract/identifiers.ts";
import type { Deadline } from "./deadline.ts";
import type { ProviderDefinition } from "./definition.ts";
import { readTexture } from "./session-profile.ts";
import type { Upstream } from "./upstream/request.ts";

export type OptiFine = ReturnType<typeof createOptiFine>;

export const optiFine: ProviderDefinition<OptiFine | undefined> = {
  name: "optifine",
  /** No limit is published. Ours: 30 in 10 s at first, 210 at most. */
  allowance: { rate: 2, floor: 0.5, ceiling: 20, burst: 10 },
  create: ({ upstream, configuration: { THIRD_PARTY_CAPES: capes, OPTIFINE_URL: baseUrl } }) =>
    capes === "optifine" ? createOptiFine(upstream, baseUrl) : undefined,
};

/** s.optifine.net: capes by the name of a Java player, shown by the OptiFine mod. */
export function createOptiFine(upstream: Upstream, baseUrl: string) {
  const call = { provider: "optifine", operation: "cape" };
  return {
    name: call.provider,
    /** Where the cape of a player would be. */
    capeUrl: (name: JavaName) => `${baseUrl}/capes/${encodeURIComponent(name)}.png`,
    /** The bytes of a cape; null where there is none. */
    async textureAt(url: string, deadline: Deadline): Promise<Uint8Array | null> {
      return upstream({
        ...call,
        url,
        expects: "png",
        alsoReads: [404],
        deadline,
        // Most players have none, which it says with 404 and nothing else.
        read: (response) => (response.status === 404 ? null : readTexture(response)),
      });
    },
  };
}
