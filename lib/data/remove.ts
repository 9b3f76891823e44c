import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { LAST_DAY_KEY, lastDaySchema } from "../activity/activity.ts";
import { invalidateEverything } from "../cache/changes.ts";
import type { OpenedStores } from "../cache/open-stores.ts";
import { readJson, updateValue } from "../cache/stores/stored-value.ts";
import {
  dashed,
  isXuid,
  nameInJava,
  parseIdentifier,
  type NameRules,
  type PlayerIdentifier,
} from "../contract/identifiers.ts";
import { LINK_PREFIX } from "../players/exclusion.ts";
import {
  changeTo,
  createFormerNames,
  FORMER_PREFIX,
  isNameIn,
  readEntries,
} from "../players/former-names.ts";
import { namesOf, readRecord, RECORD_PREFIX, recordKey } from "../players/history-record.ts";
import { createPermanentBytes } from "../players/permanent-bytes.ts";

/*
 * Removes a player from stores and from the memory of every process that uses them. A process may write later what it
 * learned a moment ago, so everything is looked for again until nothing is found.
 */

/** Longer than a process collects lookups, and than it takes to read what changed. */
const SETTLED_MS = 600;
const MOST_PASSES = 3;

/** Why a player cannot be removed, or that there is none, in one sentence. */
export class RemovalError extends Error {
  override readonly name = "RemovalError";
  /** Nothing is known of the player. */
  readonly isUnknown: boolean;

  constructor(message: string, isUnknown = false) {
    super(message);
    this.isUnknown = isUnknown;
  }
}

export interface RemovalOptions {
  /** A name, UUID or XUID. */
  player: string;
  /** The linked account is removed as well. */
  linked: boolean;
  /** Accounts whose links are kept, since they keep the linked account out. */
  excluded: ReadonlySet<string>;
  rules: NameRules;
  /** Ends the removal before it begins another pass. */
  signal?: AbortSignal | undefined;
}

/** A summary of what was removed. */
export interface Removal {
  /** Their accounts, in words. */
  accounts: string[];
  /** The number of things removed, by kind. */
  counts: Readonly<Record<string, number>>;
  /** A linked account that is still there, in words. */
  remaining: string | undefined;
}

/**
 * Removes a player while the service runs.
 * @throws RemovalError when it is not clear who is meant, or nothing is known; nothing was changed then
 */
export async function removePlayer(
  { player, linked, excluded, rules, signal }: RemovalOptions,
  stores: OpenedStores,
): Promise<Removal> {
  const identifier = parseIdentifier(player, rules);
  if (identifier === null)
    throw new RemovalError(`${player} is no name, UUID or XUID: nothing was removed.`);
  const meant = await idsOf(identifier, { text: player, linked }, stores);
  const links = await linksOf(meant, stores);
  if (meant.size > 1 && ![...meant].every((id) => links.has(id)))
    throw await ambiguous(player, meant, stores);
  // If one person has two accounts with a name, the name means the Java account, as in an image.
  const [first = ""] = javaFirst(meant);
  const ids = new Set(linked ? [first, ...meant, ...links] : [first]);
  const accounts = await describeAll(ids, stores);
  const keepsLinks = [...ids, ...links].some((id) => excluded.has(id));

  const counts: Record<string, number> = {};
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    signal?.throwIfAborted();
    const removed = await erase(ids, stores, keepsLinks);
    await stores.committed();
    await invalidateEverything(stores.coordination, stores.channel);
    await sleep(SETTLED_MS);
    for (const [kind, count] of Object.entries(removed))
      counts[kind] = Math.max(count, counts[kind] ?? 0);
    if (Object.values(removed).every((count) => count === 0)) break;
  }
  if (Object.values(counts).every((count) => count === 0))
    throw new RemovalError(`Nothing is stored of ${accounts.join(" and ")}.`, true);
  const others = [...links, ...meant].filter((id) => !ids.has(id));
  const [remaining] = await describeAll(new Set(others), stores);
  return { accounts, counts, remaining };
}

/** The name of a player on the command line. */
interface Naming {
  text: string;
  linked: boolean;
}

/** The accounts that an identifier means, as far as is known here. */
async function idsOf(
  identifier: PlayerIdentifier,
  naming: Naming,
  stores: OpenedStores,
): Promise<Set<string>> {
  if (identifier.kind === "java-uuid") return new Set([identifier.uuid]);
  if (identifier.kind === "xuid") return new Set([identifier.xuid]);
  if (identifier.kind === "impossible") return new Set([identifier.id]);
  const { exact, similar } = await accountsCalled(identifier, naming.text, stores);
  if (exact.size > 0) return exact;
  if (similar.size === 0 && identifier.xuid !== undefined) return new Set([identifier.xuid]);
  if (similar.size === 0) throw await unknownName(identifier, naming.text, stores);
  const isForJava = nameInJava(identifier) !== undefined && !identifier.prefixed;
  if (!isForJava || naming.linked) return similar;
  const accounts = (await describeAll(similar, stores)).join(" and ");
  throw new RemovalError(
    `Nothing is stored of a Java player called ${naming.text}, but of ${accounts}: name that player by UUID or XUID to remove them.`,
    true,
  );
}

