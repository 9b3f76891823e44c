import type { Clock } from "../../clock.ts";
import type { TextureHash } from "../../contract/identifiers.ts";
import type { TextureLibrary } from "../../players/texture-library.ts";
import { LOOKUP_MS, startDeadline, type Caller } from "../../providers/deadline.ts";
import { svgOf, texelsOf } from "../../textures/output.ts";
import { readPngHeader } from "../../textures/png.ts";
import { lostTexture } from "../drawing.ts";
import type { TextureFiles } from "./json.ts";

/** The textures for one response. */
export function createTextureFiles(
  { library, clock }: { library: TextureLibrary; clock: Clock },
  caller: Caller,
): TextureFiles {
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
    base64: async (kind, hash) => Buffer.from(await bytesOf(kind, hash)).toString("base64"),
    async sizeOf(kind, hash) {
      const header = readPngHeader(await bytesOf(kind, hash));
      // The library has no textures that are not PNGs.
      if (header === null) throw lostTexture();
      return header;
    },
    face: async (hash) => svgOf(texelsOf(known(await library.faceOf(hash, true, deadline)))),
    areCached: () => areCached,
  };
}
