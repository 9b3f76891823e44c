import { expect, vi } from "vitest";
import { startSandbox, type Sandbox } from "../sandbox/server.ts";
import { profileBody, type ProfileBody } from "../lib/contract/profile.ts";
import type { Preconditions, Reply } from "../lib/http/reply.ts";
import { internalRequest } from "../lib/http/request.ts";
import { createServices, type Services, type ServicesOptions } from "../lib/services.ts";
import { memoryStores } from "./memory-stores.ts";
import { aroundTests, untilTestEnds } from "./opened.ts";

export interface RequestOptions {
  method?: string;
  ifNoneMatch?: string;
  preconditions?: Preconditions;
  acceptEncoding?: string;
  onlyIfCached?: boolean;
  client?: string;
  body?: string;
}

/** A response with its body. */
export interface TestReply extends Reply {
  json(): Record<string, unknown>;
  bytes: Uint8Array;
}

/** The variables that name a store. */
const PLACES = ["DATA_DIR", "REDIS_URL", "UPSTASH_REDIS_REST_URL"];

/**
 * The whole service in this process, with its own sandbox, and stores in memory unless variables name others: opening
 * files takes longer than a request, and every store passes the conformance suite.
 */
export interface TestWorld {
  readonly sandbox: Sandbox;
  readonly services: Services;
  /** Sends a request to the API as the front server would. */
  request(target: string, options?: RequestOptions): Promise<TestReply>;
  /** More services on the same sandbox and store, to be closed by the test; `own` adds variables. */
  another(own?: Record<string, string>, options?: ServicesOptions): Services;
  /** Stops the services and starts new ones with the same store. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `env` adds variables, and receives those of the sandbox; `parts` replaces parts of all its services. */
export async function createTestWorld(
  env: (sandbox: Record<string, string>) => Record<string, string> = () => ({}),
  parts: ServicesOptions = {},
): Promise<TestWorld> {
  const sandbox = await startSandbox();
  const stores = memoryStores();
  const open = (own: Record<string, string> = {}, options: ServicesOptions = {}) => {
    const variables = { ...env(sandbox.environment), ...own };
    return createServices(
      {
        ...sandbox.environment,
        NAME_HISTORY_URL: "off",
        LOG_LEVEL: "silent",
        ...variables,
      },
      {
        ...(PLACES.every((name) => variables[name] === undefined) && { stores }),
        // Token buckets refill in real time, even when a test stops the clock.
        bucketClock: () => (vi.isFakeTimers() ? vi.getRealSystemTime() : Date.now()),
        // A Redis on a machine that is busy with other tests may be slow.
        redisTimes: { limitMs: 5_000 },
        ...parts,
        ...options,
      },
    );
  };
  let services = open();
  return {
    sandbox,
    get services() {
      return services;
    },
    another: open,
    request: (target, options) => requestTo(services, target, options),
    async restart() {
      await services.close();
      services = open();
    },
    async close() {
      await services.close();
      await sandbox.close();
    },
  };
}

/** A world for the tests of a file or block. */
export function useWorld(...env: Parameters<typeof createTestWorld>): TestWorld {
  const world = aroundTests(() => createTestWorld(...env));
  return {
    get sandbox() {
      return world().sandbox;
    },
    get services() {
      return world().services;
    },
    request: (...given) => world().request(...given),
    another: (...given) => world().another(...given),
    restart: () => world().restart(),
    close: () => world().close(),
  };
}

/** A world for one test. */
export async function openWorld(...env: Parameters<typeof createTestWorld>): Promise<TestWorld> {
  return untilTestEnds(await createTestWorld(...env));
}

/** Sends a request to the API of these services as the front server would. */
export async function requestTo(
  { api }: Services,
  target: string,
  options: RequestOptions = {},
): Promise<TestReply> {
  const { body = "", client: clientAddress = "203.0.113.1", ifNoneMatch, ...given } = options;
  const request = internalRequest(target, { clientAddress, readBody: async () => body });
  const preconditions = { "if-none-match": ifNoneMatch };
  const reply = await api.replyTo({ ...request, preconditions, ...given });
  const bytes = Buffer.from(reply.body ?? "");
  return {
    ...reply,
    bytes,
    json: () => JSON.parse(bytes.toString("utf8")) as Record<string, unknown>,
  };
}

/** Runs a test in a world of its own. */
export async function withWorld(
  test: (world: TestWorld) => Promise<void>,
  env?: (sandbox: Record<string, string>) => Record<string, string>,
): Promise<void> {
  const ownWorld = await createTestWorld(env);
  try {
    await test(ownWorld);
  } finally {
    await ownWorld.close();
  }
}

/** Runs a test in a world of its own whose clock moves only by `vi.setSystemTime`. */
export async function withStoppedClock(
  test: (world: TestWorld) => Promise<void>,
  env?: (sandbox: Record<string, string>) => Record<string, string>,
): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  try {
    await withWorld(test, env);
  } finally {
    vi.useRealTimers();
  }
}

/** The linked accounts of Lantern_Lou. */
export const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";
export const LOU_XUID = "2761708961228418";

/** The profile for a query; any other response fails the test. */
export async function profileOf(world: TestWorld, query: string): Promise<ProfileBody> {
  const reply = await world.request(`/api?${query}`);
  expect([reply.status, query]).toEqual([200, query]);
  return profileBody.parse(reply.json());
}

/** The error response to a query. */
export async function errorOf(world: TestWorld, query: string) {
  const reply = await world.request(`/api?${query}`);
  const { code, reason } = reply.json();
  return { status: reply.status, code, reason, headers: reply.headers };
}
