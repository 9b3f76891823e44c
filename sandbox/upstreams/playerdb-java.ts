import { dashed, parseUuid } from "../uuid.ts";
import { textureUrl, texturesProperty } from "./textures-property.ts";
import type { Call } from "./upstream.ts";

/** A Java player as PlayerDB describes one, or null. */
export function javaPlayer(call: Call): object | null {
  const { query = "" } = call.params;
  // Word characters and hyphens only, so old names with dots are not to be had here.
  if (!/^[\w-]+$/.test(query)) return null;
  const uuid = query.length === 32 || query.length === 36 ? parseUuid(query) : null;
  const account = uuid ? call.world.javaByUuid(uuid) : call.world.javaByName(query);
  if (!account) return null;
  const { skin, cape } = account;
  return {
    meta: { cached_at: CACHED_AT },
    username: account.name,
    id: dashed(account.uuid),
    raw_id: account.uuid,
    avatar: `https://crafthead.net/avatar/${account.uuid}`,
    ...(skin ? { skin_texture: secure(textureUrl(skin.hash)) } : {}),
    ...(cape ? { cape_texture: secure(textureUrl(cape)) } : {}),
    properties: [texturesProperty(account, account, { signed: true })],
    name_history: [],
  };
}

/** Seconds here; Bedrock players have milliseconds. */
const CACHED_AT = 1_760_000_000;

function secure(url: string): string {
  return url.replace("http://", "https://");
}
