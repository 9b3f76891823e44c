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
import {
  getRecord,
  loadedValue,
  orUnknown,
  type Answers,
  type JavaRecord,
  type LoadContext,
  type NameRecord,
  type RecordOptions,
  type Unusable,
} from "./records.ts";
import type { History } from "./history.ts";
import { createNameIndex } from "./name-index.ts";
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

/** An account, and the source that knows its name. */
interface NamedAccount extends JavaAccount {
  source: string | undefined;
}

/** Facts that a request has about a UUID before its record is loaded, and its wishes. */
interface JavaHint extends Pick<RecordOptions, "signed"> {
  /** The account, if a name has just led to it. */
  named?: NamedAccount | undefined;
}

type JavaLoad = LoadContext<JavaRecord, JavaHint>;

/** Java players by UUID and by name, through the cache. */
export function createJavaPlayers({
  providers: { optiFine, ...providers },
  library,
  history,
  names,
  records,
  answers,
}: JavaPlayersOptions) {
  const sources = createSources(providers, library);
  const index = createNameIndex<JavaUuid, ServiceName, JavaRecord>({
    names,
    idOf: ({ uuid }) => uuid,
    nameOf: ({ name }) => name,
    isAsked: isJavaName,
    keyOf: nameKey,
    normalize: nameKey,
    answers,
  });

  /**
   * Loads the record of an account without a profile: its name leads to it, so it exists, and the game would show
   * the default skin. For a player who had a profile a moment ago, that is not believed at once.
   */
  const loadWithoutProfile = async ({ deadline, previous, hint }: JavaLoad) => {
    if (previous !== undefined && previous.withoutProfile === undefined) return null;
    const account = hint?.named ?? (await sources.accountOf(previous, deadline));
    if (account === null) return null;
    const { uuid, name, source } = account;
    const record: JavaRecord = {
      uuid,
      name,
      textures: { skin: null, cape: null },
      history: await history.observe(uuid, { name }),
      withoutProfile: true,
      ...(source !== undefined && { source }),
      ...(source !== sources.primary?.name && { fromSecondarySource: true }),
    };
    return { value: record };
  };

  /** Requests profile, textures and reported names. Only the profile is required. */
  const load = async (uuid: JavaUuid, context: JavaLoad) => {
    const { deadline, previous } = context;
    // laby.net knows no offline UUIDs.
    const reported = isOfflineUuid(uuid) ? undefined : history.reported(uuid, deadline);
    const found = await sources.player(uuid, context);
    if (found === null) return loadWithoutProfile(context);
    await reported;
    const { source } = found;
    const player = await withoutUnusable(found.value, library);
    const comparable = previous?.source === source.name ? previous : undefined;
    const [observedNames, worn] = await Promise.all([
      history.observe(uuid, { name: player.name, ...player.textures }),
      source === sources.game
        ? withOptiFineCape(player, { optiFine, library, deadline, previous: comparable })
        : player,
    ]);
    const unreachableSources = found.failed.flatMap(({ name }) => name ?? []);
    if ("unreachable" in worn) unreachableSources.push(worn.unreachable);
    const isPrimary = source === sources.primary;
    const record: JavaRecord = {
      uuid,
      name: player.name,
      history: observedNames,
      ...texturePart(player, worn, comparable),
      ...(source.name !== undefined && { source: source.name }),
      ...(unreachableSources.length > 0 && { unreachableSources }),
      ...(!isPrimary && { fromSecondarySource: true }),
    };
    if (isPrimary && source === sources.game) await index.learn(record, previous);
    if (!isWhole(worn.textures)) return loadedValue(record, FRESH_MS.partialRecord);
    return loadedValue(record, unreachableSources.length > 0 ? FRESH_MS.withoutSource : undefined);
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
      answers,
      load: (context) => load(uuid, context),
      hint: { named, signed: options.signed },
      lacksSignature,
    });

  return {
    /** Skin services are asked, whose players may have offline UUIDs and any name. */
    hasSkinSources: sources.hasServices,

    byUuid,

    byName: (name: ServiceName, deadline: Deadline, options: RecordOptions = {}) =>
      index.find(name, {
        deadline,
        options,
        load: (context) => sources.account(name, context),
        recordOf({ id: uuid, name: spelled, source }, how, isConfirmed) {
          const isAccount = isConfirmed && isServiceName(spelled);
          const named = isAccount ? { uuid, name: spelled, source } : undefined;
          return byUuid(uuid, deadline, how, named);
        },
        nameSufficesAlone: true,
      }),
  };
}

