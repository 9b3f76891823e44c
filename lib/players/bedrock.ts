import type { Cache, CacheResult } from "../cache/cache.ts";
import { dependentResult, negativeResult } from "../cache/tiers.ts";
import {
  nameKey,
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
import {
  getRecord,
  loadedValue,
  orUnknown,
  type Answers,
  type BedrockRecord,
  type LoadContext,
  type NameRecord,
  type RecordOptions,
} from "./records.ts";
import type { Exclusion } from "./exclusion.ts";
import type { History } from "./history.ts";
import type { TextureLibrary } from "./texture-library.ts";
import { createNameIndex } from "./name-index.ts";

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

/** Facts that a request has about an XUID before its record is loaded, and its wishes. */
interface BedrockHint extends Pick<RecordOptions, "signed"> {
  /** The identity, when another provider gave it already. */
  account?: BedrockAccount;
  /** The gamertag that led to the XUID, without spaces. */
  gamertag?: string;
}

type BedrockLoad = LoadContext<BedrockRecord, BedrockHint>;

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
    keyOf: nameKey,
    normalize: spaceless,
    answers,
  });

  const requestAccount = async (
    xuid: Xuid,
    { ask, deadline, previous, hint }: BedrockLoad,
  ): Promise<BedrockAccount | null> => {
    if (hint?.account !== undefined) return hint.account;
    const expected = hint?.gamertag ?? (previous && spaceless(previous.gamertag));
    const fromGeyser = (_: Xuid, until: Deadline) =>
      accountFromGeyser(geyser, xuid, until, expected);
    const sources = [{ accountByXuid: fromGeyser, authority: false }, ...others];
    const found = await askInOrder(
      sources,
      (source, until) =>
        ask(`bedrock ${sources.indexOf(source)} ${xuid}`, () => source.accountByXuid(xuid, until)),
      { deadline, share: SHARES.bedrockAccounts, isAuthority },
    );
    return found?.value ?? null;
  };

  /** Requests identity, skin and link side by side. Only the identity is required. */
  const load = async (xuid: Xuid, context: BedrockLoad) => {
    const { ask, deadline, previous, hint } = context;
    const signed = hint?.signed === true || previous?.skin?.signed !== undefined;
    const accountRequest = requestAccount(xuid, context);
    // Skin and link come after the identity, which needs its token more than they do.
    const skinRequest = orUnknown(
      ask(`skin ${xuid}`, () => geyser.skinOf(xuid, deadline, { signed })),
    );
    const linkRequest = orUnknown(ask(`link ${xuid}`, () => geyser.linkOfXuid(xuid, deadline)));
    const account = await accountRequest;
    if (account === null) return null;
    const [sentSkin, link] = await Promise.all([skinRequest, linkRequest]);
    const skinFault = sentSkin ? await library.knownFault(sentSkin.hash, "skin") : null;
    const skin = skinFault === null ? sentSkin : null;
    if (link) await noteLink(link.uuid, xuid);
    await index.learn(account, previous);
    const seenSkin = skin && { hash: skin.hash, model: skin.model };
    await history.observe(account.xuid, { name: account.gamertag, skin: seenSkin });
    const unusable = skinFault === null ? undefined : { skin: skinFault };
    const parts = { skin, unusable, link: link ? link.uuid : link };
    const record = { xuid, gamertag: account.gamertag, ...withPrevious(parts, previous) };
    const isPartial = skin === undefined || link === undefined;
    return loadedValue(record, isPartial ? FRESH_MS.partialRecord : undefined);
  };

  const byXuid = (
    xuid: Xuid,
    deadline: Deadline,
    options: RecordOptions = {},
    hint: BedrockHint = {},
  ): Promise<CacheResult<BedrockRecord>> =>
    getRecord(records, xuid, {
      deadline,
      options,
      answers,
      load: (context) => load(xuid, context),
      hint: { ...hint, signed: options.signed },
      lacksSignature,
    });

  const requestGamertag = async (
    gamertag: Gamertag,
    { ask, deadline }: LoadContext<NameRecord<Xuid>>,
    { refresh = false, signed }: RecordOptions,
  ) => {
    const key = spaceless(gamertag);
    const fromGeyser = async (_: Gamertag, until: Deadline) => {
      const xuid = await ask(`xuid ${key}`, () => geyser.xuidOf(gamertag, until), {
        withValues: true,
      });
      if (xuid === null) return null;
      return confirmedAccount(xuid, key, refresh, (isForced) =>
        byXuid(xuid, until, { refresh: isForced, signed }, { gamertag: key }),
      );
    };
    const sources = [{ accountByGamertag: fromGeyser, authority: false }, ...others];
    const found = await askInOrder(
      sources,
      (source, until) =>
        ask<ConfirmedAccount>(`bedrock ${sources.indexOf(source)} ${key}`, () =>
          source.accountByGamertag(gamertag, until),
        ),
      { deadline, share: SHARES.bedrockAccounts, isAuthority },
    );
    if (found === null) return null;
    const { xuid, gamertag: name, record } = found.value;
    return { value: { id: xuid, name }, record };
  };

  const requestLink = async (uuid: JavaUuid, { deadline }: LoadContext<Xuid>) => {
    const found = await geyser.linkOfUuid(uuid, deadline);
    if (found !== null) await noteLink(uuid, found.xuid);
    return found && { value: found.xuid };
  };

  return {
    byXuid,

    byGamertag: (gamertag: Gamertag, deadline: Deadline, options: RecordOptions = {}) =>
      index.find(gamertag, {
        deadline,
        options,
        load: (context) => requestGamertag(gamertag, context, options),
        recordOf({ id: xuid, name }, how, isConfirmed) {
          const spelled = isConfirmed ? parseGamertag(name) : null;
          const hint = spelled === null ? {} : { account: { xuid, gamertag: spelled } };
          return byXuid(xuid, deadline, how, hint);
        },
      }),

    /** The player whose account is linked to a Java account. */
    async linkedTo(
      uuid: JavaUuid,
      deadline: Deadline,
      options: RecordOptions = {},
    ): Promise<CacheResult<BedrockRecord>> {
      const link = await getRecord(links, uuid, {
        deadline,
        options,
        answers,
        load: (context) => requestLink(uuid, context),
      });
      if (link.value === null) return negativeResult(link);
      const record = await byXuid(link.value, deadline, options);
      // The result is no fresher than the link, however new the record is.
      const freshUntil = Math.min(link.freshUntil, record.freshUntil);
      return dependentResult(link, { ...record, freshUntil });
    },
  };
}

