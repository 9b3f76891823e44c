import { parseArgs } from "node:util";
import { samplingFor, scenarioOf, type Sampling, type Scenario } from "./scenario.ts";

export const HELP = `npm run simulate -- [options]

Runs a day of traffic through the real service on a virtual clock, and prints what it comes to.

  --requests 1e6      requests in the day, 1e4 to 1e9; several are simulated one after the other: 1e5,1e6
  --players 50000     players who are requested; by default a twentieth of the requests
  --exponent 1        of Zipf's law, by which players are popular
  --new 5000          players in the day who were never requested before; by default a 200th of the requests
  --wave 0.6          how far traffic swings around its mean in the day
  --instances 1       processes on one store, 1 to 512
  --addresses 1       addresses that providers count apart, at most one for each process
  --redis-nodes 1     nodes of the Redis that they share, 1 to 64
  --cdn               a CDN stands in front
  --by-name 0.5       share of players who are requested by name, not by ID
  --bedrock 0.1       share of players on Bedrock
  --both 0.1          share of the others that are requested in both editions
  --latency 100       how long a provider takes, in milliseconds
  --seed 1            of all that is random
  --hours, --acceleration, --slice   sampling; chosen by itself so that a day takes less than a minute
  --json              prints JSON
  --docs              writes docs/capacity.md (takes a quarter of an hour)
`;

export interface Options {
  /** The days to simulate, each with its sampling. */
  runs: { scenario: Scenario; sampling: Sampling }[];
  help: boolean;
  docs: boolean;
  json: boolean;
}

type Range = readonly [least: number, most: number];

/** The numbers of a scenario, by option. */
const SCENARIO = {
  players: { field: "players", range: [1, 1e8] },
  exponent: { field: "exponent", range: [0, 3] },
  new: { field: "newPlayers", range: [0, 1e9] },
  wave: { field: "wave", range: [0, 1] },
  instances: { field: "instances", range: [1, 512] },
  addresses: { field: "addresses", range: [1, 512] },
  "redis-nodes": { field: "redisNodes", range: [1, 64] },
  "by-name": { field: "byName", range: [0, 1] },
  bedrock: { field: "bedrock", range: [0, 1] },
  both: { field: "bothEditions", range: [0, 1] },
  latency: { field: "latencyMs", range: [1, 4_000] },
  seed: { field: "seed", range: [0, 2 ** 31] },
} as const satisfies Record<string, { field: keyof Scenario; range: Range }>;

const SAMPLING = {
  hours: { field: "hours", range: [1, 24] },
  acceleration: { field: "acceleration", range: [1, 200] },
  slice: { field: "slice", range: [1, 512] },
} as const satisfies Record<keyof Sampling, { field: keyof Sampling; range: Range }>;

const flag = { type: "boolean", default: false } as const;

/** Reads the command line. Throws a `RangeError` with one sentence about what is wrong. */
export function readOptions(args: readonly string[]): Options {
  const names = Object.keys({ ...SCENARIO, ...SAMPLING });
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: "string" } as const])),
      requests: { type: "string", default: "1e4,1e5,1e6,1e7" },
      cdn: flag,
      json: flag,
      docs: flag,
      help: flag,
    },
  });
  const { cdn, docs, help, json } = values;
  const given = numbersIn(values, SCENARIO);
  const sampling = numbersIn(values, SAMPLING);
  const runs = values.requests.split(",").map((requests) => {
    const scenario = scenarioOf({
      requests: checked("requests", requests, [1e4, 1e9]),
      cdn,
      ...given,
    });
    if (scenario.addresses > scenario.instances) {
      throw new RangeError("--addresses must not be more than --instances.");
    }
    return { scenario, sampling: { ...samplingFor(scenario), ...sampling } };
  });
  return { runs, help, docs, json };
}

/** The numbers that were given, by field. */
function numbersIn<Field extends string>(
  values: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, { field: Field; range: Range }>>,
): { [Key in Field]?: number } {
  const fields = Object.entries(options).flatMap(([name, { field, range }]) => {
    const given = values[name];
    return typeof given === "string" ? [[field, checked(name, given, range)]] : [];
  });
  return Object.fromEntries(fields) as { [Key in Field]?: number };
}

const WHOLE = new Set(["players", "new", "instances", "addresses", "redis-nodes", "seed", "slice"]);

function checked(name: string, given: string, [least, most]: Range): number {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  const isWhole = !WHOLE.has(name) || Number.isInteger(value);
  if (value >= least && value <= most && isWhole) return value;
  throw new RangeError(
    `--${name} must be a ${WHOLE.has(name) ? "whole " : ""}number from ${least} to ${most}.`,
  );
}