/**
 * The accounts of a name. `exact` are those called exactly so, where a Bedrock account without a known link may belong
 * to the Java player of the name, who was removed before. `similar` are those that a lookup of the name would find.
 */
async function accountsCalled(
  identifier: Extract<PlayerIdentifier, { kind: "name" }>,
  text: string,
  stores: OpenedStores,
) {
  const isNamed = isNameIn(identifier);
  const similar = new Set<string>();
  const exact = new Set<string>();
  const withKnownLink = new Set<string>();
  for await (const { id, name, linked } of accountsIn(stores)) {
    if (name === undefined || !isNamed(id, name)) continue;
    // The history is newer than any other stored name.
    if (!isNamed(id, (await lastNameOf(id, stores)) ?? name)) continue;
    similar.add(id);
    if (name.toLowerCase() === text.toLowerCase()) exact.add(id);
    if (linked !== undefined) withKnownLink.add(id);
  }
  const isCertain = [...exact].some((id) => !isXuid(id) || withKnownLink.has(id));
  return { exact: isCertain ? exact : new Set<string>(), similar };
}

async function unknownName(
  identifier: PlayerIdentifier,
  text: string,
  { durable }: OpenedStores,
): Promise<RemovalError> {
  const former = await createFormerNames(durable).of(identifier, "all");
  const now = former.map(({ username, uuid }) => inWords(idOf(uuid), username)).join(" and ");
  return new RemovalError(
    former.length === 0
      ? `Nothing is stored of ${text}.`
      : `${text} is a former name of ${now}: name that player by UUID or XUID to remove them.`,
    true,
  );
}

/** The id under which an account is stored; those of Bedrock have a UUID, too. */
function idOf(uuid: string): string {
  const identifier = parseIdentifier(uuid);
  return identifier?.kind === "xuid" ? identifier.xuid : uuid;
}

/** The accounts that are linked to some, as far as is known here. */
async function linksOf(ids: ReadonlySet<string>, stores: OpenedStores): Promise<Set<string>> {
  const links = new Set<string>();
  for (const id of ids) {
    const known = await stores.durable.get(LINK_PREFIX + id);
    if (known !== undefined) links.add(known);
  }
  for await (const { id, linked } of accountsIn(stores)) {
    if (linked === undefined || linked === null) continue;
    if (ids.has(id)) links.add(linked);
    if (ids.has(linked)) links.add(id);
  }
  return links;
}

async function ambiguous(
  player: string,
  ids: ReadonlySet<string>,
  stores: OpenedStores,
): Promise<RemovalError> {
  const accounts = (await describeAll(ids, stores)).join(" or ");
  return new RemovalError(
    `${player} may be ${accounts}: name one of them by UUID or XUID; nothing was removed.`,
  );
}

const javaFirst = (ids: ReadonlySet<string>) =>
  [...ids].toSorted((one, other) => Number(isXuid(one)) - Number(isXuid(other)));

/** Accounts in words, Java first. */
function describeAll(ids: ReadonlySet<string>, stores: OpenedStores): Promise<string[]> {
  return Promise.all(javaFirst(ids).map(async (id) => inWords(id, await lastNameOf(id, stores))));
}

function inWords(id: string, name: string | undefined): string {
  const [edition, shown] = isXuid(id) ? ["Bedrock", id] : ["Java", dashed(id)];
  return name === undefined ? `${shown} (${edition})` : `${name} (${edition}, ${shown})`;
}

/** The name with which an account was last seen, if there is a history. */
async function lastNameOf(id: string, { durable }: OpenedStores): Promise<string | undefined> {
  return namesOf(readRecord(await durable.get(recordKey(id)))).at(-1)?.name;
}

interface Account {
  id: string;
  name?: string | undefined;
  /** Null where it is known that there is none. */
  linked?: string | null | undefined;
}

/** An entry of a cache, as far as it says something about an account. */
const cachedAccount = z.object({
  value: z.union([
    z.object({ uuid: z.string(), name: z.string() }),
    z.object({ xuid: z.string(), gamertag: z.string(), link: z.string().nullish() }),
    z.object({ id: z.string(), name: z.string() }),
    z.string().refine(isXuid),
  ]),
});

/** All accounts that are known, each as often as something is stored of it. */
async function* accountsIn({ durable, scan }: OpenedStores): AsyncGenerator<Account> {
  for (const { id, username } of readJson(lastDaySchema, await durable.get(LAST_DAY_KEY))?.recent ??
    [])
    yield { id, name: username };
  for await (const batch of scan("durable").read(RECORD_PREFIX)) {
    for (const { key, value } of batch) {
      const id = key.slice(RECORD_PREFIX.length);
      yield { id, name: namesOf(readRecord(value)).at(-1)?.name };
    }
  }
  for await (const batch of scan("values").read("")) {
    for (const { key, value: text } of batch) {
      const { value } = readJson(cachedAccount, text) ?? {};
      if (value !== undefined) yield accountOf(key, value);
    }
  }
}

