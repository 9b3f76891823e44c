import { parseArgs } from "node:util";
import { samplingFor, scenarioOf, type Sampling, type Scenario } from "./scenario.ts";

export const HELP = `npm run simulate -- [options]

Runs a day of traffic through the real service on a virtual clock; prints what it comes to, and writes
plots to dist/plots.

  --requests 1e6      requests in the day, 1e4 to 1e9; several are simulated one after the other: 1e5,1e6
  --players 50000     players who are requested; by default a twentieth of the requests
  --exponent 1        of Zipf's law, by which players are popular
  --new 5000          players in the day who were never requested before; by default a 200th of the requests
  --wave 0.6          how far traffic swings around its mean in the day
  --instances 1       processes on one store, 1 to 64
  --addresses 1       addresses that providers count apart, 1 to 16
  --cdn               a CDN stands in front
  --by-name 0.5       share of players who are requested by name, not by ID
  --bedrock 0.1       share of players on Bedrock
  --both 0.1          share of the others that are requested in both editions
  --latency 100       how long a provider takes, in milliseconds
  --seed 1            of all that is random
  --hours, --acceleration, --slice   sampling; chosen by itself so that a day takes less than a minute
  --json              prints JSON
  --docs              writes docs/capacity.md and what the documentation shows (takes half an hour)
`;

export interface Options {
  /** What to simulate, with how much sampling. */
  runs: { scenario: Scenario; sampling: Sampling }[];
  help: boolean;
  docs: boolean;
  json: boolean;
}

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

/** Reads the command line. Throws a `RangeError` with one sentence about what is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { ...text, default: "1e4,1e5,1e6,1e7" },
      players: text,
      exponent: text,
      new: text,
      wave: text,
      instances: text,
      addresses: text,
      "by-name": text,
      bedrock: text,
      both: text,
      latency: text,
      seed: text,
      hours: text,
      acceleration: text,
      slice: text,
      cdn: flag,
      json: flag,
      docs: flag,
      help: flag,
    },
  });
  const { cdn, docs, help, json } = values;
  const number = (
    name: Exclude<keyof typeof values, "cdn" | "docs" | "help" | "json">,
    [least, most]: readonly [number, number],
  ) => {
    const given = values[name];
    return given === undefined ? undefined : checked(name, given, least, most);
  };
  const given = defined({
    players: number("players", [1, 1e8]),
    exponent: number("exponent", [0, 3]),
    newPlayers: number("new", [0, 1e9]),
    wave: number("wave", [0, 1]),
    instances: number("instances", [1, 64]),
    addresses: number("addresses", [1, 16]),
    byName: number("by-name", [0, 1]),
    bedrock: number("bedrock", [0, 1]),
    bothEditions: number("both", [0, 1]),
    latencyMs: number("latency", [1, 4_000]),
    seed: number("seed", [0, 2 ** 31]),
  });
  const sampling = defined({
    hours: number("hours", [1, 24]),
    acceleration: number("acceleration", [1, 200]),
    slice: number("slice", [1, 16]),
  });
  const runs = values.requests.split(",").map((requests) => {
    const scenario = scenarioOf({
      requests: checked("requests", requests, 1e4, 1e9),
      cdn,
      ...given,
    });
    return { scenario, sampling: { ...samplingFor(scenario), ...sampling } };
  });
  return { runs, help, docs, json };
}

const WHOLE = new Set(["players", "new", "instances", "addresses", "seed", "slice"]);

function checked(name: string, given: string, least: number, most: number): number {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  const isWhole = !WHOLE.has(name) || Number.isInteger(value);
  if (value >= least && value <= most && isWhole) return value;
  throw new RangeError(
    `--${name} must be a ${WHOLE.has(name) ? "whole " : ""}number from ${least} to ${most}.`,
  );
}

/** Without what is not given. */
function defined<Values extends Record<string, number | undefined>>(
  values: Values,
): { [Key in keyof Values]?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: number;
  };
}