/**
 * Geyser's response does not name the XUID. An unexpected gamertag counts only when it leads back
 * to the XUID: a wrong response must not rename a player.
 */
async function accountFromGeyser(
  geyser: BedrockPlayersOptions["providers"]["geyser"],
  xuid: Xuid,
  until: Deadline,
  expected: string | undefined,
): Promise<BedrockAccount | null> {
  const gamertag = await geyser.gamertagOf(xuid, until);
  if (gamertag === null) return null;
  const isExpected = expected === undefined || spaceless(gamertag) === expected;
  if (!isExpected && (await geyser.xuidOf(gamertag, until)) !== xuid) {
    throw mismatch("gamertag", "gave a gamertag with another XUID");
  }
  return { xuid, gamertag };
}

/**
 * Geyser's response to a gamertag does not name it: the record of the XUID has to confirm it. A cached record
 * may have the old gamertag.
 */
async function confirmedAccount(
  xuid: Xuid,
  key: string,
  refresh: boolean,
  recordOf: (isForced: boolean) => Promise<CacheResult<BedrockRecord>>,
): Promise<ConfirmedAccount> {
  const hasOther = ({ value }: CacheResult<BedrockRecord>) =>
    value !== null && spaceless(value.gamertag) !== key;
  let record = await recordOf(refresh);
  if (record.cached && hasOther(record)) record = await recordOf(true);
  if (record.value === null || hasOther(record)) {
    throw mismatch("xuid", "gave an XUID with another gamertag");
  }
  return { xuid, gamertag: record.value.gamertag, record };
}

function mismatch(operation: string, message: string): UpstreamFailure {
  return new UpstreamFailure("mismatch", { provider: "geyser", operation }, message);
}

/** The parts that could be loaded, and those of the previous record for the others. */
function withPrevious(
  loaded: { [Part in "skin" | "link" | "unusable"]: BedrockRecord[Part] | undefined },
  previous: BedrockRecord | undefined,
) {
  const old = (["skin", "link"] as const).filter(
    (part) => loaded[part] === undefined && previous?.[part] !== undefined,
  );
  const { skin = previous?.skin, link = previous?.link } = loaded;
  const unusable = loaded.skin === undefined ? previous?.unusable : loaded.unusable;
  return {
    ...(skin !== undefined && { skin }),
    ...(unusable !== undefined && { unusable }),
    ...(link !== undefined && { link }),
    ...(old.length > 0 && { oldParts: old }),
  };
}

function lacksSignature({ skin, oldParts }: BedrockRecord): boolean {
  return Boolean(skin) && skin?.signed === undefined && oldParts?.includes("skin") !== true;
}

function isAuthority({ authority }: { authority: boolean }): boolean {
  return authority;
}
