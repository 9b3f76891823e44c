import { systemClock, type Clock } from "../time/clock.ts";
import { PRIORITIES, type Caller } from "./caller.ts";

/** A waiter says for whom it waits. `cost` is how much work it is: 1 where all are alike. */
interface Costly {
  caller: Caller;
  cost?: number;
}

/** A network that had so much lately is heavy, while another one is present: one that wanted something lately. */
const HEAVY_COST = 4;
const PRESENT_MS = 60_000;

interface Entry<Waiter> {
  waiter: Waiter;
  cost: number;
  /** How many waiters came before it. */
  age: number;
  line: Line<Waiter>;
}

/** The waiters of one client with one priority: a flood of them is looked at once, not once for each. */
interface Line<Waiter> {
  /** The place of its priority: 0 is the most urgent. */
  rank: number;
  network: Share;
  client: Share;
  /** They are ordered by age. */
  entries: Set<Entry<Waiter>>;
}

/** Decides about the order: a number counts if all before it are the same. */
type Rank = [turn: number, ofNetwork: number, ofClient: number, size: number, age: number];

const compare = (one: Rank, other: Rank): number =>
  one[0] - other[0] ||
  one[1] - other[1] ||
  one[2] - other[2] ||
  one[3] - other[3] ||
  one[4] - other[4];

/** A waiter at its place in the order. */
export interface Place<Waiter> {
  waiter: Waiter;
  /** Its network will have had much by then, and another one is present. */
  isHeavy: boolean;
}

export interface WaitingListOptions {
  clock?: Clock;
  /** If two clients had equally much, the one that wants less goes first, and not the one that came first. */
  smallestFirst?: boolean;
}

/**
 * A list of waiters that is served by priority, then by who had least lately: first of all networks, then of the
 * clients in one; then by age. Waiters of heavy networks come after all others, except those in the background. A
 * waiter without a client is a client of its own.
 */
