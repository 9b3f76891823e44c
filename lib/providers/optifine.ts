import type { JavaName } from "../contract/identifiers.ts";
import { HD_LIMITS } from "../textures/codec.ts";
import { defineProvider, type Deadline } from "./provider.ts";
import { textureRequest } from "./game-api.ts";

/** s.optifine.net: capes by the name of a Java player, shown by the OptiFine mod. */
export const optiFine = defineProvider({
  name: "optifine",
  /** No limit is published. Ours: 30 in 10 s at first, 210 at most. */
  allowance: { rate: 2, floor: 0.5, ceiling: 20, burst: 10, reserve: 1 / 2 },
  operations: ["cape"],
  create({ upstream, configuration }) {
    const { THIRD_PARTY_CAPES: capes, OPTIFINE_URL: baseUrl } = configuration;
    if (capes !== "optifine") return undefined;
    return {
      name: "optifine",
      /** The URL that the cape of a player would have. */
      capeUrl: (name: JavaName) => `${baseUrl}/capes/${encodeURIComponent(name)}.png`,
      /** The file of a cape; null where there is none. */
      textureAt: (url: string, deadline: Deadline) =>
        // Most players have none, which it says with 404 and nothing else.
        upstream({
          operation: "cape",
          deadline,
          ...textureRequest(url, HD_LIMITS),
          none: { 404: () => true },
        }),
    };
  },
});
