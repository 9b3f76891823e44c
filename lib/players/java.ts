import type { Answer, Cache } from "../cache/cache.ts";
import { javaNameKey, type JavaName, type JavaUuid } from "../contract/identifiers.ts";
import { forKnown, startBackground, type Deadline } from "../providers/deadline.ts";
import { MODERN_NAME, type JavaAccount } from "../providers/mojang-names.ts";
import type { MojangSession } from "../providers/mojang-session.ts";
import { askWithFailover } from "./failover.ts";
import type { History } from "./history.ts";
import { createNameIndex } from "./name-index.ts";
import { DEGRADED_MS, type JavaRecord, type NameRecord, type RecordOptions } from "./records.ts";

/** A provider that knows who holds a Java name. */
export interface JavaNameSource {
  accountByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null>;
  /** Its "not found" is final for names that can be created today. */
  authority: boolean;
}

export interface JavaPlayersOptions {
  nameSources: readonly JavaNameSource[];
  session: MojangSession;
  history: History;
  names: Cache<NameRecord<JavaUuid>>;
  records: Cache<JavaRecord>;
}

export type JavaPlayers = ReturnType<typeof createJavaPlayers>;

/** Java players by UUID and by name, through the cache. */
export function createJavaPlayers(options: JavaPlayersOptions) {
  const { nameSources, session, history, records } = options;
  const index = createNameIndex<JavaUuid, JavaName, JavaRecord>({
    names: options.names,
    idOf: (record) => record.uuid,
    nameOf: (record) => record.name,
    keyOf: javaNameKey,
    normalize: javaNameKey,
  });

  const load = async (
    uuid: JavaUuid,
    deadline: Deadline,
    previous: JavaRecord | undefined,
    signed = previous?.property !== undefined,
  ) => {
    const reported = history.reported(uuid, deadline);
    const found = await session.sessionOf(uuid, deadline, { signed });
    if (found === null) return null;
    await reported;
    const sighting = { name: found.name, ...found.textures };
    const record = { ...found, history: await history.observe(uuid, sighting) };
    await index.learn(record, previous);
    if (found.textures !== null) return { value: record };
    const { textures = null, property } = previous ?? {};
    const value: JavaRecord =
      textures === null
        ? record
        : { ...record, textures, ...(property && { property }), texturesAreOld: true };
    return { value, freshMs: DEGRADED_MS };
  };

  const byUuid = async (uuid: JavaUuid, deadline: Deadline, options: RecordOptions = {}) => {
    const signed = options.signed === true || undefined;
    const known = await records.get(
      uuid,
      (previous) => load(uuid, forKnown(deadline, previous), previous, signed),
      options,
      (previous) => load(uuid, startBackground(), previous),
    );
    if (signed === undefined || !lacksSignature(known)) return known;
    return records.get(uuid, (previous) => load(uuid, deadline, previous, signed), {
      refresh: true,
    });
  };

  return {
    byUuid,

    byName(name: JavaName, deadline: Deadline, options: RecordOptions = {}) {
      const sources = nameSources.map((source) => ({
        ask: (until: Deadline) => source.accountByName(name, until),
        authority: source.authority && MODERN_NAME.test(name),
      }));
      const resolve = async (until: Deadline) =>
        (await askWithFailover(sources, until))?.uuid ?? null;
      const { signed } = options;
      const recordOf = (uuid: JavaUuid, its: RecordOptions) =>
        byUuid(uuid, deadline, { ...its, signed });
      return index.find(name, { resolve, recordOf, deadline }, options);
    },
  };
}

/** It was loaded without one. What could not be loaded again a moment ago is not tried at once. */
function lacksSignature({ value, stale, failure }: Answer<JavaRecord>): boolean {
  if (value === null || stale || failure !== undefined) return false;
  return value.property === undefined && value.textures !== null && !value.texturesAreOld;
}
