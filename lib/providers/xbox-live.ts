import { z } from "zod";
import { sleep, systemClock, type Clock } from "../time/clock.ts";
import type { Gamertag, Xuid } from "../contract/identifiers.ts";
import {
  isSameGamertag,
  onlyProfileUser,
  profileUser,
  spaceless,
  unknownUser,
  usedUpPeriod,
  type BedrockAccount,
} from "./accounts.ts";
import { readList } from "./bulk-list.ts";
import { createCoalescer, type BulkHost, type ReadKey } from "./coalescer.ts";
import { UpstreamFailure, type CallName } from "./failure.ts";
import {
  defineProvider,
  type Deadline,
  type NoneForms,
  type ProviderParts,
  type UpstreamRequest,
  type UpstreamResponse,
} from "./provider.ts";

/** XUIDs in one call; the limit counts calls. */
const BATCH_XUIDS = 10;

const batch = z.object({ profileUsers: z.array(z.unknown()).min(1) });

const NO_GAMERTAG: NoneForms = { 404: unknownUser([28]) };
const noXuid = unknownUser([59, 2]);
const NO_XUID: NoneForms = { 400: noXuid, 404: noXuid };

export const xboxLive = defineProvider({
  name: "xbox-live",
  /** 10 in 15 s and 30 in 300 s for a profile. Ours: 4 and 27. */
  allowance: { rate: 0.08, burst: 3, perAccount: true },
  operations: ["xuid", "gamertag"],
  create(parts) {
    const { XBOX_AUTH_DIR: directory } = parts.configuration;
    return directory === undefined ? undefined : createXboxLive(parts, createXboxTokens(directory));
  },
});

/** profile.xboxlive.com: the authority for gamertags and XUIDs; needs a signed-in account. */
export function createXboxLive(
  { upstream, configuration: { XBOX_PROFILE_URL: baseUrl }, capacity, clock }: ProviderParts,
  tokens: XboxTokens,
) {
  const provider = "xbox-live";

  const authorize = async (call: CallName) => {
    try {
      const { userHash, token } = await tokens();
      return {
        authorization: `XBL3.0 x=${userHash};${token}`,
        "x-xbl-contract-version": "2",
        "accept-language": "en-US",
      };
    } catch (cause) {
      throw new UpstreamFailure("refused", call, "no account is signed in", { cause });
    }
  };

  const single = async (
    call: CallName,
    user: string,
    about: string,
    none: NoneForms,
    isSame: (account: BedrockAccount) => boolean,
  ): Promise<UpstreamRequest<BedrockAccount>> => ({
    url: `${baseUrl}/users/${user}/profile/settings?settings=Gamertag`,
    about,
    headers: await authorize(call),
    none,
    pauseIn: usedUpPeriod,
    read: (response) => response.json(onlyProfileUser, isSame),
  });

  const xuids: BulkHost<Xuid, BedrockAccount> = {
    upstream,
    call: { provider, operation: "xuid" },
    capacity,
    clock,
    single: (xuid) =>
      single(xuids.call, `xuid(${xuid})`, xuid, NO_XUID, (account) => account.xuid === xuid),
    bulk: async (userIds) => ({
      url: `${baseUrl}/users/batch/profile/settings`,
      about: userIds.toSorted().join(" "),
      method: "POST",
      headers: await authorize(xuids.call),
      body: { userIds, settings: ["Gamertag"] },
      pauseIn: usedUpPeriod,
      read: (response) => readBatch(new Set(userIds), response),
    }),
  };

  return {
    /** The account of a gamertag, or null. */
    accountByGamertag(gamertag: Gamertag, deadline: Deadline) {
      const call = { provider, operation: "gamertag" };
      const user = `gt(${encodeURIComponent(gamertag)})`;
      const prepare = () =>
        single(call, user, spaceless(gamertag), NO_GAMERTAG, (account) =>
          isSameGamertag(account.gamertag, gamertag),
        );
      return upstream({ ...call, deadline, prepare });
    },

    /** The account of an XUID, or null. XUIDs that wait for a token leave in one call. */
    accountByXuid: createCoalescer([xuids], { most: BATCH_XUIDS }),
  };
}

/**
 * Reads a batch. An XUID without an account fails the batch, so an XUID that is only left out may
 * have one.
 */
function readBatch(
  keys: ReadonlySet<string>,
  response: UpstreamResponse,
): ReadKey<Xuid, BedrockAccount> {
  const { profileUsers: items } = response.json(batch);
  const accountOf = readList(response, items, {
    account: profileUser,
    keyOf: ({ xuid }) => xuid,
    keys,
  });
  return (xuid) => {
    const account = accountOf(xuid);
    if (account !== undefined) return account;
    throw response.failure("left an XUID out");
  };
}

/**
 * Gives what Xbox Live wants to see of the signed-in account, from disk or renewed; throws when no
 * account is signed in any more.
 */
export type XboxTokens = () => Promise<{ userHash: string; token: string }>;

/** A token is given up this long before it ends. */
const MARGIN_MS = 60_000;
/** The longest that a request waits for another token. */
const TOKEN_WAIT_MS = 4_000;
/** After this time another renewal may begin, whatever became of the last one. */
const RENEWAL_MS = 60_000;

/**
 * Tokens of the account that was signed in with `npm run xbox:sign-in`, kept and renewed in a
 * directory by prismarine-auth, held in memory while they are valid. The library is loaded at the
 * first call: most instances never sign in. Without `onCode` a lost sign-in is an error rather
 * than a prompt that no one sees. In real time, in which tokens end.
 */
export function createXboxTokens(
  directory: string,
  onCode = (_code: { message: string }): void => {
    throw new Error("The Xbox Live sign-in has ended. Run: npm run xbox:sign-in");
  },
  waitMs = TOKEN_WAIT_MS,
): XboxTokens {
  return holdTokens(() => renew(directory, onCode), { waitMs });
}

type Renewed = Awaited<ReturnType<typeof renew>>;

/** Holds a token while it is usable. One renewal serves all requests, also those that come after it was too late for one. */
export function holdTokens(
  renewal: () => Promise<Renewed>,
  { waitMs = TOKEN_WAIT_MS, clock = systemClock }: { waitMs?: number; clock?: Clock } = {},
): XboxTokens {
  let held: Renewed | undefined;
  let renewing: Promise<Renewed> | undefined;

  const begin = (): Promise<Renewed> => {
    const begun = renewal().then((renewed) => (held = renewed));
    renewing = begun;
    const end = () => {
      if (renewing === begun) renewing = undefined;
    };
    begun.then(end, end);
    clock.after(Math.max(waitMs, RENEWAL_MS), end);
    return begun;
  };

  return async () => {
    if (held !== undefined && held.usableUntil > clock.now()) return held;
    const late = sleep(clock, waitMs).then(() => {
      throw new Error("Xbox Live did not renew in time");
    });
    return Promise.race([renewing ?? begin(), late]);
  };
}

async function renew(directory: string, onCode: (code: { message: string }) => void) {
  // By its default export: Node finds no name but `Authflow` in this CommonJS module.
  const { Authflow, Titles } = (await import("prismarine-auth")).default;
  const flow = new Authflow(
    // The one account an instance signs in with; names its files in the directory.
    "nametag",
    directory,
    { flow: "live", authTitle: Titles.MinecraftNintendoSwitch, deviceType: "Nintendo" },
    onCode,
  );
  const { userHash, XSTSToken, expiresOn } = await flow.getXboxToken("http://xboxlive.com");
  return { userHash, token: XSTSToken, usableUntil: new Date(expiresOn).getTime() - MARGIN_MS };
}
