import type { Answer, Cache, GetOptions } from "../cache/cache.ts";
import { javaNameKey, type JavaName, type JavaUuid } from "../contract/identifiers.ts";
import { forKnown, startBackground, type Deadline } from "../providers/deadline.ts";
import { MODERN_NAME, type JavaAccount } from "../providers/mojang-names.ts";
import type { MojangSession } from "../providers/mojang-session.ts";
import { askWithFailover } from "./failover.ts";
import type { History } from "./history.ts";
import { createNameIndex } from "./name-index.ts";
import { DEGRADED_MS, type JavaRecord, type NameRecord } from "./records.ts";

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

  const load = async (uuid: JavaUuid, deadline: Deadline, previous: JavaRecord | undefined) => {
    const reported = history.reported(uuid, deadline);
    const found = await session.sessionOf(uuid, deadline);
    if (found === null) return null;
    await reported;
    const sighting = { name: found.name, ...found.textures };
    const record = { ...found, history: await history.observe(uuid, sighting) };
    await index.learn(record, previous);
    if (found.textures !== null) return { value: record };
    const textures = previous?.textures ?? null;
    const value: JavaRecord =
      textures === null ? record : { ...record, textures, texturesAreOld: true };
    return { value, freshMs: DEGRADED_MS };
  };

  const byUuid = async (uuid: JavaUuid, deadline: Deadline, options: GetOptions = {}) => {
    const answer = await records.get(
      uuid,
      (previous) => load(uuid, forKnown(deadline, previous), previous),
      options,
      (previous) => load(uuid, startBackground(), previous),
    );
    return history.isObserved(uuid) ? answer : withoutPast(answer);
  };

  return {
    byUuid,

    byName(name: JavaName, deadline: Deadline, options: GetOptions = {}) {
      const sources = nameSources.map((source) => ({
        ask: (until: Deadline) => source.accountByName(name, until),
        authority: source.authority && MODERN_NAME.test(name),
      }));
      const resolve = async (until: Deadline) =>
        (await askWithFailover(sources, until))?.uuid ?? null;
      const recordOf = (uuid: JavaUuid, its: GetOptions) => byUuid(uuid, deadline, its);
      return index.find(name, { resolve, recordOf, deadline }, options);
    },
  };
}

/** A record from before the player was excluded still has the names of that time. */
function withoutPast(answer: Answer<JavaRecord>): Answer<JavaRecord> {
  const { value } = answer;
  if (value === null) return answer;
  return { ...answer, value: { ...value, history: [{ name: value.name, changed_at: null }] } };
}
