import { setTimeout as sleep } from "node:timers/promises";

/**
 * Gives what Xbox Live wants to see of the signed-in account, from disk or renewed; throws when no
 * account is signed in any more.
 */
export type XboxTokens = () => Promise<{ userHash: string; token: string }>;

/** The one account an instance signs in with; names its files in the directory. */
const ACCOUNT = "nametag";
const RELYING_PARTY = "http://xboxlive.com";
const RENEW_MS = 4_000;
/** A token is given up this long before it ends. */
const MARGIN_MS = 60_000;

/**
 * Tokens of the account that was signed in with `npm run xbox:sign-in`, kept and renewed in a
 * directory by prismarine-auth, held in memory while they are valid. The library is loaded at the
 * first call: most instances never sign in. Without `onCode` a lost sign-in is an error rather
 * than a prompt that no one sees.
 */
export function createXboxTokens(
  directory: string,
  onCode: (code: { message: string }) => void = refuseCode,
  waitMs: number = RENEW_MS,
): XboxTokens {
  let held: Awaited<ReturnType<typeof renew>> | undefined;
  let renewing: ReturnType<typeof renew> | undefined;

  return async () => {
    if (held !== undefined && held.usableUntil > Date.now()) return held;
    renewing ??= renew(directory, onCode).finally(() => (renewing = undefined));
    // The renewal goes on when it is slow; only this request stops waiting for it.
    const late = sleep(waitMs, undefined, { ref: false }).then(() => {
      throw new Error("Xbox Live did not renew in time");
    });
    held = await Promise.race([renewing, late]);
    return held;
  };
}

async function renew(directory: string, onCode: (code: { message: string }) => void) {
  // By its default export: Node finds no name but `Authflow` in this CommonJS module.
  const { Authflow, Titles } = (await import("prismarine-auth")).default;
  const flow = new Authflow(
    ACCOUNT,
    directory,
    { flow: "live", authTitle: Titles.MinecraftNintendoSwitch, deviceType: "Nintendo" },
    onCode,
  );
  const { userHash, XSTSToken, expiresOn } = await flow.getXboxToken(RELYING_PARTY);
  const usableUntil = new Date(expiresOn).getTime() - MARGIN_MS;
  return { userHash, token: XSTSToken, usableUntil };
}

function refuseCode(): never {
  throw new Error("The Xbox Live sign-in has ended. Run: npm run xbox:sign-in");
}
