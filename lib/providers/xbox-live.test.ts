import { setImmediate as breathe } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTestClock } from "../../testing/test-clock.ts";
import { holdTokens } from "./xbox-live.ts";

/** Tokens that are renewed when the test says so. */
function open() {
  const clock = createTestClock();
  const renewals: ((token: string) => void)[] = [];
  const tokens = holdTokens(
    () =>
      new Promise((resolve) =>
        renewals.push((token) =>
          resolve({ userHash: "1", token, usableUntil: clock.now() + 3_600_000 }),
        ),
      ),
    { clock },
  );
  const request = () =>
    tokens().then(
      ({ token }) => token,
      (error: unknown) => String(error),
    );
  return { clock, renewals, request };
}

const LATE = "Error: Xbox Live did not renew in time";

it("a renewal that is too late for one request serves the next, and there is no second one", async () => {
  const { clock, renewals, request } = open();
  const [first, second] = [request(), request()];
  await clock.pass(4_000);
  expect([await first, await second]).toEqual([LATE, LATE]);
  const third = request();
  renewals[0]?.("a token");
  expect(await third).toBe("a token");
  await clock.pass(3_000_000);
  expect([await request(), renewals.length]).toEqual(["a token", 1]);
});

it("a renewal that ends when nobody waits for it is kept", async () => {
  const { clock, renewals, request } = open();
  const first = request();
  await clock.pass(30_000);
  expect(await first).toBe(LATE);
  renewals[0]?.("a token");
  await breathe();
  expect([await request(), renewals.length]).toEqual(["a token", 1]);
});

it("a renewal that never ends is begun again after a minute", async () => {
  const { clock, renewals, request } = open();
  const first = request();
  await clock.pass(60_000);
  expect(await first).toBe(LATE);
  const second = request();
  renewals[1]?.("a token");
  expect([await second, renewals.length]).toEqual(["a token", 2]);
});