/** The sources of Java players in the order in which they are asked: skin services may come before and after the game's own. */
function createSources(
  { game: api, skinSources }: Pick<Providers, "game" | "skinSources">,
  library: TextureLibrary,
) {
  const game: JavaSource = { name: undefined, ...api };
  const before = skinSources.before.map((service) => skinService(service, library));
  const after = skinSources.after.map((service) => skinService(service, library));
  const services = [...before, ...after];
  const all = [...before, game, ...after];
  const [primary] = all;

  return {
    game,
    primary,
    hasServices: services.length > 0,

    player(uuid: JavaUuid, { ask, deadline, previous, hint }: JavaLoad) {
      const signed = hint?.signed === true || previous?.property !== undefined;
      // The game knows no offline UUIDs.
      return findInOrder(
        isOfflineUuid(uuid) ? services : all,
        (source, until) =>
          ask(`java ${all.indexOf(source)} profile ${uuid}`, () =>
            source.sessionOf(uuid, until, { signed }),
          ),
        deadline,
        previous?.source,
      );
    },

    async account(
      name: ServiceName,
      { ask, deadline, previous }: LoadContext<NameRecord<JavaUuid>>,
    ) {
      const found = await findInOrder(
        all,
        (source, until) =>
          ask(`java ${all.indexOf(source)} name ${nameKey(name)}`, () =>
            source.accountByName(name, until),
          ),
        deadline,
        previous?.source,
      );
      if (found === null) return null;
      const { name: source } = found.source;
      const { uuid: id, name: spelled } = found.value;
      const value = { id, name: spelled, ...(source !== undefined && { source }) };
      return loadedValue(value, found.failed.length > 0 ? FRESH_MS.withoutSource : undefined);
    },

    /** Asks the source of a record whether the name still leads to the player. */
    async accountOf(record: JavaRecord | undefined, deadline: Deadline) {
      const source = all.find(({ name }) => name === record?.source);
      if (record === undefined || source === undefined) return null;
      const account = await source.accountByName(record.name, deadline);
      return account?.uuid === record.uuid ? { ...account, source: source.name } : null;
    },
  };
}

/**
 * Asks sources in order; the first that knows the player decides. A source that fails is left out, except for
 * two: behind the game's own services another player may have the same name, and so may one before the source
 * that had the player until now.
 * @param previous The source that had the player until now.
 * @throws UpstreamFailure
 */
async function findInOrder<Value>(
  sources: readonly JavaSource[],
  ask: (source: JavaSource, deadline: Deadline) => Promise<Value | null>,
  deadline: Deadline,
  previous: string | undefined,
) {
  // An offline UUID has nobody to ask without skin services.
  if (sources.length === 0) return null;
  const isRequired = ({ name }: JavaSource) => name === undefined || name === previous;
  return askInOrder(sources, ask, { deadline, share: SHARES.javaSources, isRequired });
}

/** The part of a record that depends on textures: the signed property stays with those that it signs. */
function texturePart({ property }: SeenPlayer, worn: WornTextures, previous?: JavaRecord) {
  const { textures, unusable, old } = withPrevious(worn, previous);
  const signed = old.length > 0 ? (previous?.property ?? property) : property;
  return {
    textures,
    ...(signed !== undefined && { property: signed }),
    ...(unusable !== undefined && { unusable }),
    ...(old.length > 0 && { oldParts: old }),
  };
}

function lacksSignature({ property, textures, oldParts, withoutProfile }: JavaRecord): boolean {
  return property === undefined && isWhole(textures) && !oldParts && !withoutProfile;
}

/** The textures of a player: nothing stands in place of one that cannot be used. */
type WornTextures = Pick<JavaRecord, "textures"> & { unusable?: Unusable | undefined };

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
async function withOptiFineCape(
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
function withPrevious({ textures, unusable }: WornTextures, previous: JavaRecord | undefined) {
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
