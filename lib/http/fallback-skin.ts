import { floodgateUuid, type PlayerIdentifier, type TextureHash } from "../contract/identifiers.ts";
import type { Fallback } from "../contract/queries.ts";
import { defaultSkinOf, namedDefaultSkin } from "../textures/default-skins.ts";

/**
 * The default skin to show for somebody unknown. `auto` goes by the UUID, as the game does; without
 * a UUID the game shows Steve.
 */
export function fallbackSkin(
  fallback: Exclude<Fallback, "404">,
  who: PlayerIdentifier | undefined,
): TextureHash {
  return chosen(fallback, who).hash as TextureHash;
}

function chosen(fallback: Exclude<Fallback, "404">, who: PlayerIdentifier | undefined) {
  if (fallback !== "auto") return namedDefaultSkin(fallback);
  if (who?.kind === "java-uuid") return defaultSkinOf(who.uuid);
  if (who?.kind === "xuid") return defaultSkinOf(floodgateUuid(who.xuid).replaceAll("-", ""));
  return namedDefaultSkin("steve");
}
