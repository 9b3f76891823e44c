import type { Cache } from "../cache/cache.ts";
import {
  isJavaName,
  isOfflineUuid,
  isServiceName,
  nameKey,
  type JavaUuid,
  type ServiceName,
} from "../contract/identifiers.ts";
import { FRESH_MS } from "../freshness.ts";
import type { JavaAccount } from "../providers/accounts.ts";
import { askInOrder, SHARES, type Deadline } from "../providers/deadline.ts";
import { isWhole } from "../providers/game-api.ts";
import type { Providers } from "../providers/providers.ts";
import type { Answers, Ask } from "./answers.ts";
import type { History } from "./history.ts";
import {
  createNameIndex,
  getRecord,
  orUnknown,
  type JavaRecord,
  type NameRecord,
  type RecordOptions,
  type Unusable,
} from "./records.ts";
import { skinService, type JavaSource, type SeenPlayer } from "./skin-services.ts";
import type { TextureLibrary } from "./texture-library.ts";

export interface JavaPlayersOptions {
  providers: Pick<Providers, "game" | "skinSources" | "optiFine">;
  library: TextureLibrary;
  history: History;
  names: Cache<NameRecord<JavaUuid>>;
  records: Cache<JavaRecord>;
  answers: Answers;
}

export type JavaPlayers = ReturnType<typeof createJavaPlayers>;

/** An account, and where its name was found. */
interface NamedAccount extends JavaAccount {
  source: string | undefined;
}

/** What is known of a UUID before its record is loaded, and what is wanted. */
interface Known extends Pick<RecordOptions, "signed"> {
  /** The account, if a name has just led to it. */
  named?: NamedAccount | undefined;
}

/** Java players by UUID and by name, through the cache. */
export function createJavaPlayers({
  providers,
  library,
  history,
  names,
  records,
  answers,
}: JavaPlayersOptions) {
  const { optiFine, skinSources } = providers;
  const game: JavaSource = { name: undefined, ...providers.game };
  const before = skinSources.before.map((service) => skinService(service, library));
  const after = skinSources.after.map((service) => skinService(service, library));
  const services = [...before, ...after];
  const sources = [...before, game, ...after];
  const index = createNameIndex<JavaUuid, ServiceName, JavaRecord>({
    names,
    idOf: ({ uuid }) => uuid,
    nameOf: ({ name }) => name,
    isAsked: isJavaName,
    keyOf: nameKey,
    normalize: nameKey,
  });

  /** The same player without textures of the game that are known to be unusable. */
  const withoutUnusable = async (player: SeenPlayer): Promise<SeenPlayer> => {
    const { skin, cape } = player.textures ?? {};
    const [ofSkin, ofCape] = await Promise.all([
      skin ? library.knownFault(skin.hash, "skin") : null,
      cape ? library.knownFault(cape.hash, "cape") : null,
    ]);
    if (ofSkin === null && ofCape === null) return player;
    return {
      ...player,
      textures: { skin: ofSkin ? null : skin, cape: ofCape ? null : cape },
      unusable: {
        ...player.unusable,
        ...(ofSkin && { skin: ofSkin }),
        ...(ofCape && { cape: ofCape }),
      },
    };
  };

  /** What a player wears, with OptiFine's cape where the game has none. No profile waits for its budget. */
  const withCape = async (
    { name, textures, unusable }: SeenPlayer,
    deadline: Deadline,
    known: JavaRecord["textures"] | undefined,
  ): Promise<Worn & { failed?: string }> => {
    const worn = { textures, unusable };
    if (textures?.cape !== null || unusable?.cape !== undefined) return worn;
    if (optiFine === undefined || !isJavaName(name)) return worn;
    const { name: source, capeUrl } = optiFine;
    const briefly = deadline.share(SHARES.otherCape).until(AbortSignal.abort());
    const found = await orUnknown(library.fetchByUrl(optiFine, capeUrl(name), "cape", briefly));
    if (found === null) return worn;
    if (found === undefined) {
      const { cape } = known ?? {};
      const isKnown = cape?.source === source;
      return { textures: isKnown ? { ...textures, cape } : textures, unusable, failed: source };
    }
    if ("fault" in found) return { textures, unusable: { ...unusable, cape: found.fault } };
    return { textures: { ...textures, cape: { ...found, source } }, unusable };
  };

  /**
   * The record of an account without a profile: its name leads to it, so it exists, and the game would show the
   * default skin. For a player who had a profile a moment ago, that is not believed at once.
   * @param named The account, if a name has just led to it.
   */
  const withoutProfile = async (
    named: NamedAccount | undefined,
    previous: JavaRecord | undefined,
    deadline: Deadline,
  ) => {
    if (previous !== undefined && previous.nameOnly === undefined) return null;
    const { uuid, name, source } = named ?? (await stillNamed(previous, deadline)) ?? {};
    if (uuid === undefined || name === undefined) return null;
    const record: JavaRecord = {
      uuid,
      name,
      textures: { skin: null, cape: null },
      history: await history.observe(uuid, { name }),
      nameOnly: true,
    };
    if (source !== undefined) record.source = source;
    if (source !== sources[0]?.name) record.isLater = true;
    return { value: record };
  };

  /** The account of a record, if its name still leads to it. */
  const stillNamed = async (record: JavaRecord | undefined, deadline: Deadline) => {
    const source = sources.find(({ name }) => name === record?.source);
    if (record === undefined || source === undefined) return null;
    const account = await source.accountByName(record.name, deadline);
    return account?.uuid === record.uuid ? { ...account, source: source.name } : null;
  };

  const load = async (
    uuid: JavaUuid,
    ask: Ask,
    deadline: Deadline,
    previous: JavaRecord | undefined,
    { named, signed: isWanted = false }: Known = {},
  ) => {
    const signed = isWanted || previous?.property !== undefined;
    // The game and laby.net know no offline UUIDs.
    const isOffline = isOfflineUuid(uuid);
    const reported = isOffline ? undefined : history.reported(uuid, deadline);
    const found = await findInOrder(
      isOffline ? services : sources,
      (source, until) =>
        ask(`java ${sources.indexOf(source)} profile ${uuid}`, () =>
          source.sessionOf(uuid, until, { signed }),
        ),
      deadline,
      previous?.source,
    );
    if (found === null) return withoutProfile(named, previous, deadline);
    await reported;
    const { source } = found;
    const own = await withoutUnusable(found.value);
    const same = previous?.source === source.name ? previous : undefined;
    const [names, worn] = await Promise.all([
      history.observe(uuid, { name: own.name, ...own.textures }),
      source === game ? withCape(own, deadline, same?.textures) : own,
    ]);
    const failed = found.failed.flatMap(({ name }) => name ?? []);
    if ("failed" in worn) failed.push(worn.failed);
    const { textures, unusable, old } = withKnown(worn, same);
    const { name, property } = own;
    const record: JavaRecord = { uuid, name, textures, history: names };
    if (property !== undefined) record.property = property;
    if (unusable !== undefined) record.unusable = unusable;
    if (old.length > 0) {
      record.oldTextures = old;
      if (same?.property !== undefined) record.property = same.property;
    }
    if (source.name !== undefined) record.source = source.name;
    if (failed.length > 0) record.silent = failed;
    if (source !== sources[0]) record.isLater = true;
    else if (source === game) await index.learn(record, previous);
    if (!isWhole(worn.textures)) return { value: record, freshMs: FRESH_MS.partialRecord };
    return failed.length > 0
      ? { value: record, freshMs: FRESH_MS.withoutSource }
      : { value: record };
  };

  const byUuid = (
    uuid: JavaUuid,
    deadline: Deadline,
    options: RecordOptions = {},
    named?: NamedAccount,
  ) =>
    getRecord(records, uuid, {
      deadline,
      options,
      load: (until, previous, own) => {
        const isFirst = previous === undefined && options.refresh !== true;
        return answers({ isFirst, clock: until.clock }, (ask) =>
          load(uuid, ask, until, previous, own),
        );
      },
      known: { named, signed: options.signed },
      lacksSignature,
    });

  return {
    /** Whether skin services are asked: their players may have offline UUIDs and any name, those of the game not. */
    hasSkinSources: services.length > 0,

    byUuid,

    byName(name: ServiceName, deadline: Deadline, options: RecordOptions = {}) {
      const search = async (ask: Ask, deadline: Deadline, known: string | undefined) => {
        const found = await findInOrder(
          sources,
          (source, until) =>
            ask(`java ${sources.indexOf(source)} name ${nameKey(name)}`, () =>
              source.accountByName(name, until),
            ),
          deadline,
          known,
        );
        if (found === null) return null;
        const { name: source } = found.source;
        const { uuid: id, name: spelled } = found.value;
        const value = { id, name: spelled, ...(source !== undefined && { source }) };
        return found.failed.length > 0 ? { value, freshMs: FRESH_MS.withoutSource } : { value };
      };
      return index.find(name, {
        deadline,
        options,
        recordOf({ id: uuid, name: spelled, source }, how, isConfirmed) {
          const isAccount = isConfirmed && isServiceName(spelled);
          const named = isAccount ? { uuid, name: spelled, source } : undefined;
          return byUuid(uuid, deadline, how, named);
        },
        isEnough: true,
        load(until, previous) {
          const isFirst = previous === undefined && options.refresh !== true;
          return answers({ isFirst, clock: until.clock }, (ask) =>
            search(ask, until, previous?.source),
          );
        },
      });
    },
  };
}

