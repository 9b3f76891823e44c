import { isJavaName } from "../contract/identifiers.ts";
import { SHARES, type Deadline } from "../providers/deadline.ts";
import type { Providers } from "../providers/providers.ts";
import { orUnknown } from "./loading.ts";
import type { JavaRecord, Unusable } from "./records.ts";
import type { SeenPlayer } from "./skin-services.ts";
import type { TextureLibrary } from "./texture-library.ts";

/** The textures of a player: nothing stands in place of one that cannot be used. */
export type WornTextures = Pick<JavaRecord, "textures"> & { unusable?: Unusable | undefined };

/** Gives the same player without textures of the game that are known to be unusable. */
export async function withoutUnusable(
  player: SeenPlayer,
  library: TextureLibrary,
): Promise<SeenPlayer> {
  const { skin, cape } = player.textures ?? {};
  const [skinFault, capeFault] = await Promise.all([
    skin ? library.knownFault(skin.hash, "skin") : null,
    cape ? library.knownFault(cape.hash, "cape") : null,
  ]);
  if (skinFault === null && capeFault === null) return player;
  return {
    ...player,
    textures: { skin: skinFault ? null : skin, cape: capeFault ? null : cape },
    unusable: {
      ...player.unusable,
      ...(skinFault && { skin: skinFault }),
      ...(capeFault && { cape: capeFault }),
    },
  };
}

interface OptiFineOptions {
  optiFine: Providers["optiFine"];
  library: TextureLibrary;
  deadline: Deadline;
  previous: JavaRecord | undefined;
}

/**
 * Adds OptiFine's cape where the game has none. No profile waits for its budget.
 * @returns `unreachable` names OptiFine if it failed; a cape that it gave before is shown meanwhile
 */
export async function withOptiFineCape(
  { name, textures, unusable }: SeenPlayer,
  { optiFine, library, deadline, previous }: OptiFineOptions,
): Promise<WornTextures & { unreachable?: string }> {
  const worn = { textures, unusable };
  if (textures?.cape !== null || unusable?.cape !== undefined) return worn;
  if (optiFine === undefined || !isJavaName(name)) return worn;
  const { name: source, capeUrl } = optiFine;
  const capeDeadline = deadline.fraction(SHARES.otherCape).abortedBy(AbortSignal.abort());
  const found = await orUnknown(library.fetchByUrl(optiFine, capeUrl(name), "cape", capeDeadline));
  if (found === null) return worn;
  if (found === undefined) {
    const cape = previous?.textures?.cape;
    const isFromOptiFine = cape?.source === source;
    return {
      ...worn,
      ...(isFromOptiFine && { textures: { ...textures, cape } }),
      unreachable: source,
    };
  }
  if ("fault" in found) return { textures, unusable: { ...unusable, cape: found.fault } };
  return { textures: { ...textures, cape: { ...found, source } }, unusable };
}

/** Fills in the textures of the previous record for those that could not be read; `old` names them. */
export function withPrevious(
  { textures, unusable }: WornTextures,
  previous: JavaRecord | undefined,
) {
  const before = previous?.textures;
  const old = (["skin", "cape"] as const).filter(
    (kind) => textures?.[kind] === undefined && before?.[kind] !== undefined,
  );
  if (old.length === 0) return { textures, unusable, old };
  const { skin = before?.skin, cape = before?.cape } = textures ?? {};
  const oldFaults = old.flatMap((kind) => {
    const fault = previous?.unusable?.[kind];
    return fault === undefined ? [] : [[kind, fault] as const];
  });
  const faults =
    oldFaults.length === 0 ? unusable : { ...unusable, ...Object.fromEntries(oldFaults) };
  return { textures: { skin, cape }, unusable: faults, old };
}