export function createWaitingList<Waiter extends Costly>(options: WaitingListOptions = {}) {
  const { clock = systemClock, smallestFirst = false } = options;
  /** They are ordered by age. */
  const entries = new Map<Waiter, Entry<Waiter>>();
  const lines = createLines<Waiter>();
  let added = 0;
  const networks = createShares();
  const clients = createShares();
  const presence = createPresence(clock);

  const isHeavy = (network: Share, nowMs: number, had = networks.lately(network, nowMs)) =>
    had >= HEAVY_COST && presence.hasOther(network, nowMs);
  const sizeOf = ({ cost }: Entry<Waiter>): number => (smallestFirst ? cost : 0);

  /** Waiters are served in this order: those whose networks and clients had least go first. */
  const rankToServe = (entry: Entry<Waiter>, nowMs: number): Rank => {
    const { rank, network, client } = entry.line;
    const [ofNetwork, ofClient] = [networks.lately(network, nowMs), clients.lately(client, nowMs)];
    const turn = turnOf(rank, isHeavy(network, nowMs, ofNetwork));
    return [turn, ofNetwork, ofClient, sizeOf(entry), entry.age];
  };
  /** The last in this order loses its place: its network and client had and want most. */
  const rankToShed = (entry: Entry<Waiter>, nowMs: number): Rank => {
    const [turn, ofNetwork, ofClient, , age] = rankToServe(entry, nowMs);
    const { network, client } = entry.line;
    return [turn, ofNetwork + network.waiting, ofClient + client.waiting, 0, age];
  };
  const findFirst = (fits: (waiter: Waiter) => boolean = () => true) => {
    const nowMs = clock.monotonic();
    const firstOf = ({ entries: candidates }: Line<Waiter>) => {
      let first: Entry<Waiter> | undefined;
      for (const entry of candidates) {
        if (!fits(entry.waiter)) continue;
        if (first === undefined || sizeOf(entry) < sizeOf(first)) first = entry;
        if (!smallestFirst) break;
      }
      return first;
    };
    const rankOf = (entry: Entry<Waiter>) => rankToServe(entry, nowMs);
    return bestOf(lines.all(), firstOf, rankOf, (difference) => difference < 0);
  };
  const findLast = () => {
    const nowMs = clock.monotonic();
    const lastOf = ({ entries: candidates }: Line<Waiter>) => [...candidates].at(-1);
    const rankOf = (entry: Entry<Waiter>) => rankToShed(entry, nowMs);
    return bestOf(lines.all(), lastOf, rankOf, (difference) => difference > 0);
  };

  const remove = (entry: Entry<Waiter>): Waiter => {
    entries.delete(entry.waiter);
    lines.remove(entry);
    return entry.waiter;
  };
  const serve = (entry: Entry<Waiter>): Waiter => {
    const { cost } = entry;
    const { network, client } = entry.line;
    networks.charge(network, cost, clock.monotonic());
    clients.charge(client, cost, clock.monotonic());
    return remove(entry);
  };

  return {
    add(waiter: Waiter): void {
      const { cost = 1, caller } = waiter;
      const rank = PRIORITIES.indexOf(caller.priority);
      const network = networks.of(caller.network ?? caller.client);
      const client = clients.of(caller.client);
      entries.set(waiter, lines.add({ waiter, cost, age: added }, { rank, network, client }));
      added += 1;
      presence.note(network);
    },

    /** The first waiter that fits. */
    first(fits?: (waiter: Waiter) => boolean): Place<Waiter> | undefined {
      const first = findFirst(fits);
      if (first === undefined) return undefined;
      return { waiter: first.waiter, isHeavy: isHeavy(first.line.network, clock.monotonic()) };
    },

    /** Takes out the first waiters that fit, at most so many. */
    take(most: number, fits?: (waiter: Waiter) => boolean): Waiter[] {
      const taken: Waiter[] = [];
      while (taken.length < most) {
        const first = findFirst(fits);
        if (first === undefined) break;
        taken.push(serve(first));
      }
      return taken;
    },

    /** True when it was waiting. */
    remove(waiter: Waiter): boolean {
      const entry = entries.get(waiter);
      if (entry !== undefined) remove(entry);
      return entry !== undefined;
    },

    /** Over the limit, takes out the newest waiters of clients that had and want most, the least urgent first. */
    shed(limit: number): Waiter[] {
      const dropped: Waiter[] = [];
      while (entries.size > Math.max(0, limit)) {
        const entry = findLast();
        if (entry === undefined) break;
        dropped.push(remove(entry));
      }
      return dropped;
    },

    /** All waiters, in the order in which they would be served if no other came. */
    inOrder(): Place<Waiter>[] {
      const nowMs = clock.monotonic();
      const plan = [...entries.values()].map((entry) => {
        const rank: Rank = [turnOf(entry.line.rank, false), 0, 0, sizeOf(entry), entry.age];
        return { waiter: entry.waiter, entry, rank, isHeavy: false };
      });
      const byRank = (one: { rank: Rank }, other: { rank: Rank }) => compare(one.rank, other.rank);
      // The cost that a client will have had by then decides within its network, that of the network among all.
      const ofClient = clients.counting(nowMs);
      for (const { entry, rank } of plan.toSorted(byRank)) {
        rank[2] = ofClient(entry.line.client, entry.cost);
      }
      const ofNetwork = networks.counting(nowMs);
      for (const place of plan.toSorted(byRank)) {
        const { entry, rank } = place;
        const { line } = entry;
        rank[1] = ofNetwork(line.network, entry.cost);
        place.isHeavy = isHeavy(line.network, nowMs, rank[1]);
        rank[0] = turnOf(line.rank, place.isHeavy);
      }
      return plan.toSorted(byRank);
    },

    has: (waiter: Waiter): boolean => entries.has(waiter),
    size: (): number => entries.size,
  };
}

/** The waiters in lines: each line has those of one client in one network with one priority, in the order of age. */
function createLines<Waiter>() {
  const lines = new Map<Share, Line<Waiter>[]>();

  const lineOf = ({ rank, network, client }: Omit<Line<Waiter>, "entries">): Line<Waiter> => {
    const ofClient = lines.get(client) ?? [];
    const known = ofClient.find((line) => line.rank === rank && line.network === network);
    if (known !== undefined) return known;
    const line = { rank, network, client, entries: new Set<Entry<Waiter>>() };
    lines.set(client, [...ofClient, line]);
    return line;
  };

  return {
    /** The lines of each client. */
    all: () => lines.values(),

    add(waiting: Omit<Entry<Waiter>, "line">, of: Omit<Line<Waiter>, "entries">): Entry<Waiter> {
      const line = lineOf(of);
      const entry = { ...waiting, line };
      line.entries.add(entry);
      line.network.waiting += entry.cost;
      line.client.waiting += entry.cost;
      return entry;
    },

    remove(entry: Entry<Waiter>): void {
      const { line, cost } = entry;
      line.entries.delete(entry);
      line.network.waiting -= cost;
      line.client.waiting -= cost;
      if (line.entries.size > 0) return;
      const others = (lines.get(line.client) ?? []).filter((one) => one !== line);
      if (others.length > 0) lines.set(line.client, others);
      else lines.delete(line.client);
    },
  };
}

