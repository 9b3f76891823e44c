import { onTestFinished } from "vitest";
import { createResilientStore, type ResilientOptions } from "../resilient.ts";
import { createFlakyStore } from "./flaky.fixture.ts";

/** A resilient store on one that fails when told to, with a clock of its own; for tests. */
export function createWorld(options: Partial<ResilientOptions> = {}) {
  let time = 1_700_000_000_000;
  const now = () => time;
  const flaky = createFlakyStore(now);
  const changes: boolean[] = [];
  const store = createResilientStore(flaky.store, {
    maxBytes: 4_000_000,
    mirror: true,
    rejoin: "overwrite",
    retryMs: 60_000,
    now,
    onChange: ({ ok }) => changes.push(ok),
    ...options,
  });
  onTestFinished(() => store.close());
  return { ...flaky, store, changes, pass: (ms: number) => void (time += ms) };
}
