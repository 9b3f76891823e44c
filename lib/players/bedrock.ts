import type { Answer, Cache, GetOptions } from "../cache/cache.ts";
import { gamertagKey, type Gamertag, type JavaUuid, type Xuid } from "../contract/identifiers.ts";
import type { BedrockAccount } from "../providers/bedrock-account.ts";
import { startBackground, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { Geyser } from "../providers/geyser.ts";
import { missingAnswer, reachedThrough } from "./answers.ts";
import { askInTurn } from "./ask-in-turn.ts";
import { byName } from "./by-name.ts";
import type { NameHistory } from "./name-history.ts";
import { DEGRADED_MS, type BedrockRecord, type NameRecord } from "./records.ts";

/** A provider that knows Bedrock accounts. */
export interface BedrockSource {
  accountByGamertag(gamertag: Gamertag, deadline: Deadline): Promise<BedrockAccount | null>;
  accountByXuid(xuid: Xuid, deadline: Deadline): Promise<BedrockAccount | null>;
  /** Its "there is none" is final. */
  authority: boolean;
}

export interface BedrockPlayersOptions {
  /** Asked first: it costs nothing and knows skins and links, but only players it has seen. */
  geyser: Geyser;
  /** Asked in turn when Geyser cannot say. */
  others: readonly BedrockSource[];
  history: NameHistory;
  names: Cache<NameRecord<Xuid>>;
  records: Cache<BedrockRecord>;
  links: Cache<Xuid>;
}

/** What is known of an XUID before it is asked for. */
interface Known {
  /** Who it is, as another provider said: this need not be asked. */
  account?: BedrockAccount;
  /** The gamertag that led to it, without spaces. */
  gamertag?: string;
}

export type BedrockPlayers = ReturnType<typeof createBedrockPlayers>;

/** Bedrock players by XUID, by gamertag and by linked Java account, through the cache. */
export function createBedrockPlayers(options: BedrockPlayersOptions) {
  const { geyser, others, history, names, records, links } = options;

  /**
   * Geyser does not repeat what it was asked. A gamertag that is not the one `expected`, when there
   * is one, counts only when it leads back to the XUID: a wrong answer must not rename anybody.
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

  const learnName = async (account: BedrockAccount, previous: BedrockRecord | undefined) => {
    await names.put(gamertagKey(account.gamertag), { id: account.xuid });
    await history.observe(account.xuid, account.gamertag);
    if (previous === undefined) return;
    const oldKey = gamertagKey(previous.gamertag);
    if (oldKey === gamertagKey(account.gamertag)) return;
    const old = await names.peek(oldKey);
    if (old?.value?.id === account.xuid) await names.delete(oldKey);
  };

  /** Identity, skin and link side by side; only without the identity there is no answer. */
  const load = async (
    xuid: Xuid,
    deadline: Deadline,
    { account: known, gamertag: asked }: Known,
    previous: BedrockRecord | undefined,
  ) => {
    const expected = asked ?? (previous && spaceless(previous.gamertag));
    const skinAsked = orUnknown(geyser.skinOf(xuid, deadline));
    const linkAsked = orUnknown(geyser.linkOfXuid(xuid, deadline));
    const asks = [
      { ask: (until: Deadline) => namedByGeyser(xuid, until, expected), authority: false },
      ...others.map((source) => ({
        ask: (until: Deadline) => source.accountByXuid(xuid, until),
        authority: source.authority,
      })),
    ];
    const account = known ?? (await askInTurn(asks, deadline));
    if (account === null) return null;
    const [skin, link] = await Promise.all([skinAsked, linkAsked]);
    await learnName(account, previous);

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

  const byXuid = (
    xuid: Xuid,
    deadline: Deadline,
    options: GetOptions = {},
    known: Known = {},
  ): Promise<Answer<BedrockRecord>> =>
    records.get(
      xuid,
      (previous) => load(xuid, deadline, known, previous),
      options,
      (previous) => load(xuid, startBackground(), {}, previous),
    );

  return {
    byXuid,

    byGamertag(gamertag: Gamertag, deadline: Deadline, options: GetOptions = {}) {
      const asked = spaceless(gamertag);
      /** What resolving the gamertag brought along: there is no need to ask for it again. */
      let record: Answer<BedrockRecord> | undefined;
      let account: BedrockAccount | undefined;

      const askGeyser = async (until: Deadline): Promise<BedrockAccount | null> => {
        const xuid = await geyser.xuidOf(gamertag, until);
        if (xuid === null) return null;
        // Geyser does not repeat what it was asked. The record of the XUID names its player, and
        // only both together are an identity check; a record from before may have the old name.
        const { refresh = false } = options;
        const known = { gamertag: asked };
        record = await byXuid(xuid, until, { refresh }, known);
        if (record.cached && record.value !== null && spaceless(record.value.gamertag) !== asked) {
          record = await byXuid(xuid, until, { refresh: true }, known);
        }
        if (record.value !== null && spaceless(record.value.gamertag) === asked) {
          return { xuid, gamertag: record.value.gamertag };
        }
        record = undefined;
        const call = { provider: "geyser", operation: "xuid" };
        throw new UpstreamFailure("mismatch", call, "gave an XUID with another gamertag");
      };

      const asks = [
        { ask: askGeyser, authority: false },
        ...others.map((source) => ({
          ask: (until: Deadline) => source.accountByGamertag(gamertag, until),
          authority: source.authority,
        })),
      ];

      const recordOf = (xuid: Xuid, recordOptions: GetOptions) => {
        const brought = record;
        record = undefined;
        if (brought?.value?.xuid === xuid) return Promise.resolve(brought);
        return byXuid(xuid, deadline, recordOptions, account?.xuid === xuid ? { account } : {});
      };

      return byName(
        gamertagKey(gamertag),
        {
          names,
          resolve: async () => {
            account = (await askInTurn(asks, deadline)) ?? undefined;
            return account?.xuid ?? null;
          },
          recordOf,
          idOf: ({ xuid }) => xuid,
          nameOf: ({ gamertag: name }) => spaceless(name),
          asked,
        },
        options,
      );
    },

    /** The player whom the global link ties to a Java account. */
    async linkedTo(
      uuid: JavaUuid,
      deadline: Deadline,
      options: GetOptions = {},
    ): Promise<Answer<BedrockRecord>> {
      const link = await links.get(
        uuid,
        async () => {
          const found = await geyser.linkOfUuid(uuid, deadline);
          return found === null ? null : { value: found.xuid };
        },
        options,
      );
      if (link.value === null) return missingAnswer(link);
      const record = await byXuid(link.value, deadline, options);
      // While a link is doubted, the answer is worth asking again, however new the record is.
      const freshUntil = Math.min(link.freshUntil, record.freshUntil);
      return reachedThrough(link, { ...record, freshUntil });
    },
  };
}

/** Xbox holds gamertags unique without their spaces: an answer may space them otherwise. */
function spaceless(gamertag: Gamertag): string {
  return gamertagKey(gamertag).replaceAll(" ", "");
}

/** A part that cannot be asked is left out of the record, not the record's end. */
async function orUnknown<Value>(asked: Promise<Value | null>): Promise<Value | null | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined;
    throw error;
  }
}
