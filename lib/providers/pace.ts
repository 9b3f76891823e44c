import type { Pace } from "../limits/budget.ts";

/** With so many calls left, or half of the burst, none has to be filled. */
const PLENTY = 15;
/** How long a call waits to be filled when none is left after it: longer than until the next token. */
const GATHER_MS = 1_400;
const GATHER_TOKENS = 1.12;
/** A key that has to wait for longer is better refused at once. */
const WAIT_SECONDS = 2;
/** No more keys than this may wait, however much may be requested. */
const MOST_WAITING = 5_000;

/** How keys that wait are put into the calls of one or several hosts. */
export interface Plan<Host> {
  /** Every host, the one that may be called first at the beginning. */
  hosts: Host[];
  /** How long the next call waits to be filled, when others have just left. */
  gatherMs: number;
  /** Keys that can be requested in time. */
  mostWaiting: number;
  /** When one more key could be taken. */
  retrySeconds: number;
}

/** Plans the next call of hosts with the same data, the first of them preferred. */
export function planOf<Host extends { pace: () => Pace }>(
  hosts: readonly Host[],
  keysPerCall: number,
): Plan<Host> {
  const paces = hosts.map((host) => ({ host, ...host.pace() }));
  const readyIn = ({ tokens, rate, pausedForSeconds }: Pace) =>
    Math.max(pausedForSeconds, Math.max(0, 1 - tokens) / rate);
  const usable = paces.filter(({ pausedForSeconds }) => pausedForSeconds <= WAIT_SECONDS);
  const sum = (field: "tokens" | "rate" | "burst") =>
    usable.reduce((total, pace) => total + pace[field], 0);
  const plenty = Math.min(PLENTY, sum("burst") / 2);
  const missing = plenty === 0 ? 0 : Math.min(1, Math.max(0, 1 - sum("tokens") / plenty));
  const calls = Math.floor(sum("tokens") + sum("rate") * WAIT_SECONDS);
  const soonest = Math.min(...paces.map(readyIn));
  return {
    hosts: paces.toSorted((one, other) => readyIn(one) - readyIn(other)).map(({ host }) => host),
    gatherMs: missing * Math.min(GATHER_MS, (1_000 * GATHER_TOKENS) / sum("rate")),
    mostWaiting: Math.min(MOST_WAITING, Math.max(1, calls) * keysPerCall),
    retrySeconds: Math.max(1, Math.ceil(usable.length > 0 ? 1 / sum("rate") : soonest)),
  };
}
