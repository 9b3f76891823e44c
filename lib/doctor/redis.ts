import {
  KEY_PREFIX,
  openRedisClient,
  type RedisAddress,
  type RedisClient,
} from "../cache/stores/redis.ts";
import { CHANNEL } from "../cache/stores/redis/messages.ts";
import { ConfigurationError } from "../configuration/configuration.ts";
import { findingsOf, shortReason, type Finding } from "./finding.ts";

const LIMIT_MS = 2_000;
const { ok, warning, error } = findingsOf("redis");

/** Looks at the configured Redis as the start of the service does, and at what it can do without. */
export async function checkRedis(address: RedisAddress): Promise<Finding[]> {
  const client = openRedisClient(address, { limitMs: LIMIT_MS });
  try {
    const report = await client.inspected;
    if (report === undefined) {
      const why = await client.direct
        .get(`${KEY_PREFIX}:probe`)
        .then(() => "it refuses writes", shortReason);
      return [
        error(
          `${client.description} does not work: ${why}. Check that it runs, its address and the firewall. Until then, the service runs on memory.`,
        ),
      ];
    }
    const { nodes, masters, version, policies } = report;
    const count = nodes === 1 ? "one node" : `${nodes} nodes, of which ${masters} take writes`;
    return [
      ok([`${client.description}: ${count}`, version].filter(Boolean).join(", ") + "."),
      ...policyFindings(policies),
      ...(await permissionFindings(client)),
    ];
  } catch (thrown) {
    if (!(thrown instanceof ConfigurationError)) throw thrown;
    return [error(thrown.message)];
  } finally {
    await client.close();
  }
}

function policyFindings(policies: readonly string[]): Finding[] {
  if (policies.length === 0) {
    return [
      warning("Its maxmemory-policy cannot be read: allow INFO, and set it to volatile-lru."),
    ];
  }
  const wrong = policies.filter((policy) => policy !== "volatile-lru");
  if (wrong.length === 0) return [ok("Its maxmemory-policy is volatile-lru.")];
  const losesHistory = wrong.some((policy) => policy.startsWith("allkeys-"));
  return [
    warning(
      `Its maxmemory-policy is ${wrong.join(", ")}: set volatile-lru. ${
        losesHistory
          ? "When it is full, it evicts the history of players as well, which nobody else has."
          : "When it is full, it takes nothing new, or evicts what is needed most."
      }`,
    ),
  ];
}

/** Commands that the service does without, and what for. */
const OPTIONAL: [command: [string, ...string[]], consequence: string][] = [
  [
    ["SCAN", "0", "MATCH", `${KEY_PREFIX}:probe`, "COUNT", "1"],
    "npm run data cannot make a backup",
  ],
  [["PUBLISH", CHANNEL, ""], "processes look for changes with a command each time"],
];

async function permissionFindings({ kind, masters }: RedisClient): Promise<Finding[]> {
  if (kind === "upstash") return [];
  const [node] = await masters(LIMIT_MS);
  const tried = await Promise.all(
    OPTIONAL.map(async ([command, consequence]) => {
      const refusal = await node?.send(command).then(() => undefined, shortReason);
      return refusal?.includes("NOPERM") === true
        ? [
            warning(
              `Its user may not run ${command[0]}, so ${consequence}: see ACL SETUSER in docs/running.md.`,
            ),
          ]
        : [];
    }),
  );
  return tried.flat();
}
