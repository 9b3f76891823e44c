import type { Cache, CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/entry.ts";
import {
  gamertagKey,
  parseGamertag,
  type Gamertag,
  type JavaUuid,
  type Xuid,
} from "../contract/identifiers.ts";
import { FRESH_MS } from "../freshness.ts";
import { spaceless, type BedrockAccount } from "../providers/accounts.ts";
import { askInOrder, SHARES, type Deadline } from "../providers/deadline.ts";
import { UpstreamFailure } from "../providers/failure.ts";
import type { Providers } from "../providers/providers.ts";
import type { Answers, Ask } from "./answers.ts";
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
  providers: Pick<Providers, "bedrockAccounts"> & { geyser: NonNullable<Providers["geyser"]> };
  library: TextureLibrary;
  history: History;
  names: Cache<NameRecord<Xuid>>;
  records: Cache<BedrockRecord>;
  links: Cache<Xuid>;
  /** Called with every link that a provider names, before what follows from it. */
  noteLink: Exclusion["note"];
  answers: Answers;
}

/** What is known of an XUID before its record is loaded, and what is wanted. */
interface Known extends Pick<RecordOptions, "signed"> {
  /** The identity, when another provider gave it already. */
  account?: BedrockAccount;
  /** The gamertag that led to the XUID, without spaces. */
  gamertag?: string;
}

/** An account, and its record, if that was loaded to confirm it. */
type ConfirmedAccount = BedrockAccount & { record?: CacheResult<BedrockRecord> };

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
  answers,
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
    ask: Ask,
    deadline: Deadline,
    previous: BedrockRecord | undefined,
    { account: known, gamertag: wanted, signed: isWanted = false }: Known = {},
  ) => {
    const signed = isWanted || previous?.skin?.signed !== undefined;
    const expected = wanted ?? (previous && spaceless(previous.gamertag));
    const fromGeyser = (_: Xuid, until: Deadline) => namedByGeyser(xuid, until, expected);
    const sources = [{ accountByXuid: fromGeyser, authority: false }, ...others];
    const accountRequest =
      known ??
      askInOrder(
        sources,
        (source, until) =>
          ask(`bedrock ${sources.indexOf(source)} ${xuid}`, () =>
            source.accountByXuid(xuid, until),
          ),
        { deadline, share: SHARES.bedrockAccounts, isAuthority },
      ).then((found) => found?.value ?? null);
    // After the identity, which needs its token more than they do.
    const skinRequest = orUnknown(
      ask(`skin ${xuid}`, () => geyser.skinOf(xuid, deadline, { signed })),
    );
    const linkRequest = orUnknown(ask(`link ${xuid}`, () => geyser.linkOfXuid(xuid, deadline)));
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
      load: (until, previous, own) => {
        const isFirst = previous === undefined && options.refresh !== true;
        return answers({ isFirst, clock: until.clock }, (ask) =>
          load(xuid, ask, until, previous, own),
        );
      },
      known: { ...known, signed: options.signed },
      lacksSignature,
    });

  /**
   * Geyser's response to a gamertag does not name it: the record of the XUID has to confirm it. A cached record
   * may have the old gamertag.
   */
  const confirmedByGeyser = async (
    gamertag: Gamertag,
    ask: Ask,
    until: Deadline,
    { refresh = false, signed }: RecordOptions,
  ): Promise<ConfirmedAccount | null> => {
    const xuid = await ask(`xuid ${spaceless(gamertag)}`, () => geyser.xuidOf(gamertag, until), {
      withValues: true,
    });
    if (xuid === null) return null;
    const wanted = spaceless(gamertag);
    const recordOf = (isForced: boolean) =>
      byXuid(xuid, until, { refresh: isForced, signed }, { gamertag: wanted });
    const hasOther = ({ value }: CacheResult<BedrockRecord>) =>
      value !== null && spaceless(value.gamertag) !== wanted;
    let record = await recordOf(refresh);
    if (record.cached && hasOther(record)) record = await recordOf(true);
    if (record.value === null || hasOther(record)) {
      const call = { provider: "geyser", operation: "xuid" };
      throw new UpstreamFailure("mismatch", call, "gave an XUID with another gamertag");
    }
    return { xuid, gamertag: record.value.gamertag, record };
  };

  return {
    byXuid,

    byGamertag(gamertag: Gamertag, deadline: Deadline, options: RecordOptions = {}) {
      const search = async (ask: Ask, deadline: Deadline) => {
        const fromGeyser = (_: Gamertag, until: Deadline) =>
          confirmedByGeyser(gamertag, ask, until, options);
        const sources = [{ accountByGamertag: fromGeyser, authority: false }, ...others];
        const found = await askInOrder(
          sources,
          (source, until) =>
            ask<ConfirmedAccount>(`bedrock ${sources.indexOf(source)} ${spaceless(gamertag)}`, () =>
              source.accountByGamertag(gamertag, until),
            ),
          { deadline, share: SHARES.bedrockAccounts, isAuthority },
        );
        if (found === null) return null;
        const { xuid, gamertag: name, record } = found.value;
        return { value: { id: xuid, name }, record };
      };
      return index.find(gamertag, {
        deadline,
        options,
        recordOf({ id: xuid, name }, how, isConfirmed) {
          const spelled = isConfirmed ? parseGamertag(name) : null;
          const known = spelled === null ? {} : { account: { xuid, gamertag: spelled } };
          return byXuid(xuid, deadline, how, known);
        },
        load(until, previous) {
          const isFirst = previous === undefined && options.refresh !== true;
          return answers({ isFirst, clock: until.clock }, (ask) => search(ask, until));
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
