import type { Cache } from "../cache/cache.ts";
import {
  isJavaName,
  isOfflineUuid,
  nameKey,
  type JavaUuid,
  type ServiceName,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { JavaAccount } from "../providers/accounts.ts";
import type { Deadline } from "../providers/deadline.ts";
import { findWithFailover, requestWithFailover } from "../providers/failure.ts";
import { isWhole, type JavaSession } from "../providers/game-api.ts";
import { MODERN_NAME } from "../providers/mojang.ts";
import type { Providers } from "../providers/providers.ts";
import type { SkinSource, SourceTexture } from "../providers/skin-source.ts";
import type { History } from "./history.ts";
import {
  createNameIndex,
  DEGRADED_MS,
  getRecord,
  orUnknown,
  SOURCE_FAILED_MS,
  type JavaRecord,
  type NameRecord,
  type RecordOptions,
} from "./records.ts";
import type { TextureLibrary } from "./texture-library.ts";

export interface JavaPlayersOptions {
  providers: Pick<Providers, "javaNames" | "session" | "skinSources" | "optiFine">;
  library: TextureLibrary;
  history: History;
  names: Cache<NameRecord<JavaUuid>>;
  records: Cache<JavaRecord>;
}

export type JavaPlayers = ReturnType<typeof createJavaPlayers>;

/** Where Java players have accounts: the game's own services, or a skin service. */
interface JavaSource {
  /** As profiles name it; undefined for the game's own. */
  name: string | undefined;
  accountByName(name: ServiceName, deadline: Deadline): Promise<JavaAccount | null>;
  /** `signed`: with the signed textures as they were sent. */
  sessionOf(
    uuid: JavaUuid,
    deadline: Deadline,
    options: { signed: boolean },
  ): Promise<JavaSession | null>;
}

/** A slow source leaves most of the time to those after it. */
const SOURCE_SHARE = 1 / 3;
/** A cape is worth less waiting than a player. */
const CAPE_SHARE = 1 / 4;

/** Java players by UUID and by name, through the cache. */
export function createJavaPlayers({
  providers,
  library,
  history,
  names,
  records,
}: JavaPlayersOptions) {
  const { javaNames, session, skinSources, optiFine } = providers;
  const index = createNameIndex<JavaUuid, ServiceName, JavaRecord>({
    names,
    idOf: ({ uuid }) => uuid,
    nameOf: ({ name }) => name,
    isAsked: isJavaName,
    keyOf: nameKey,
    normalize: nameKey,
  });

  const game: JavaSource = {
    name: undefined,
    async accountByName(name, deadline) {
      // No account of the game has another name, and a bulk call with one would fail for all.
      if (!isJavaName(name)) return null;
      return requestWithFailover(javaNames, (source, until) => source.accountByName(name, until), {
        deadline,
        // Of other names, an authority may not know those that cannot be created any more.
        isAuthority: ({ authority }) => authority && MODERN_NAME.test(name),
      });
    },
    sessionOf: session.sessionOf,
  };
  const before = skinSources.before.map((service) => javaSourceOf(service, library));
  const after = skinSources.after.map((service) => javaSourceOf(service, library));
  const others = [...before, ...after];
  const sources = [...before, game, ...after];

  /** Textures with OptiFine's cape where the game has none. No profile waits for its budget. */
  const withCape = async (
    { name, textures }: JavaSession,
    deadline: Deadline,
    known: JavaRecord["textures"],
    failed: string[],
  ) => {
    if (textures?.cape !== null || optiFine === undefined || !isJavaName(name)) return textures;
    const { name: source, capeUrl } = optiFine;
    const briefly = deadline.share(CAPE_SHARE).until(AbortSignal.abort());
    const hash = await orUnknown(library.fetchByUrl(optiFine, capeUrl(name), "cape", briefly));
    if (hash !== undefined) return { ...textures, cape: hash && { hash, source } };
    failed.push(source);
    return known?.cape?.source === source ? { ...textures, cape: known.cape } : textures;
  };

  const load = async (
    uuid: JavaUuid,
    deadline: Deadline,
    previous: JavaRecord | undefined,
    signed: boolean = previous?.property !== undefined,
  ) => {
    // The game and laby.net know no offline UUIDs.
    const isOffline = isOfflineUuid(uuid);
    const reported = isOffline ? undefined : history.reported(uuid, deadline);
    const found = await findInOrder(
      isOffline ? others : sources,
      (source, until) => source.sessionOf(uuid, until, { signed }),
      deadline,
      previous?.source,
    );
    if (found === null) return null;
    await reported;
    const { value: own, source } = found;
    const failed = found.failed.flatMap(({ name }) => name ?? []);
    const same = previous?.source === source.name ? previous : undefined;
    const known = same?.textures ?? null;
    const [names, read] = await Promise.all([
      history.observe(uuid, { name: own.name, ...own.textures }),
      source === game ? withCape(own, deadline, known, failed) : own.textures,
    ]);
    const { textures, old } = withKnown(read, known);
    const record: JavaRecord = { ...own, textures, history: names };
    if (old.length > 0) {
      record.oldTextures = old;
      if (same?.property !== undefined) record.property = same.property;
    }
    if (source.name !== undefined) record.source = source.name;
    if (failed.length > 0) record.silent = failed;
    if (source !== sources[0]) record.isLater = true;
    else if (source === game) await index.learn(record, previous);
    if (!isWhole(read)) return { value: record, freshMs: DEGRADED_MS };
    return failed.length > 0 ? { value: record, freshMs: SOURCE_FAILED_MS } : { value: record };
  };

  const byUuid = (uuid: JavaUuid, deadline: Deadline, options: RecordOptions = {}) =>
    getRecord(records, uuid, {
      deadline,
      options,
      load: (...given) => load(uuid, ...given),
      lacksSignature,
    });

  return {
    /** Whether skin services are asked: their players may have offline UUIDs and any name, those of the game not. */
    hasSkinSources: others.length > 0,

    byUuid,

    byName(name: ServiceName, deadline: Deadline, options: RecordOptions = {}) {
      return index.find(name, {
        deadline,
        options,
        recordOf: (uuid, its) => byUuid(uuid, deadline, its),
        async load(until, previous) {
          const found = await findInOrder(
            sources,
            (source, its) => source.accountByName(name, its),
            until,
            previous?.source,
          );
          if (found === null) return null;
          const { name: source } = found.source;
          const value = { id: found.value.uuid, ...(source !== undefined && { source }) };
          return found.failed.length > 0 ? { value, freshMs: SOURCE_FAILED_MS } : { value };
        },
      });
    },
  };
}

/**
 * Tries sources in order; the first that knows the player decides. A source that fails is left out, except for
 * two: behind the game's own services another player may have the same name, and so may one before the source
 * that had the player until now.
 * @param known The source that had the player until now.
 * @throws UpstreamFailure
 */
async function findInOrder<Value>(
  sources: readonly JavaSource[],
  request: (source: JavaSource, deadline: Deadline) => Promise<Value | null>,
  deadline: Deadline,
  known: string | undefined,
) {
  // No skin services, and the game knows no offline UUIDs.
  if (sources.length === 0) return null;
  const isRequired = ({ name }: JavaSource) => name === undefined || name === known;
  return findWithFailover(sources, request, { deadline, isRequired, share: SOURCE_SHARE });
}

/** Textures with those that are known in place of unreadable ones. */
function withKnown(read: JavaRecord["textures"], known: JavaRecord["textures"]) {
  const old = (["skin", "cape"] as const).filter(
    (kind) => read?.[kind] === undefined && known?.[kind] !== undefined,
  );
  if (old.length === 0) return { textures: read, old };
  const { skin = known?.skin, cape = known?.cape } = read ?? {};
  return { textures: { skin, cape }, old };
}

/** A skin service; its textures go to the library, which names them by what is in them. */
function javaSourceOf(service: SkinSource, library: TextureLibrary): JavaSource {
  /** Undefined for a texture that cannot be read. */
  const kept = async (
    texture: SourceTexture | null | undefined,
    kind: "skin" | "cape",
    deadline: Deadline,
  ): Promise<{ hash: TextureHash } | null | undefined> => {
    if (!texture || "hash" in texture) return texture;
    const hash = await orUnknown(library.fetchByUrl(service, texture.url, kind, deadline));
    return hash ? { hash } : undefined;
  };

  return {
    name: service.name,
    accountByName: service.accountByName,
    async sessionOf(uuid, deadline, options) {
      const profile = await service.profileOf(uuid, deadline, options);
      if (profile === null) return null;
      const { textures: sent, property, ...account } = profile;
      if (sent === null) return { ...account, textures: null };
      const [skin, cape] = await Promise.all([
        kept(sent.skin, "skin", deadline),
        kept(sent.cape, "cape", deadline),
      ]);
      const { model = "classic" } = sent.skin ?? {};
      const textures = { skin: skin && { ...skin, model }, cape };
      return { ...account, textures, ...(property && isWhole(textures) && { property }) };
    },
  };
}

function lacksSignature({ property, textures, oldTextures }: JavaRecord): boolean {
  return property === undefined && isWhole(textures) && oldTextures === undefined;
}