function accountOf(key: string, value: z.infer<typeof cachedAccount>["value"]): Account {
  // A link: the key is the UUID of the other account.
  if (typeof value === "string") return { id: value, linked: key.slice(key.lastIndexOf(":") + 1) };
  if ("uuid" in value) return { id: value.uuid, name: value.name };
  if ("id" in value) return value;
  return { id: value.xuid, name: value.gamertag, linked: value.link };
}

/** Textures and names by which more about an account is found. */
interface Traces {
  hashes: Set<string>;
  /** Names in the form of `nameKey`. */
  names: Set<string>;
}

/** One key for both editions: a gamertag's spaces may be underscores. */
const nameKey = (name: string) => name.toLowerCase().replaceAll("_", " ");

/** Deletes what stores have of accounts; gives how much there was. */
async function erase(
  ids: ReadonlySet<string>,
  stores: OpenedStores,
  keepsLinks: boolean,
): Promise<Record<string, number>> {
  const { durable, textures, grants } = stores;
  const traces: Traces = { hashes: new Set(), names: new Set() };
  const counts = { histories: 0, "account links": 0, textures: 0 };
  for (const id of ids) {
    if (await eraseHistory(id, stores, traces)) counts.histories += 1;
    const edition = isXuid(id) ? "bedrock" : "java";
    await grants.giveBack(`profile:${edition}:${id}`);
    const linked = await durable.get(LINK_PREFIX + id);
    if (linked === undefined || keepsLinks) continue;
    for (const one of [id, linked]) await durable.delete(LINK_PREFIX + one);
    counts["account links"] += 1;
  }
  const others = {
    "former names": await eraseFormerNames(ids, stores),
    "recent lookups": await eraseRecent(ids, stores),
    "cached entries": await eraseCached(ids, stores, traces),
  };
  for (const hash of traces.hashes) {
    const key = `texture:v1:${hash}`;
    if ((await textures.get(key)) === undefined) continue;
    await textures.delete(key);
    counts.textures += 1;
  }
  return { ...counts, ...others };
}

/** Deletes the history of an account, and says whether there was one. */
async function eraseHistory(
  id: string,
  { durable }: OpenedStores,
  { hashes, names }: Traces,
): Promise<boolean> {
  const { before } = await updateValue(durable, recordKey(id), (text) => {
    return { to: undefined, before: text };
  });
  if (before === undefined) return false;
  const record = readRecord(before);
  const { kept, skins, capes } = record;
  for (const { hash } of [...skins, ...capes]) hashes.add(hash);
  for (const { name } of namesOf(record)) names.add(nameKey(name));
  if (kept > 0) await createPermanentBytes(durable).add(-kept);
  return true;
}

/** Takes accounts out of the index of former names; gives from how many. */
async function eraseFormerNames(
  ids: ReadonlySet<string>,
  { durable, scan }: OpenedStores,
): Promise<number> {
  let erased = 0;
  for await (const batch of scan("durable").read(FORMER_PREFIX)) {
    for (const { key, value } of batch) {
      if (!readEntries(value).some(({ id }) => ids.has(id))) continue;
      await updateValue(durable, key, (text) =>
        changeTo(readEntries(text).filter(({ id }) => !ids.has(id))),
      );
      erased += 1;
    }
  }
  return erased;
}

async function eraseRecent(ids: ReadonlySet<string>, { durable }: OpenedStores): Promise<number> {
  const { erased } = await updateValue(durable, LAST_DAY_KEY, (text) => {
    const lastDay = readJson(lastDaySchema, text);
    const recent = lastDay?.recent.filter(({ id }) => !ids.has(id)) ?? [];
    const less = (lastDay?.recent.length ?? 0) - recent.length;
    return { to: less === 0 ? text : JSON.stringify({ ...lastDay, recent }), erased: less };
  });
  return erased;
}

/**
 * Deletes every cached value that says something about accounts, whatever it is of, and that nobody has one of their
 * names; notes their textures.
 */
async function eraseCached(
  ids: ReadonlySet<string>,
  { values, scan }: OpenedStores,
  { hashes, names }: Traces,
): Promise<number> {
  let erased = 0;
  const isAbout = (key: string, text: string) => {
    if ([...ids].some((id) => key.endsWith(`:${id}`) || text.includes(`"${id}"`))) return true;
    const isNegative = text.includes('"value":null');
    return isNegative && names.has(nameKey(key.slice(key.lastIndexOf(":") + 1)));
  };
  for await (const batch of scan("values").read("")) {
    for (const { key, value: text } of batch) {
      if (!isAbout(key, text)) continue;
      for (const [, hash = ""] of text.matchAll(/"hash":"([0-9a-f]{1,64})"/g)) hashes.add(hash);
      await values.delete(key);
      erased += 1;
    }
  }
  return erased;
}
