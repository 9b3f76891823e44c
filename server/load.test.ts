import { afterEach, describe, expect, it } from "vitest";
import { watchLoad, type Load } from "./load.ts";

let load: Load | undefined;

afterEach(() => load?.stop());

/** Keeps the event loop busy in pieces, as too many requests would. */
async function keepBusy(milliseconds: number, piece: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const until = performance.now() + piece;
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a process", () => {
  it("is overloaded while its event loop is late and many requests are under way", async () => {
    load = watchLoad();
    expect(load.isOverloaded(1_000)).toBe(false);
    await keepBusy(3_000, 300);
    expect(load.isOverloaded(1_000)).toBe(true);
  });

  it("is not overloaded by a sudden burst", async () => {
    load = watchLoad();
    await keepBusy(900, 300);
    expect(load.isOverloaded(1_000)).toBe(false);
  });

  it("is not overloaded by other programs when it has few requests", async () => {
    load = watchLoad();
    await keepBusy(3_000, 300);
    expect(load.isOverloaded(3)).toBe(false);
  });
});