/** Notes which networks want something, to tell whether there is another one at the moment. */
function createPresence(clock: Clock) {
  /** The network that wanted something last, and the last other one, each with the time. */
  let last: { network: Share; atMs: number } | undefined;
  let lastOther: typeof last;

  return {
    note(network: Share): void {
      if (network.key === undefined) return;
      if (network !== last?.network) lastOther = last;
      last = { network, atMs: clock.monotonic() };
    },
    hasOther(network: Share, nowMs: number): boolean {
      const other = network === last?.network ? lastOther : last;
      return other !== undefined && nowMs - other.atMs < PRESENT_MS;
    },
  };
}

/** The turn of a priority: heavy networks come after all others, and the background last. */
function turnOf(rank: number, isHeavy: boolean): number {
  if (PRIORITIES[rank] === "background") return 2 * PRIORITIES.length;
  return isHeavy ? PRIORITIES.length + rank : rank;
}

/** Compares the lines of all clients, each represented by one of its entries, and gives the best entry. */
function bestOf<Waiter>(
  linesOfClients: Iterable<readonly Line<Waiter>[]>,
  representative: (line: Line<Waiter>) => Entry<Waiter> | undefined,
  rankOf: (entry: Entry<Waiter>) => Rank,
  isBetter: (difference: number) => boolean,
): Entry<Waiter> | undefined {
  let best: { entry: Entry<Waiter>; rank: Rank } | undefined;
  for (const lines of linesOfClients) {
    for (const line of lines) {
      const entry = representative(line);
      if (entry === undefined) continue;
      const rank = rankOf(entry);
      if (best === undefined || isBetter(compare(rank, best.rank))) best = { entry, rank };
    }
  }
  return best?.entry;
}

/** After so long, the work that a client had counts half; less than this counts as nothing. */
const HALF_LIFE_MS = 20_000;
const NOTHING = 0.05;
/** At most so many shares are remembered, besides those of clients that wait. */
const MOST_KNOWN = 2_000;

/** The work that a client, or a network, had lately, and the work that it waits for. */
interface Share {
  /** Undefined for a caller without a client, who is forgotten when it waits no more. */
  key: string | undefined;
  had: number;
  /** When that was counted. */
  atMs: number;
  /** The cost of all that waits. */
  waiting: number;
}

/** Remembers how much each client or network had lately. Times are of a monotonic clock. */
function createShares() {
  /** Clients that were served last are at the end. */
  const shares = new Map<string, Share>();

  const lately = ({ had, atMs }: Share, nowMs: number): number => {
    if (had === 0) return 0;
    const remaining = had * 2 ** ((atMs - nowMs) / HALF_LIFE_MS);
    return remaining < NOTHING ? 0 : remaining;
  };

  const moveToEnd = (share: Share) => {
    if (share.key === undefined) return;
    shares.delete(share.key);
    shares.set(share.key, share);
    if (shares.size > MOST_KNOWN) forget(share);
  };
  const forget = (except: Share) => {
    for (const [key, share] of shares) {
      if (shares.size <= MOST_KNOWN / 2) return;
      // Sums of fractions miss zero by less than this.
      if (share.waiting < 1e-6 && share !== except) shares.delete(key);
    }
  };

  return {
    lately,

    of(key: string | undefined): Share {
      const known = key === undefined ? undefined : shares.get(key);
      if (known !== undefined) return known;
      const share = { key, had: 0, atMs: 0, waiting: 0 };
      moveToEnd(share);
      return share;
    },

    charge(share: Share, cost: number, nowMs: number): void {
      share.had = lately(share, nowMs) + cost;
      share.atMs = nowMs;
      moveToEnd(share);
    },

    /** Gives a function that charges one cost after another, and says how much a client will have had before each. */
    counting(nowMs: number): (share: Share, cost: number) => number {
      const sums = new Map<Share, number>();
      return (share, cost) => {
        const had = sums.get(share) ?? lately(share, nowMs);
        sums.set(share, had + cost);
        return had;
      };
    },
  };
}
