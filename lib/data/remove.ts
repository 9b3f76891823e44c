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
  FORMER_PREFIX,
  isNameIn,
  keyForBoth,
  readEntries,
} from "../players/former-names.ts";
import { namesOf, readRecord, RECORD_PREFIX, recordKey } from "../players/history-record.ts";
import { createPermanentBytes } from "../players/history.ts";
import { DataError } from "./stores.ts";

/*
 * Removes a player from stores and from the memory of every process that uses them. A process may write later what it
 * learned a moment ago, so everything is looked for again until nothing is found.
 */

/** Longer than a process collects lookups, and than it takes to read what changed. */
const SETTLED_MS = 600;
const MOST_PASSES = 3;

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
 * @throws DataError when it is not clear who is meant, or nothing is known; nothing was changed then
 */
export async function removePlayer(
  { player, linked, excluded, rules, signal }: RemovalOptions,
  stores: OpenedStores,
): Promise<Removal> {
  const identifier = parseIdentifier(player, rules);
  if (identifier === null)
    throw new DataError(`${player} is no name, UUID or XUID: nothing was removed.`);
  const id = await idOf(identifier, player, stores);
  const links = await linksOf(id, stores);
  const ids = new Set(linked ? [id, ...links] : [id]);
  const accounts = await describeAll(ids, stores);
  const keepsLinks = [id, ...links].some((one) => excluded.has(one));

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
    throw new DataError(`Nothing is stored of ${accounts.join(" and ")}.`, { isUnknown: true });
  const [remaining] = linked ? [] : await describeAll(links, stores);
  return { accounts, counts, remaining };
}

/** The account that an identifier means, as far as is known here. */
async function idOf(
  identifier: PlayerIdentifier,
  text: string,
  stores: OpenedStores,
): Promise<string> {
  if (identifier.kind === "java-uuid") return identifier.uuid;
  if (identifier.kind === "xuid") return identifier.xuid;
  if (identifier.kind === "impossible") return identifier.id;
  const named = await accountsCalled(identifier, stores);
  // As in an image, a name is Java's first. What is Bedrock's alone may be the account of a player who was removed before.
  const isForJava = nameInJava(identifier) !== undefined && !identifier.prefixed;
  const [id, ...others] = isForJava ? named.filter((one) => !isXuid(one)) : named;
  if (id !== undefined && others.length === 0) {
    const links = await linksOf(id, stores);
    if (named.every((one) => one === id || links.has(one))) return id;
  }
  if (named.length === 0 && identifier.xuid !== undefined) return identifier.xuid;
  if (named.length === 0) throw new DataError(`Nothing is stored of ${text}.`, { isUnknown: true });
  const accounts = (await describeAll(named, stores)).join(" or ");
  const which = named.length > 1 ? "one of them" : "that player";
  throw new DataError(
    `${text} may be ${accounts}: name ${which} by UUID or XUID; nothing was removed.`,
    { isUnknown: id === undefined },
  );
}

/** The accounts with a name, of those that are known here. */
async function accountsCalled(
  identifier: Extract<PlayerIdentifier, { kind: "name" }>,
  stores: OpenedStores,
): Promise<string[]> {
  const isNamed = isNameIn(identifier);
  const named = new Set<string>();
  for await (const { id, name } of accountsIn(stores)) {
    if (name === undefined || !isNamed(id, name)) continue;
    // The history is newer than any other stored name.
    if (isNamed(id, (await lastNameOf(id, stores)) ?? name)) named.add(id);
  }
  return [...named];
}

/** The accounts that are linked to one, as far as is known here. */
async function linksOf(id: string, stores: OpenedStores): Promise<Set<string>> {
  const excluded = await stores.durable.get(LINK_PREFIX + id);
  const links = new Set(excluded === undefined ? [] : [excluded]);
  for await (const { id: one, linked } of accountsIn(stores)) {
    if (one === id && linked) links.add(linked);
    if (linked === id) links.add(one);
  }
  return links;
}

/** Accounts in words, Java first. */
function describeAll(ids: Iterable<string>, stores: OpenedStores): Promise<string[]> {
  const javaFirst = [...ids].toSorted((one, other) => Number(isXuid(one)) - Number(isXuid(other)));
  return Promise.all(
    javaFirst.map(async (id) => {
      const name = await lastNameOf(id, stores);
      const [edition, shown] = isXuid(id) ? ["Bedrock", id] : ["Java", dashed(id)];
      return name === undefined ? `${shown} (${edition})` : `${name} (${edition}, ${shown})`;
    }),
  );
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
async function* accountsIn({ scan }: OpenedStores): AsyncGenerator<Account> {
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
  /** Names in the form of `keyForBoth`. */
  names: Set<string>;
}

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
  for (const { name } of namesOf(record)) names.add(keyForBoth(name));
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
    return isNegative && names.has(keyForBoth(key.slice(key.lastIndexOf(":") + 1)));
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
