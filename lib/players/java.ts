import type { Answer, Cache, GetOptions } from "../cache/cache.ts";
import { javaNameKey, type JavaName, type JavaUuid } from "../contract/identifiers.ts";
import { startBackground, type Deadline } from "../providers/deadline.ts";
import { MODERN_NAME, type JavaAccount } from "../providers/mojang-names.ts";
import type { MojangSession } from "../providers/mojang-session.ts";
import { askInTurn } from "./ask-in-turn.ts";
import { byName } from "./by-name.ts";
import type { NameHistory } from "./name-history.ts";
import { DEGRADED_MS, type JavaRecord, type NameRecord } from "./records.ts";

/** A provider that knows who holds a Java name. */
export interface JavaNameSource {
  accountByName(name: JavaName, deadline: Deadline): Promise<JavaAccount | null>;
  /** Its "there is none" is final for names that can be created today. */
  authority: boolean;
}

export interface JavaPlayersOptions {
  nameSources: readonly JavaNameSource[];
  session: MojangSession;
  history: NameHistory;
  names: Cache<NameRecord<JavaUuid>>;
  records: Cache<JavaRecord>;
}

export type JavaPlayers = ReturnType<typeof createJavaPlayers>;

/** Java players by UUID and by name, through the cache. */
export function createJavaPlayers(options: JavaPlayersOptions) {
  const { nameSources, session, history, names, records } = options;

  /** The session server also says who holds a name now: remembering it saves the name call. */
  const learnName = async (record: JavaRecord, previous: JavaRecord | undefined) => {
    await names.put(javaNameKey(record.name), { id: record.uuid });
    if (previous === undefined) return;
    const oldKey = javaNameKey(previous.name);
    if (oldKey === javaNameKey(record.name)) return;
    const old = await names.peek(oldKey);
    if (old?.value?.id === record.uuid) await names.delete(oldKey);
  };

  const load = async (uuid: JavaUuid, deadline: Deadline, previous: JavaRecord | undefined) => {
    const reported = history.reported(uuid, deadline);
    const found = await session.sessionOf(uuid, deadline);
    if (found === null) return null;
    await reported;
    const known = {
      ...found,
      history: await history.observe(uuid, found.name),
    };
    await learnName(known, previous);
    if (found.textures !== null) return { value: known };
    const textures = previous?.textures ?? null;
    const value: JavaRecord =
      textures === null ? known : { ...known, textures, texturesAreOld: true };
    return { value, freshMs: DEGRADED_MS };
  };

  const byUuid = (uuid: JavaUuid, deadline: Deadline, options: GetOptions = {}) =>
    records.get(
      uuid,
      (previous) => load(uuid, deadline, previous),
      options,
      (previous) => load(uuid, startBackground(), previous),
    );

  return {
    byUuid,

    byName(
      name: JavaName,
      deadline: Deadline,
      options: GetOptions = {},
    ): Promise<Answer<JavaRecord>> {
      const key = javaNameKey(name);
      const sources = nameSources.map((source) => ({
        ask: (until: Deadline) => source.accountByName(name, until),
        authority: source.authority && MODERN_NAME.test(name),
      }));
      return byName(
        key,
        {
          names,
          resolve: async () => (await askInTurn(sources, deadline))?.uuid ?? null,
          recordOf: (uuid, recordOptions) => byUuid(uuid, deadline, recordOptions),
          idOf: (record) => record.uuid,
          nameOf: (record) => javaNameKey(record.name),
          asked: key,
        },
        options,
      );
    },
  };
}
