import type { Cache, CacheResult } from "../cache/cache.ts";
import {
  isOfflineUuid,
  javaNameKey,
  type JavaName,
  type JavaUuid,
} from "../contract/identifiers.ts";
import { forKnown, startBackground, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import { MODERN_NAME, type JavaAccount } from "../providers/mojang-names.ts";
import type { JavaSession, JavaTextures, MojangSession } from "../providers/mojang-session.ts";
import { requestWithFailover } from "../providers/failover.ts";
import type { History } from "./history.ts";
import { requestInOrder, type CapeSource, type JavaSource } from "./java-sources.ts";
import { createNameIndex } from "./name-index.ts";
import {
  DEGRADED_MS,
  SILENT_MS,
  type JavaRecord,
  type NameRecord,
  type RecordOptions,
} from "./records.ts";

/** A provider that knows who holds a Java name. */
export interface JavaNameSource {
  accountByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null>;
  /** Its "not found" is final for names that can be created today. */
  authority: boolean;
}

export interface JavaPlayersOptions {
  nameSources: readonly JavaNameSource[];
  session: MojangSession;
  /** Skin services that come before and after the game's own services. */
  others: { before: readonly JavaSource[]; after: readonly JavaSource[] };
  /** Capes for players of the game who wear none of the game's. */
  capes: CapeSource | undefined;
  history: History;
  names: Cache<NameRecord<JavaUuid>>;
  records: Cache<JavaRecord>;
}

export type JavaPlayers = ReturnType<typeof createJavaPlayers>;

/** Java players by UUID and by name, through the cache. */
export function createJavaPlayers(options: JavaPlayersOptions) {
  const { nameSources, session, history, records, capes } = options;
  const index = createNameIndex<JavaUuid, JavaName, JavaRecord>({
    names: options.names,
    idOf: (record) => record.uuid,
    nameOf: (record) => record.name,
    keyOf: javaNameKey,
    normalize: javaNameKey,
  });

  const game: JavaSource = {
    name: undefined,
    accountByName: (name, deadline) =>
      requestWithFailover(
        nameSources.map((source) => ({
          request: (until: Deadline) => source.accountByName(name, until),
          authority: source.authority && MODERN_NAME.test(name),
        })),
        deadline,
      ),
    sessionOf: session.sessionOf,
  };
  const others = [...options.others.before, ...options.others.after];
  const sources = [...options.others.before, game, ...options.others.after];

  /** Textures with a third party's cape where the game has none. */
  const withCape = async (
    { name, textures }: JavaSession,
    deadline: Deadline,
    known: JavaTextures | null,
    silent: string[],
  ) => {
    if (textures?.cape !== null || capes === undefined) return textures;
    try {
      const hash = await capes.capeOf(name, deadline);
      return { ...textures, cape: hash && { hash, source: capes.name } };
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      silent.push(capes.name);
      return known?.cape?.source === capes.name ? { ...textures, cape: known.cape } : textures;
    }
  };

  const load = async (
    uuid: JavaUuid,
    deadline: Deadline,
    previous: JavaRecord | undefined,
    signed = previous?.property !== undefined,
  ) => {
    // The game and laby.net know no offline UUIDs.
    const isOffline = isOfflineUuid(uuid);
    const reported = isOffline ? undefined : history.reported(uuid, deadline);
    const found = await requestInOrder(
      isOffline ? others : sources,
      (source, until) => source.sessionOf(uuid, until, { signed }),
      deadline,
      previous?.source,
    );
    if (found === null) return null;
    await reported;
    const { value: own, source, silent } = found;
    const before = previous?.source === source.name ? previous : undefined;
    const known = before?.textures ?? null;
    const [names, textures] = await Promise.all([
      history.observe(uuid, { name: own.name, ...own.textures }),
      source === game ? withCape(own, deadline, known, silent) : own.textures,
    ]);
    const record: JavaRecord = { ...own, textures: textures ?? known, history: names };
    if (textures === null && known !== null) {
      record.texturesAreOld = true;
      if (before?.property !== undefined) record.property = before.property;
    }
    if (source.name !== undefined) record.source = source.name;
    if (silent.length > 0) record.silent = silent;
    if (source !== sources[0]) record.isLater = true;
    else if (source === game) await index.learn(record, previous);
    if (textures === null) return { value: record, freshMs: DEGRADED_MS };
    return silent.length > 0 ? { value: record, freshMs: SILENT_MS } : { value: record };
  };

  const byUuid = async (uuid: JavaUuid, deadline: Deadline, options: RecordOptions = {}) => {
    const signed = options.signed === true || undefined;
    const known = await records.get(
      uuid,
      (previous) => load(uuid, forKnown(deadline, previous), previous, signed),
      options,
      (previous) => load(uuid, startBackground(), previous),
    );
    const entry =
      signed === undefined || !lacksSignature(known)
        ? known
        : await records.get(uuid, (previous) => load(uuid, deadline, previous, signed), {
            refresh: true,
          });
    return history.isObserved(uuid) ? entry : withoutPast(entry);
  };

  return {
    /** Whether a player can have an offline UUID: in the game, none has. */
    hasOffline: others.length > 0,

    byUuid,

    byName(name: JavaName, deadline: Deadline, options: RecordOptions = {}) {
      const resolve = async (until: Deadline, previous: NameRecord<JavaUuid> | undefined) => {
        const found = await requestInOrder(
          sources,
          (source, its) => source.accountByName(name, its),
          until,
          previous?.source,
        );
        if (found === null) return null;
        const { source, silent } = found;
        const value: NameRecord<JavaUuid> = { id: found.value.uuid };
        if (source.name !== undefined) value.source = source.name;
        return silent.length > 0 ? { value, freshMs: SILENT_MS } : { value };
      };
      const { signed } = options;
      const recordOf = (uuid: JavaUuid, its: RecordOptions) =>
        byUuid(uuid, deadline, { ...its, signed });
      return index.find(name, { resolve, recordOf, deadline }, options);
    },
  };
}

/** A record from before the player was excluded still has the names of that time. */
function withoutPast(entry: CacheResult<JavaRecord>): CacheResult<JavaRecord> {
  const { value } = entry;
  if (value === null) return entry;
  return { ...entry, value: { ...value, history: [{ name: value.name, changed_at: null }] } };
}

/** It was loaded without one. What could not be loaded again a moment ago is not tried at once. */
function lacksSignature({ value, stale, failure }: CacheResult<JavaRecord>): boolean {
  if (value === null || stale || failure !== undefined) return false;
  return value.property === undefined && value.textures !== null && !value.texturesAreOld;
}
