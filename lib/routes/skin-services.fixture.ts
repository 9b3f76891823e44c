import { createHash } from "node:crypto";
import { withWorld, type TestWorld } from "../../testing/world.ts";

/* Worlds with a skin service of the sandbox. */

/** A player of the skin services alone. */
export const WILLOW = "c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10";

/** The roots of the skin services of the sandbox. */
const ROOTS = {
  injector: "injector",
  lookalike: "lookalike",
  "open-lookalike": "open-lookalike",
  blessing: "blessing/api/yggdrasil",
  "blessing/": "blessing/api/yggdrasil/",
};
export type Service = keyof typeof ROOTS;
type Place = "before" | "after";

/** The environment with a skin service of the sandbox before or after the game's own. */
export function sources(place: Place, service: Service = "injector") {
  return (sandbox: Record<string, string>) => {
    const root = `${new URL(sandbox["OPTIFINE_URL"] ?? "").origin}/${ROOTS[service]}`;
    return { SKIN_SOURCES: place === "before" ? `${root},mojang` : root };
  };
}

export const withService = (
  place: Place,
  test: (world: TestWorld) => Promise<void>,
  service?: Service,
) => withWorld(test, sources(place, service));
export const hostOf = (world: TestWorld) => new URL(world.sandbox.url).host;
/** As textures are named: without leading zeros. */
export const sha256 = (bytes: Uint8Array) =>
  createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "");
