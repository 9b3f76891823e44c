import type { Clock } from "../../clock.ts";
import type { TextureLibrary } from "../../players/texture-library.ts";
import { LOOKUP_MS, startDeadline, type Caller } from "../../providers/deadline.ts";
import type { Face } from "../../textures/head.ts";
import { lostTexture } from "../drawing.ts";
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

  return {
    async base64(kind, hash) {
      const bytes = known(await library.textureOf(hash, kind, deadline));
      return Buffer.from(bytes).toString("base64");
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
