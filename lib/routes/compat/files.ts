import type { Clock } from "../../clock.ts";
import type { TextureHash } from "../../contract/identifiers.ts";
import type { TextureLibrary } from "../../players/texture-library.ts";
import { LOOKUP_MS, startDeadline, type Caller } from "../../providers/deadline.ts";
import type { Face } from "../../textures/head.ts";
import { readPngHeader } from "../../textures/png.ts";
import { lostTexture } from "../image.ts";
import type { TextureFiles } from "./json.ts";
import { FACE_TEXELS } from "./scheme.ts";

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
    face: async (hash) => svgOf(known(await library.faceOf(hash, true, deadline))),
    areCached: () => areCached,
  };
}

/** A square for each texel; of a skin in a higher resolution, a pixel of each. */
function svgOf({ side, data }: Face): string {
  const step = side / FACE_TEXELS;
  const squares = Array.from({ length: FACE_TEXELS ** 2 }, (_, at) => {
    const [x, y] = [at % FACE_TEXELS, Math.floor(at / FACE_TEXELS)];
    const pixel = (y * side + x) * step * 4;
    const colour = Buffer.from(data.subarray(pixel, pixel + 3)).toString("hex");
    return `<rect x="${x}" y="${y}" width="1" height="1" fill="#${colour}"/>`;
  });
  const box = `0 0 ${FACE_TEXELS} ${FACE_TEXELS}`;
  const opening = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" shape-rendering="crispEdges">`;
  return `${opening}${squares.join("")}</svg>`;
}
