import { setTimeout } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";
import type { JavaUuid } from "../../lib/contract/identifiers.ts";
import { createFaces } from "../../lib/players/texture-library.ts";
import { createCache } from "../../lib/cache/cache.ts";
import { grantsInStore } from "../../lib/cache/stores/grants.ts";
import { createMemoryStore } from "../../lib/cache/stores/memory.ts";
import type { Store } from "../../lib/cache/stores/store.ts";
import { createMemoryTier, createTiers } from "../../lib/cache/tiers.ts";
import { systemClock } from "../../lib/time/clock.ts";
import { internalRequest } from "../../lib/http/request.ts";
import { createRefreshLimit } from "../../lib/refresh-limit/refresh-limit.ts";
import { boundsIn, partsOf, type MemoryBounds } from "../../lib/process/memory.ts";
import { cachedText, type CompleteReply } from "../../lib/http/cached-response.ts";
import { createHistory } from "../../lib/players/history.ts";
import { createFailureCodec, UpstreamFailure } from "../../lib/providers/failure.ts";
import { createImageCache } from "../../lib/images/image-cache.ts";
import { createServices } from "../../lib/services.ts";
import { createProviders } from "../simulation/providers.ts";
import { PROVIDERS } from "../simulation/simulate.ts";

/*
 * Fills everything in memory that grows with what is requested, each with more than fits into its bound, and prints a
 * line of JSON for each: how much it may take, and how much it took. The argument is the memory of the container in MB.
 * To be run with `--expose-gc`, and the limit of the heap that Node chooses there. In the end, all are full at once.
 */

/** One that was filled; in bytes. */
export interface Filled {
  part: keyof MemoryBounds;
  /** The kind of its entries. */
  kind: string;
  declared: number;
  measured: number;
}

/** All together, in bytes. */
export interface FilledAll {
  declared: number;
  measured: number;
  /** The heap of the main thread: bytes in use, and V8's limit. */
  heap: number;
  heapLimit: number;
  resident: number;
}

const MB = 2 ** 20;
const memory = { process: Number(process.argv[2]) * MB, heap: getHeapStatistics().heap_size_limit };
const bounds = boundsIn(memory);
/** The bounds of everything that is not being filled. */
const small = partsOf(MB);
const held: unknown[] = [];
const CLIENT = { clientAddress: "203.0.113.1" };
const lifetimes = { freshMs: 1e9, ttlMs: 1e9, negativeMs: 1e9 };

let number = 0;
/** Digits that nothing else has, for so many bytes. */
const hex = (bytes: number) => {
  const digits = (number += 1).toString(16).padStart(2 * bytes, "a");
  // In one piece, as texts from a socket or a store are.
  return Buffer.from(digits).toString("latin1");
};
/** How many are more than enough, if each takes at least so many bytes. */
const enough = (part: keyof MemoryBounds, least: number) => Math.ceil(bounds[part] / least);

async function used(): Promise<number> {
  let least = Infinity;
  // Memory that was let go counts as freed a moment later, so this goes on until it shrinks no more.
  for (let unchanged = 0; unchanged < 3; unchanged += 1) {
    global.gc?.();
    await setTimeout(20);
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external < least - 1e4) unchanged = 0;
    least = Math.min(least, heapUsed + external);
  }
  return least;
}

function print(line: Filled | FilledAll): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Measures how much `work` leaves behind, whose result stays. */
async function fill(part: keyof MemoryBounds, kind: string, work: () => unknown): Promise<void> {
  const before = await used();
  held.push(await work());
  print({ part, kind, declared: bounds[part], measured: (await used()) - before });
}

/** The entries that the service wrote to its store, by key. */
const written = new Map<string, string>();
const store = createMemoryStore({ maxBytes: 1e6 });
const values: Store = {
  ...store,
  transact(steps) {
    for (const step of steps) {
      if ("set" in step && step.to?.startsWith("{")) written.set(step.set, step.to);
    }
    return store.transact(steps);
  },
};

/** A service of which only the responses may grow. */
const { api } = createServices(
  { ...PROVIDERS, OBSERVED_HISTORY: "off" },
  {
    guards: [
      createProviders({
        latencyMs: 0,
        isBedrock: () => false,
        onCall: () => undefined,
        clock: systemClock,
      }),
    ],
    memory: { ...small, responses: bounds.responses },
    stores: {
      description: "nothing",
      isShared: false,
      grants: grantsInStore(store),
      values,
      textures: store,
      coordination: store,
      limits: store,
      durable: store,
      inspect: () => Promise.resolve(),
      committed: () => Promise.resolve(),
      health: () => ({ ok: true }),
      close: () => Promise.resolve(),
    },
  },
);
// The clock keeps no process alive.
setInterval(() => undefined, 60_000);
const request = (target: string) => api.replyTo(internalRequest(target, CLIENT));

const PROFILE = "/api?username=Extra_1&type=java";
await request(PROFILE);
const profile = await request(PROFILE);
const head = await request("/head?username=nobody_at_all&type=bedrock");
const [uuid = ""] = /[0-9a-f]{32}/.exec(String(profile.body)) ?? [];

