import type { Cache, CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import { gamertagKey, type Gamertag, type JavaUuid, type Xuid } from "../contract/identifiers.ts";
import { FRESH_MS } from "../freshness.ts";
import { spaceless, type BedrockAccount } from "../providers/accounts.ts";
import type { Deadline } from "../providers/deadline.ts";
import { requestWithFailover, UpstreamFailure } from "../providers/failure.ts";
import type { Providers } from "../providers/providers.ts";
import type { Exclusion } from "./exclusion.ts";
import type { History } from "./history.ts";
import type { TextureLibrary } from "./texture-library.ts";
import {
  createNameIndex,
  getRecord,
  orUnknown,
  type BedrockRecord,
  type NameRecord,
  type RecordOptions,
} from "./records.ts";

export interface BedrockPlayersOptions {
  /**
   * Geyser is tried first: it is free and knows skins and links, but only of players it has seen. The others
   * are tried one after another when it does not know the player.
   */
  providers: Pick<Providers, "geyser" | "bedrockAccounts">;
  library: TextureLibrary;
  history: History;
  names: Cache<NameRecord<Xuid>>;
  records: Cache<BedrockRecord>;
  links: Cache<Xuid>;
  /** Called with every link that a provider names, before what follows from it. */
  noteLink: Exclusion["note"];
}

/** What is known of an XUID before its record is loaded. */
interface Known {
  /** The identity, when another provider gave it already. */
  account?: BedrockAccount;
  /** The gamertag that led to the XUID, without spaces. */
  gamertag?: string;
}

export type BedrockPlayers = ReturnType<typeof createBedrockPlayers>;

/** Bedrock players by XUID, by gamertag and by linked Java account, through the cache. */
export function createBedrockPlayers({
  providers: { geyser, bedrockAccounts: others },
  library,
  history,
  names,
  records,
  links,
  noteLink,
}: BedrockPlayersOptions) {
  const index = createNameIndex<Xuid, Gamertag, BedrockRecord>({
    names,
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
    { account: known, gamertag: wanted }: Known,
    deadline: Deadline,
    previous: BedrockRecord | undefined,
    signed: boolean = previous?.skin?.signed !== undefined,
  ) => {
    const expected = wanted ?? (previous && spaceless(previous.gamertag));
    const fromGeyser = (_: Xuid, until: Deadline) => namedByGeyser(xuid, until, expected);
    const sources = [{ accountByXuid: fromGeyser, authority: false }, ...others];
    const accountRequest =
      known ??
      requestWithFailover(sources, (source, until) => source.accountByXuid(xuid, until), {
        deadline,
        isAuthority,
      });
    // After the identity, which needs its token more than they do.
    const skinRequest = orUnknown(geyser.skinOf(xuid, deadline, { signed }));
    const linkRequest = orUnknown(geyser.linkOfXuid(xuid, deadline));
    const account = await accountRequest;
    if (account === null) return null;
    const [sent, link] = await Promise.all([skinRequest, linkRequest]);
    const fault = sent ? await library.knownFault(sent.hash, "skin") : null;
    const skin = fault === null ? sent : null;
    if (link) await noteLink(link.uuid, xuid);
    await index.learn(account, previous);
    const seen = skin && { hash: skin.hash, model: skin.model };
    await history.observe(account.xuid, { name: account.gamertag, skin: seen });

    const record: BedrockRecord = { xuid, gamertag: account.gamertag };
    const knownSkin = skin === undefined ? previous?.skin : skin;
    const knownLink = link === undefined ? previous?.link : (link?.uuid ?? null);
    if (knownSkin !== undefined) record.skin = knownSkin;
    if (knownLink !== undefined) record.link = knownLink;
    const degraded = skin === undefined || link === undefined;
    if (fault !== null) record.unusable = { skin: fault };
    if (skin === undefined && knownSkin !== undefined) {
      record.skinIsOld = true;
      if (previous?.unusable !== undefined) record.unusable = previous.unusable;
    }
    if (link === undefined && knownLink !== undefined) record.linkIsOld = true;
    return degraded ? { value: record, freshMs: FRESH_MS.partialRecord } : { value: record };
  };

  const byXuid = (
    xuid: Xuid,
    deadline: Deadline,
    options: RecordOptions = {},
    known: Known = {},
  ): Promise<CacheResult<BedrockRecord>> =>
    getRecord(records, xuid, {
      deadline,
      options,
      load: (...given) => load(xuid, known, ...given),
      loadInBackground: (...given) => load(xuid, {}, ...given),
      lacksSignature,
    });

  return {
    byXuid,

    byGamertag(gamertag: Gamertag, deadline: Deadline, options: RecordOptions = {}) {
      const wanted = spaceless(gamertag);
      /** What was loaded while the gamertag was resolved. */
      let record: CacheResult<BedrockRecord> | undefined;
      let account: BedrockAccount | undefined;

      const fromGeyser = async (_: Gamertag, until: Deadline): Promise<BedrockAccount | null> => {
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

      const sources = [{ accountByGamertag: fromGeyser, authority: false }, ...others];

      return index.find(gamertag, {
        deadline,
        options,
        recordOf({ id: xuid }, its) {
          const confirmed = record;
          record = undefined;
          if (confirmed?.value?.xuid === xuid) return Promise.resolve(confirmed);
          return byXuid(xuid, deadline, its, account?.xuid === xuid ? { account } : {});
        },
        async load(until) {
          const found = await requestWithFailover(
            sources,
            (source, its) => source.accountByGamertag(gamertag, its),
            { deadline: until, isAuthority },
          );
          account = found ?? undefined;
          return found && { value: { id: found.xuid, name: found.gamertag } };
        },
      });
    },

    /** The player whose account is linked to a Java account. */
    async linkedTo(
      uuid: JavaUuid,
      deadline: Deadline,
      options: RecordOptions = {},
    ): Promise<CacheResult<BedrockRecord>> {
      const load = async (until: Deadline) => {
        const found = await geyser.linkOfUuid(uuid, until);
        if (found !== null) await noteLink(uuid, found.xuid);
        return found && { value: found.xuid };
      };
      const link = await getRecord(links, uuid, { deadline, options, load });
      if (link.value === null) return negativeResult(link);
      const record = await byXuid(link.value, deadline, options);
      // The result is no fresher than the link, however new the record is.
      const freshUntil = Math.min(link.freshUntil, record.freshUntil);
      return dependentResult(link, { ...record, freshUntil });
    },
  };
}

function lacksSignature({ skin, skinIsOld }: BedrockRecord): boolean {
  return Boolean(skin) && skin?.signed === undefined && !skinIsOld;
}

function isAuthority({ authority }: { authority: boolean }): boolean {
  return authority;
}
