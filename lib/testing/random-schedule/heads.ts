import { floodgateUuid, isXuid } from "../../contract/identifiers.ts";
import { defaultSkinOf } from "../../textures/default-skins.ts";
import { profileBody } from "../../contract/profile.ts";
import { createTestWorld } from "../world.ts";
import { CAST } from "./chronicle.ts";

/** The skins of the cast at the start, and the pictures of their heads. */
export interface HeadGallery {
  /** The hash of each account's own skin. */
  skins: ReadonlyMap<string, string | null>;
  /** Whether a picture is the head of an account in a skin; without one, in its default. */
  shows(bytes: Uint8Array, id: string, skin: string | null): boolean;
}

/** Fetches all of it from a world without faults. */
export async function openHeadGallery(): Promise<HeadGallery> {
  const world = await createTestWorld();
  try {
    const skins = new Map<string, string | null>();
    for (const { id, edition } of CAST) {
      const reply = await world.ask(`/api?username=${id}&type=${edition}`);
      skins.set(id, profileBody.parse(reply.json())[edition]?.skin_texture ?? null);
    }
    const heads = new Map<string, Buffer>();
    const hashes = [...CAST.map(({ id }) => defaultHashOf(id)), ...skins.values()];
    for (const hash of hashes) {
      if (hash === null || heads.has(hash)) continue;
      heads.set(hash, Buffer.from((await world.ask(`/head?texture=${hash}`)).bytes));
    }
    return {
      skins,
      shows: (bytes, id, skin) => heads.get(skin ?? defaultHashOf(id))?.equals(bytes) ?? false,
    };
  } finally {
    await world.close();
  }
}

function defaultHashOf(id: string): string {
  const uuid = isXuid(id) ? floodgateUuid(id).replaceAll("-", "") : id;
  return defaultSkinOf(uuid).hash;
}
