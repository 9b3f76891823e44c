import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { numbered } from "../load.mjs";
import { cpuMs } from "../machine.mjs";
import { get } from "../processes.mjs";
import { atMost, median, number } from "../report.mjs";
import { startLoad, startRedis, startSandbox, startService } from "../servers.mjs";

/**
 * @import { Send, Server } from "../rounds.mjs"
 * @import { Sandbox } from "../servers.mjs"
 */

/** Requests for unknown players, and for what is then cached. */
const REQUESTS = [
  { name: "cold head", target: "/head?username=Extra_3&size=64", commands: 12 },
  { name: "cold profile, both editions", target: "/api?username=Extra_4", commands: 24 },
  { name: "the head in another size", target: "/head?username=Extra_3&size=65", commands: 0 },
  { name: "the profile, spelled otherwise", target: "/api?username=eXTRA_4", commands: 1 },
];
const MOST_COMMITS = 4;
/** Statistics are written a tenth of a second later. */
const SETTLED_MS = 400;
const PLAYERS = 500;
/** Sizes of each measured block. The median leaves out a block with a large garbage collection. */
const BLOCKS = [33, 37, 41, 45, 49].map((size) => [size, size + 1, size + 2, size + 3]);
/** Code that runs often is compiled while these are sent. */
const WARM_UP_SIZES = Array.from({ length: 16 }, (_, index) => 64 + index);
const MOST_HIT_US = 100;
const MOST_FILES = 50;

/** The cost of one response (store commits, Redis commands, CPU time, files to read). */
export async function cost() {
  const sandbox = await startSandbox();
  const redis = await startRedis();
  const send = await startLoad();
  const embedded = await startService(sandbox);
  await sleep(SETTLED_MS);
  const commits = await countEach(embedded.port, () => commitsIn(embedded.data));
  const hit = await hitCost(embedded, send);
  const files = await filesOfColdHead(embedded);
  await embedded.stop();
  const commands = redis && (await countCommands(sandbox, redis));
  return {
    title: "Cost of a response",
    about: `Requests one after the other on an idle service: commits of the embedded store, and commands sent to a Redis in its place, where a script counts once; statistics, which are written in batches, included. A connection in use is looked at with a PING every two seconds, whatever is requested, which is not counted.`,
    rows: REQUESTS.map(({ name }, index) => ({
      Request: name,
      commits: number(commits[index]),
      "Redis commands": number(commands?.[index]),
    })),
    notes: [
      `A head of a cached player, in a new size, takes ${number(hit)} µs of processor time. A cold head runs functions of ${files.length} files.`,
    ],
    aims: [
      ...REQUESTS.map(({ name, commands: most }, index) =>
        atMost(`Redis commands, ${name}`, commands?.[index], most),
      ),
      atMost("Commits, cold head", commits[0], MOST_COMMITS),
      atMost("A known player in a new size, processor time", hit, MOST_HIT_US, " µs"),
      atMost("Files that a cold head runs", files.length, MOST_FILES),
    ],
  };
}

/**
 * The commands that a service sends to this Redis for each request.
 *
 * @param {Sandbox} sandbox
 * @param {{ url: string, countCommands: () => Promise<() => number> }} redis
 */
async function countCommands(sandbox, redis) {
  const { port, stop } = await startService(sandbox, { variables: { REDIS_URL: redis.url } });
  const counts = await countEach(port, await redis.countCommands());
  await stop();
  return counts;
}

/**
 * How much `count` grows with each request, after two that make the service load its code.
 *
 * @param {number} port
 * @param {() => number} count
 */
async function countEach(port, count) {
  for (const target of ["/head?username=Extra_1", "/api?username=Extra_2"]) await get(port, target);
  await sleep(SETTLED_MS);
  const counts = [];
  for (const { target } of REQUESTS) {
    const before = count();
    const { status } = await get(port, target);
    if (status !== 200) throw new Error(`${target} returned ${status}`);
    await sleep(SETTLED_MS);
    counts.push(count() - before);
  }
  return counts;
}

/**
 * CPU time of a response whose data is cached, but not its bytes, in microseconds.
 *
 * @param {Server} server
 * @param {Send} send
 */
async function hitCost({ port, pid }, send) {
  /** @param {number} size */
  const headsIn = (size) =>
    send({
      port,
      connections: 16,
      targets: numbered([`/head?username=Extra_{}&size=${size}`], 1_000, PLAYERS),
    });
  for (const size of WARM_UP_SIZES) await headsIn(size);
  const costs = [];
  for (const sizes of BLOCKS) {
    const before = cpuMs(pid);
    for (const size of sizes) await headsIn(size);
    costs.push(((cpuMs(pid) - before) * 1_000) / (PLAYERS * sizes.length));
  }
  return median(costs);
}

/**
 * The files of the service with a function that each of three cold heads calls: what has to be read to understand them.
 * What runs now and then, such as a look at the event loop, is not among them.
 *
 * @param {Awaited<ReturnType<typeof startService>>} server
 */
async function filesOfColdHead({ port, filesRun }) {
  const runs = [];
  for (const player of [5, 6, 7]) {
    await filesRun();
    await get(port, `/head?username=Extra_${player}`);
    runs.push(await filesRun());
  }
  return runs.reduce((common, run) => common.filter((file) => run.includes(file)));
}

/**
 * Commits in SQLite's write-ahead logs: the frames that end one. A log that restarts, after a thousand
 * pages, would hide some.
 *
 * @param {string} directory
 * @see https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
function commitsIn(directory) {
  const logs = readdirSync(directory).filter((name) => name.endsWith("-wal"));
  return logs.reduce((sum, name) => {
    const log = readFileSync(path.join(directory, name));
    const frame = 24 + (log.length > 32 ? log.readUInt32BE(8) : 0);
    let commits = 0;
    for (let at = 32; at + frame <= log.length; at += frame) {
      const ofThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
      if (ofThisLog && log.readUInt32BE(at + 4) > 0) commits += 1;
    }
    return sum + commits;
  }, 0);
}