/**
 * Asks sources in order; the first that knows the player decides. A source that fails is left out, except for
 * two: behind the game's own services another player may have the same name, and so may one before the source
 * that had the player until now.
 * @param known The source that had the player until now.
 * @throws UpstreamFailure
 */
async function findInOrder<Value>(
  sources: readonly JavaSource[],
  ask: (source: JavaSource, deadline: Deadline) => Promise<Value | null>,
  deadline: Deadline,
  known: string | undefined,
) {
  // No skin services, and the game knows no offline UUIDs.
  if (sources.length === 0) return null;
  const isRequired = ({ name }: JavaSource) => name === undefined || name === known;
  return askInOrder(sources, ask, { deadline, share: SHARES.javaSources, isRequired });
}

type Worn = Pick<JavaRecord, "textures"> & { unusable?: Unusable | undefined };

/** What a player wears, with what is known in place of what is unreadable. */
function withKnown({ textures: read, unusable }: Worn, known: JavaRecord | undefined) {
  const { textures } = known ?? {};
  const old = (["skin", "cape"] as const).filter(
    (kind) => read?.[kind] === undefined && textures?.[kind] !== undefined,
  );
  if (old.length === 0) return { textures: read, unusable, old };
  const { skin = textures?.skin, cape = textures?.cape } = read ?? {};
  const ofOld = old.flatMap((kind) => {
    const fault = known?.unusable?.[kind];
    return fault === undefined ? [] : [[kind, fault] as const];
  });
  const all = ofOld.length === 0 ? unusable : { ...unusable, ...Object.fromEntries(ofOld) };
  return { textures: { skin, cape }, unusable: all, old };
}

function lacksSignature({ property, textures, oldTextures, nameOnly }: JavaRecord): boolean {
  return property === undefined && isWhole(textures) && !oldTextures && !nameOnly;
}
