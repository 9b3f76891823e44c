import type { Cache, CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import { gamertagKey, type Gamertag, type JavaUuid, type Xuid } from "../contract/identifiers.ts";
import type { BedrockAccount } from "../providers/bedrock-account.ts";
import { forKnown, startBackground, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { Geyser } from "../providers/geyser.ts";
import { requestWithFailover } from "../providers/failover.ts";
import type { History } from "./history.ts";
import { createNameIndex } from "./name-index.ts";
import { DEGRADED_MS, type BedrockRecord, type NameRecord, type RecordOptions } from "./records.ts";

/** A provider that knows Bedrock accounts. */
export interface BedrockSource {
  accountByGamertag(gamertag: Gamertag, deadline: Deadline): Promise<BedrockAccount | null>;
  accountByXuid(xuid: Xuid, deadline: Deadline): Promise<BedrockAccount | null>;
  /** Its "not found" is final. */
  authority: boolean;
}

export interface BedrockPlayersOptions {
  /** Tried first: it is free and knows skins and links, but only of players it has seen. */
  geyser: Geyser;
  /** Tried one after another when Geyser does not know the player. */
  others: readonly BedrockSource[];
  history: History;
  names: Cache<NameRecord<Xuid>>;
  records: Cache<BedrockRecord>;
  links: Cache<Xuid>;
}

/** What is known of an XUID before its record is loaded. */
interface Known {
  /** The identity, when another provider gave it already. */
  account?: BedrockAccount;
  /** The gamertag that led to the XUID, without spaces. */
  gamertag?: string;
  /** Whether the signed skin is wanted. */
  signed?: boolean | undefined;
}

export type BedrockPlayers = ReturnType<typeof createBedrockPlayers>;

/** Bedrock players by XUID, by gamertag and by linked Java account, through the cache. */
export function createBedrockPlayers(options: BedrockPlayersOptions) {
  const { geyser, others, history, records, links } = options;
  const index = createNameIndex<Xuid, Gamertag, BedrockRecord>({
    names: options.names,
    idOf: ({ xuid }) => xuid,
    nameOf: ({ gamertag }) => gamertag,
    keyOf: gamertagKey,
    normalize: spaceless,
  });

  /**
   * Geyser's response does not name the XUID. An unexpected gamertag counts only when it leads back
   * to the XUID: a wrong response must not rename a player.
   */
  const namedByGeyser = async (
    xuid: Xuid,
    until: Deadline,
    expected: string | undefined,
  ): Promise<BedrockAccount | null> => {
    const gamertag = await geyser.gamertagOf(xuid, until);
    if (gamertag === null) return null;
    const isExpected = expected === undefined || spaceless(gamertag) === expected;
    if (!isExpected && (await geyser.xuidOf(gamertag, until)) !== xuid) {
      const call = { provider: "geyser", operation: "gamertag" };
      throw new UpstreamFailure("mismatch", call, "gave a gamertag with another XUID");
    }
    return { xuid, gamertag };
  };

  /** Requests identity, skin and link side by side. Only the identity is required. */
  const load = async (
    xuid: Xuid,
    deadline: Deadline,
    { account: known, gamertag: wanted, signed: isSigned }: Known,
    previous: BedrockRecord | undefined,
  ) => {
    const signed = isSigned ?? previous?.skin?.signed !== undefined;
    const expected = wanted ?? (previous && spaceless(previous.gamertag));
    const sources = [
      { request: (until: Deadline) => namedByGeyser(xuid, until, expected), authority: false },
      ...others.map((source) => ({
        request: (until: Deadline) => source.accountByXuid(xuid, until),
        authority: source.authority,
      })),
    ];
    const accountRequest = known ?? requestWithFailover(sources, deadline);
    // After the identity, which needs its token more than they do.
    const skinRequest = orUnknown(geyser.skinOf(xuid, deadline, { signed }));
    const linkRequest = orUnknown(geyser.linkOfXuid(xuid, deadline));
    const account = await accountRequest;
    if (account === null) return null;
    const [skin, link] = await Promise.all([skinRequest, linkRequest]);
    await index.learn(account, previous);
    const seen = skin && { hash: skin.hash, model: skin.model };
    await history.observe(account.xuid, { name: account.gamertag, skin: seen });

    const record: BedrockRecord = { xuid, gamertag: account.gamertag };
    const knownSkin = skin === undefined ? previous?.skin : skin;
    const knownLink = link === undefined ? previous?.link : (link?.uuid ?? null);
    if (knownSkin !== undefined) record.skin = knownSkin;
    if (knownLink !== undefined) record.link = knownLink;
    const degraded = skin === undefined || link === undefined;
    if (skin === undefined && knownSkin !== undefined) record.skinIsOld = true;
    if (link === undefined && knownLink !== undefined) record.linkIsOld = true;
    return degraded ? { value: record, freshMs: DEGRADED_MS } : { value: record };
  };

  const byXuid = async (
    xuid: Xuid,
    deadline: Deadline,
    options: RecordOptions = {},
    known: Known = {},
  ): Promise<CacheResult<BedrockRecord>> => {
    const signed = options.signed === true || undefined;
    const entry = await records.get(
      xuid,
      (previous) => load(xuid, forKnown(deadline, previous), { ...known, signed }, previous),
      options,
      (previous) => load(xuid, startBackground(), {}, previous),
    );
    if (signed === undefined || !lacksSignature(entry)) return entry;
    return records.get(xuid, (previous) => load(xuid, deadline, { signed }, previous), {
      refresh: true,
    });
  };

  return {
    byXuid,

    byGamertag(gamertag: Gamertag, deadline: Deadline, options: RecordOptions = {}) {
      const wanted = spaceless(gamertag);
      /** What was loaded while the gamertag was resolved. */
      let record: CacheResult<BedrockRecord> | undefined;
      let account: BedrockAccount | undefined;

      const fromGeyser = async (until: Deadline): Promise<BedrockAccount | null> => {
        const xuid = await geyser.xuidOf(gamertag, until);
        if (xuid === null) return null;
        // Geyser's response does not name the gamertag: the record of the XUID has to confirm it.
        // A cached record may have the old gamertag.
        const { refresh = false, signed } = options;
        const known = { gamertag: wanted };
        record = await byXuid(xuid, until, { refresh, signed }, known);
        if (record.cached && record.value !== null && spaceless(record.value.gamertag) !== wanted) {
          record = await byXuid(xuid, until, { refresh: true, signed }, known);
        }
        if (record.value !== null && spaceless(record.value.gamertag) === wanted) {
          return { xuid, gamertag: record.value.gamertag };
        }
        record = undefined;
        const call = { provider: "geyser", operation: "xuid" };
        throw new UpstreamFailure("mismatch", call, "gave an XUID with another gamertag");
      };

      const sources = [
        { request: fromGeyser, authority: false },
        ...others.map((source) => ({
          request: (until: Deadline) => source.accountByGamertag(gamertag, until),
          authority: source.authority,
        })),
      ];

      const recordOf = (xuid: Xuid, its: RecordOptions) => {
        const confirmed = record;
        record = undefined;
        if (confirmed?.value?.xuid === xuid) return Promise.resolve(confirmed);
        const known = account?.xuid === xuid ? { account } : {};
        return byXuid(xuid, deadline, { ...its, signed: options.signed }, known);
      };

      const resolve = async (until: Deadline) => {
        account = (await requestWithFailover(sources, until)) ?? undefined;
        return account === undefined ? null : { value: { id: account.xuid } };
      };
      return index.find(gamertag, { resolve, recordOf, deadline }, options);
    },

    /** The player whose account is linked to a Java account. */
    async linkedTo(
      uuid: JavaUuid,
      deadline: Deadline,
      options: RecordOptions = {},
    ): Promise<CacheResult<BedrockRecord>> {
      const loadLink = async (until: Deadline) => {
        const found = await geyser.linkOfUuid(uuid, until);
        return found === null ? null : { value: found.xuid };
      };
      const link = await links.get(
        uuid,
        (previous) => loadLink(forKnown(deadline, previous)),
        options,
        () => loadLink(startBackground()),
      );
      if (link.value === null) return negativeResult(link);
      const record = await byXuid(link.value, deadline, options);
      // The result is no fresher than the link, however new the record is.
      const freshUntil = Math.min(link.freshUntil, record.freshUntil);
      return dependentResult(link, { ...record, freshUntil });
    },
  };
}

/** Its skin was loaded without one. What could not be loaded a moment ago is not tried at once. */
function lacksSignature({ value, stale, failure }: CacheResult<BedrockRecord>): boolean {
  if (!value?.skin || stale || failure !== undefined) return false;
  return value.skin.signed === undefined && !value.skinIsOld;
}

/** Gamertags are unique without their spaces: a response may space them differently. */
function spaceless(gamertag: Gamertag): string {
  return gamertagKey(gamertag).replaceAll(" ", "");
}

/** A part of a record is optional: undefined when its upstream failed. */
async function orUnknown<Value>(part: Promise<Value | null>): Promise<Value | null | undefined> {
  try {
    return await part;
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined;
    throw error;
  }
}
