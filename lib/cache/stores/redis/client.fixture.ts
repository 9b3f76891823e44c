import { expect, onTestFinished } from "vitest";
import { startLoopTime } from "../../../testing/loop-time.ts";
import {
  openRedisClient,
  RedisError,
  type RedisAddress,
  type RedisClientOptions,
} from "./client.ts";

/** Longer than the limit in use, since the machine may be busy with other tests. */
export const LIMIT_MS = 700;
export const SLACK_MS = 500;
export const AT_ONCE_MS = 350;

/** A client for one test; `changes` is what it says about Redis. */
export function open(address: RedisAddress, options: RedisClientOptions = {}) {
  const changes: boolean[] = [];
  const client = openRedisClient(address, {
    onChange: (error) => changes.push(error === undefined),
    limitMs: LIMIT_MS,
    ...options,
  });
  onTestFinished(() => client.close());
  return { ...client, changes };
}

/** How a call ended, and after how many milliseconds in which this process could run. */
export async function timed(call: () => Promise<unknown>) {
  const elapsed = startLoopTime();
  const outcome = await call().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { ...outcome, ms: elapsed() };
}

export function expectFailure(outcome: Awaited<ReturnType<typeof timed>>, withinMs: number) {
  expect(outcome).toMatchObject({ error: expect.any(RedisError) });
  expect(outcome.ms).toBeLessThan(withinMs);
}
