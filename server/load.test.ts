import { afterEach, describe, expect, it } from "vitest";
import { watchLoad, type Load } from "./load.ts";

let load: Load | undefined;

afterEach(() => load?.stop());

/** Keeps the event loop busy in pieces, as too many requests would. */
async function keepBusy(pieces: number): Promise<void> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const until = performance.now() + 300;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a process", () => {
  it("is overloaded while its event loop is late and many requests are under way", async () => {
    load = watchLoad();
    expect(load.isOverloaded(1_000)).toBe(false);
    // Half would do, if nothing else kept the machine busy.
    for (let at = 0; at < 20 && !load.isOverloaded(1_000); at += 1) await keepBusy(1);
    expect(load.isOverloaded(1_000)).toBe(true);
    // Other programs must be the reason when there are few.
    expect(load.isOverloaded(3)).toBe(false);
  });

  it("is not overloaded by a sudden burst", async () => {
    load = watchLoad();
    await keepBusy(3);
    expect(load.isOverloaded(1_000)).toBe(false);
  });
});
