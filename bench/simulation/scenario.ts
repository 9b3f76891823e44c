/** A day of traffic, and the instances and providers that serve it. */
export interface Scenario {
  /** Requests in the day. */
  requests: number;
  /** Players who are requested by Zipf's law. */
  players: number;
  /** The exponent of that law: with 0, all are equally popular. */
  exponent: number;
  /** Players in the day who were never requested before. */
  newPlayers: number;
  /** How far traffic swings around its mean in the day: 0.6 is 60 % up and down. */
  wave: number;
  /** Processes on one store. */
  instances: number;
  /** Addresses that providers count apart: at most one for each process. */
  addresses: number;
  /** Nodes of the Redis that all instances share: masters of a cluster. */
  redisNodes: number;
  /** A shared cache stands in front. */
  cdn: boolean;
  /** Players who were requested in the week before are cached when the day begins. */
  areKnown: boolean;
  /** Share of all players who are requested by name, not by id. */
  byName: number;
  /** Share of all players who are on Bedrock. */
  bedrock: number;
  /** Share of the others whose requests are for both editions. */
  bothEditions: number;
  /** How long a provider takes to respond, in milliseconds. */
  latencyMs: number;
  seed: number;
}

/** A scenario with so many requests, in which everything else has its usual size. */
export function scenarioOf(given: Partial<Scenario> & Pick<Scenario, "requests">): Scenario {
  return {
    players: Math.max(100, Math.round(given.requests / 20)),
    exponent: 1,
    areKnown: true,
    newPlayers: Math.round(given.requests / 200),
    wave: 0.6,
    instances: 1,
    addresses: 1,
    redisNodes: 1,
    cdn: false,
    byName: 0.5,
    bedrock: 0.1,
    bothEditions: 0.1,
    latencyMs: 100,
    seed: 1,
    ...given,
  };
}

/** How a day is made shorter and smaller; figures are scaled up again. */
export interface Sampling {
  /** The wave of traffic takes so many hours in place of 24. */
  hours: number;
  /**
   * So many times as fast runs the clock of lifetimes, with as many fewer players and requests. The
   * clock of rates, bursts and waits stays as it is.
   */
  acceleration: number;
  /** One of so many players and addresses is simulated. */
  slice: number;
}

/** For how many of the scenario's players a simulated one stands: neighbours in rank. */
export const groupedBy = ({ acceleration, slice }: Sampling) => acceleration * slice;

const MOST_REQUESTS = 60_000;
const FEWEST_HOURS = 4;
/** Beyond this, lifetimes come near the two seconds that a request may wait. */
const MOST_ACCELERATION = 60;

/** The least sampling that leaves about so many requests: by default, what takes less than a minute. */
export function samplingFor(
  { requests, addresses }: Scenario,
  mostRequests = MOST_REQUESTS,
): Sampling {
  const whole = Math.max(1, requests / mostRequests);
  const hours = Math.max(FEWEST_HOURS, Math.round(24 / whole));
  const remaining = (whole * hours) / 24;
  const acceleration = Math.min(MOST_ACCELERATION, Math.max(1, Math.ceil(remaining)));
  const rest = remaining / acceleration;
  const slices = Array.from({ length: addresses }, (_, at) => at + 1);
  // Addresses are alike, so a slice has a whole number of them.
  const enough = slices.find((slice) => addresses % slice === 0 && slice >= rest) ?? addresses;
  return { hours, acceleration, slice: rest > 2 ? enough : 1 };
}

/** The settings of each instance: which address it calls from. */
export function egressesOf({ instances, addresses }: Scenario, slice: number) {
  const count = Math.max(1, Math.round(addresses / slice));
  return Array.from({ length: instances }, (_, instance) => ({
    EGRESS_NAME: `address-${instance % count}`,
  }));
}
