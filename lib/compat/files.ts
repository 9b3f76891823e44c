import type { Clock } from "../time/clock.ts";
import type { TextureHash } from "../contract/identifiers.ts";
import type { TextureLibrary } from "../players/texture-library.ts";
import { LOOKUP_MS, startDeadline, type Caller } from "../providers/deadline.ts";
import { svgOf, texelsOf } from "../textures/output.ts";
import { readPngHeader } from "../textures/png.ts";
import { lostTexture } from "../images/texture-images.ts";

export type TextureFiles = ReturnType<typeof createTextureFiles>;

/** Reads the textures that the body of one response contains. Each throws UpstreamFailure when it cannot be fetched. */
export function createTextureFiles(
  { library, clock }: { library: TextureLibrary; clock: Clock },
  caller: Caller,
) {
  const deadline = startDeadline(LOOKUP_MS, caller, { clock });
  let areCached = true;

  const known = <Value>(found: { value: Value; cached: boolean } | null): Value => {
    if (found === null) throw lostTexture();
    areCached &&= found.cached;
    return found.value;
  };

  const bytesOf = async (kind: "skin" | "cape", hash: TextureHash) =>
    known(await library.textureOf(hash, kind, deadline));

  return {
    /** The PNG in Base64. */
    base64: async (kind: "skin" | "cape", hash: TextureHash) =>
      Buffer.from(await bytesOf(kind, hash)).toString("base64"),
    /** Its width and height in pixels. */
    async sizeOf(kind: "skin" | "cape", hash: TextureHash) {
      const header = readPngHeader(await bytesOf(kind, hash));
      // The library has no textures that are not PNGs.
      if (header === null) throw lostTexture();
      return header;
    },
    /** The face of a skin, with the hat, as an SVG. */
    face: async (hash: TextureHash) =>
      svgOf(texelsOf(known(await library.faceOf(hash, true, deadline)))),
    /** True if all of them were cached. */
    areCached: () => areCached,
  };
}
