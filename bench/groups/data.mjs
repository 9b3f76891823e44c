import path from "node:path";
import { createHash } from "node:crypto";
import { built, root } from "../../scripts/prepare.mjs";
import { memoryMb, newStoreDirectory, SERVER, workDirectory } from "../machine.mjs";
import { start, unlessEnded } from "../processes.mjs";
import { atMost, number } from "../report.mjs";
import { startRedis, startRedisCluster } from "../servers.mjs";

/**
 * @import { TextureHash } from "../../lib/contract/identifiers.ts"
 * @import { Item } from "../../lib/data/file.ts"
 * @import { Effort } from "../rounds.mjs"
 */

/** @type {typeof import("../../lib/data/file.ts")} */
const { writeDataFile } = await import(built("lib/data/file.js"));

const PLAYERS = 50_000;
const MILLION = 1_000_000;
const MOST_SECONDS = 300;
const MOST_MB = 200;
const LOOK_MS = 100;

/**
 * Moving what must last between a file and SQLite, a Redis or a cluster.
 *
 * @param {Effort} effort
 */
export async function data({ full }) {
  const players = full ? MILLION : PLAYERS;
  const file = path.join(workDirectory, "players.jsonl.gz");
  await writeDataFile(file, batchesOf(players));
  const [redis, cluster] = [await startRedis(), await startRedisCluster()];
  const again = path.join(workDirectory, "again.jsonl.gz");
  /** @type {Record<string, Record<string, string>>} */
  const stores = {
    SQLite: { DATA_DIR: newStoreDirectory() },
    ...(redis && { "a Redis": { REDIS_URL: redis.url } }),
    ...(cluster && { "a cluster": { REDIS_URL: cluster.url } }),
  };
  /** @type {{ name: string, seconds: number, mb: number }[]} */
  const rows = [];
  for (const [name, env] of Object.entries(stores)) {
    rows.push({ name: `import into ${name}`, ...(await run(["import", file], env)) });
    rows.push({ name: `export from ${name}`, ...(await run(["export", again], env)) });
  }
  /** @param {number} seconds */
  const perMillion = (seconds) => (seconds * MILLION) / players;
  return {
    title: "Moving data",
    about: `\`npm run data\` with ${number(players)} players, a tenth of whom have changed their name, on one core, with the time that a million would take. SQLite keeps no more players than 64 MB hold.`,
    rows: rows.map(({ name, seconds, mb }) => ({
      Command: name,
      "in all": number(seconds, " s"),
      "a million": number(perMillion(seconds), " s"),
      memory: number(mb, " MB"),
    })),
    aims: [
      atMost(
        "Moving a million players",
        Math.max(...rows.map(({ seconds }) => perMillion(seconds))),
        MOST_SECONDS,
        " s",
      ),
      atMost("Memory of a move", Math.max(...rows.map(({ mb }) => mb)), MOST_MB, " MB"),
    ],
  };
}

/**
 * Runs the command; gives its time, and the most memory that it held.
 *
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 */
async function run(args, env) {
  const flags = ["--max-semi-space-size=8", "--max-old-space-size=160"];
  const program = path.join(root, "dist", "server", "data.js");
  const started = performance.now();
  const child = start([process.execPath, ...flags, program, ...args], { cores: SERVER, env });
  let mb = 0;
  const look = () => {
    const { total } = memoryMb(child.pid);
    // A process that has just ended has no memory.
    if (total > mb) mb = total;
  };
  const looks = setInterval(look, LOOK_MS);
  try {
    await unlessEnded(child, new Promise(() => undefined));
  } catch (error) {
    // A folder that has no room for all of them says so.
    if (child.exitCode !== 0 && !child.lastWords.includes("64 MB")) throw error;
  } finally {
    clearInterval(looks);
  }
  return { seconds: (performance.now() - started) / 1_000, mb };
}

/**
 * Players as a file has them.
 *
 * @param {number} players
 * @returns {AsyncGenerator<Item[], void>}
 */
async function* batchesOf(players) {
  const now = Date.now();
  for (let from = 0; from < players; from += 500) {
    yield Array.from({ length: Math.min(500, players - from) }, (_, offset) => {
      const index = from + offset;
      const digest = createHash("sha256").update(String(index)).digest("hex");
      // The digest has the form of a texture's hash.
      const hash = /** @type {TextureHash} */ (digest);
      const seen = { first_seen: now - 1_000, last_seen: now, hash };
      const before = { name: `Before_${index}`, changed_at: null, last_seen: now - 1_000 };
      const isRenamed = index % 10 === 0;
      const name = { name: `Player_${index}`, changed_at: isRenamed ? now : null, last_seen: now };
      return {
        kind: "player",
        id: `${hash.slice(0, 12)}4${hash.slice(13, 16)}8${hash.slice(17, 32)}`,
        record: {
          observed: isRenamed ? [before, name] : [name],
          reported: [],
          skins: [{ ...seen, model: "slim" }],
          capes: [],
          kept: 0,
        },
      };
    });
  }
}