/** A text about another player. */
const ofAnother = (text: string, name: string, id: string) =>
  text.replaceAll("Extra_1", name).replaceAll("extra_1", name.toLowerCase()).replaceAll(uuid, id);

/** Keeps a reply like this one about another player. */
function keep(reply: CompleteReply, target: string, bytes?: string): void {
  const [name, id] = [`Extra_${hex(4)}`, hex(16)];
  const tags = profile.caching.tags.map((tag) => ofAnother(tag, name, id));
  const caching = { ...reply.caching, freshUntil: Date.now() + 1e6, isReusable: true, tags };
  const headers = { ...reply.headers, etag: `W/"${hex(13)}"` };
  const players = [
    { username: name, editions: ["java"], id, head_url: `/head?texture=${hex(32)}` },
  ];
  const record = bytes === undefined ? () => void players.length : undefined;
  const onHit = () => record?.();
  const body = bytes ?? ofAnother(String(reply.body), name, id);
  const made = { ...reply, headers, body, caching, onHit };
  const kept = cachedText(made, api.responses.staleSeconds);
  api.responses.add(ofAnother(target, name, id), kept, api.responses.version);
}

const failureOf = (key: string) =>
  new UpstreamFailure("unavailable", { provider: "mojang", operation: key }, "is down", {
    cause: new Error("connect ECONNREFUSED"),
  });

const start = await used();

await fill("responses", "not found", async () => {
  for (let left = enough("responses", 700); left > 0; left -= 1) {
    await request(`/api?uuid=${hex(6)}3aaaa${hex(8).slice(1)}`);
  }
});
api.responses.forgetAll();

await fill("responses", "images", () => {
  for (let left = enough("responses", 1_800); left > 0; left -= 1) {
    keep(head, "/head?username=Extra_1&size=64", hex(500));
  }
});
api.responses.forgetAll();

await fill("responses", "profiles", () => {
  for (let left = enough("responses", 2_000); left > 0; left -= 1) keep(profile, PROFILE);
});

await fill("entries", "players", () => {
  const tier = createMemoryTier({ ...small, entries: bounds.entries });
  const tiers = createTiers({ name: "java:v1", store, tier, lifetimes });
  for (let left = enough("entries", 1_000); left > 0; left -= 1) {
    const [name, id] = [`Extra_${hex(4)}`, hex(16)];
    for (const [key, text] of written) {
      tiers.fromStore(ofAnother(key, name, id), ofAnother(text, name, id));
    }
  }
  return tiers;
});

await fill("images", "images", async () => {
  const images = createImageCache(bounds.images, systemClock);
  for (let left = enough("images", 2_000); left > 0; left -= 1) {
    const key = `${hex(32)} undefined png body 256 png true`;
    const make = () => Promise.resolve(new Uint8Array(2_000));
    await images({ priority: "foreground" }, key, 256 * 256, make);
  }
  return images;
});

await fill("faces", "faces", () => {
  const faces = createFaces(bounds.faces);
  for (let left = enough("faces", 1_000); left > 0; left -= 1) {
    const face = () => ({ side: 8, data: new Uint8Array(256) });
    faces.set(hex(32) as never, { bare: face(), withOverlay: face() });
  }
  return faces;
});

const options = {
  name: "test:v1",
  store: createMemoryStore({ maxBytes: 1e5 }),
  lifetimes,
  failures: createFailureCodec(systemClock),
};

await fill("failures", "failures", async () => {
  const cache = createCache({
    ...options,
    tier: createMemoryTier({ ...small, failures: bounds.failures }),
  });
  for (let left = enough("failures", 700); left > 0; left -= 1) {
    const key = hex(16);
    await cache.get(key, () => Promise.reject(failureOf(key))).catch(() => undefined);
  }
  return cache;
});

await fill("grants", "grants", async () => {
  const granted = {
    ...grantsInStore(store),
    take: async () => ({ granted: true }) as const,
    giveBack: async () => undefined,
  };
  const limit = createRefreshLimit(granted, systemClock, bounds.grants);
  for (let left = enough("grants", 200); left > 0; left -= 1)
    await limit.take([`profile:java:${hex(16)}`]);
  return limit;
});

await fill("histories", "histories", async () => {
  const formerNames = { note: async () => undefined };
  const history = createHistory({ ...options, formerNames, recordsBytes: bounds.histories });
  for (let left = enough("histories", 300); left > 0; left -= 1) {
    await history.observe(hex(16) as JavaUuid, { name: `Extra_${left}` });
  }
  return history;
});

await fill("stores", "four stores", async () => {
  const stores = Array.from({ length: 4 }, () =>
    createMemoryStore({ maxBytes: Math.ceil(bounds.stores / 4) }),
  );
  for (const store of stores) {
    for (let left = enough("stores", 1_200); left > 0; left -= 1) {
      await store.set(`java:v1:${hex(16)}`, hex(100), { ttlMs: 1e6 });
    }
  }
  return stores;
});

const all = await used();
print({
  declared: Object.values(bounds).reduce((sum, bytes) => sum + bytes, 0),
  measured: all - start,
  heap: process.memoryUsage().heapUsed,
  heapLimit: memory.heap,
  resident: process.memoryUsage().rss,
});
process.exit(held.length > 0 ? 0 : 1);
