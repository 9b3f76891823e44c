import { createHash } from "node:crypto";
import type { Cape } from "./drawing/cape.ts";
import { listDefaultLooks, OLD_DEFAULTS } from "./drawing/defaults.ts";
import type { Look } from "./drawing/look.ts";
import { drawCape, drawSkin } from "./drawing/texture.ts";
import type { Texture } from "./drawing/texture.ts";

/** Draws textures when they are first needed and finds them again by hash. */
export interface TextureStore {
  skinHash(look: Look): string;
  capeHash(cape: Cape): string;
  /** Takes in a file as it is, legal or not, and gives its hash. */
  add(bytes: Buffer): string;
  find(hash: string): Buffer | undefined;
  /** Some other texture, for answers about the wrong one. */
  anyBut(hash: string): Buffer | undefined;
}

/** A store over all drawings somebody might ask for by hash alone. */
export function createTextureStore(looks: readonly Look[], capes: readonly Cape[]): TextureStore {
  const drawn = new Map<Look | Cape, Texture>();
  const byHash = new Map<string, Buffer>();
  const defaults = new Map(listDefaultLooks());

  const remember = <Source extends Look | Cape>(source: Source, draw: (it: Source) => Texture) => {
    const known = drawn.get(source);
    if (known) return known.hash;
    const texture = draw(source);
    drawn.set(source, texture);
    byHash.set(texture.hash, texture.bytes);
    return texture.hash;
  };
  let allDrawn = false;
  const drawEverything = () => {
    allDrawn = true;
    for (const look of looks) remember(look, drawSkin);
    for (const cape of capes) remember(cape, drawCape);
  };

  const find = (hash: string): Buffer | undefined => {
    const look = defaults.get(hash);
    if (look && !byHash.has(hash)) byHash.set(hash, drawSkin(look).bytes);
    // A hash from an earlier run may come before anybody asked for its player.
    if (!byHash.has(hash) && !allDrawn) drawEverything();
    return byHash.get(hash);
  };

  return {
    skinHash: (look) => remember(look, drawSkin),
    capeHash: (cape) => remember(cape, drawCape),
    add: (bytes) => {
      const hash = createHash("sha256").update(bytes).digest("hex").replace(/^0+/, "");
      byHash.set(hash, bytes);
      return hash;
    },
    find,
    anyBut: (hash) => find(hash === OLD_DEFAULTS.steve ? OLD_DEFAULTS.alex : OLD_DEFAULTS.steve),
  };
}
