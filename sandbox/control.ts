import { createCallLog, createTimers } from "./calls.ts";
import { createFaultList } from "./faults/fault.ts";
import { players } from "./players.ts";
import { ROUTE_KEYS } from "./upstreams/all.ts";
import { createWorld } from "./world.ts";

export type SandboxParts = ReturnType<typeof createParts>;

/** The parts of a running sandbox. */
export function createParts() {
  return {
    world: createWorld(players),
    faults: createFaultList(ROUTE_KEYS),
    calls: createCallLog(),
    timers: createTimers(),
  };
}

export type Control = ReturnType<typeof createControl>;

/** Reads and changes the sandbox. */
export function createControl({ world, faults, calls }: SandboxParts) {
  return {
    /** The current state of all players. */
    players: world.players,
    calls: calls.report,
    /** Calls of one route, of several (`mojang-*`), or of all when none is given. */
    count: calls.count,
    clearCalls: calls.clear,
    /** Adds a fault and returns a function that removes it. The oldest matching fault is used. */
    fault: faults.add,
    clearFaults: faults.clear,
    faults: faults.list,
    watchFaults: faults.watch,
    /** Renames or deletes the account with this UUID or XUID, or changes its textures. */
    change: world.change,
    /** Resets players, faults and counts. */
    reset: () => {
      world.reset();
      faults.clear();
      calls.clear();
    },
  };
}
