import type { CallReport } from "./call-log.ts";
import type { FaultRule } from "./faults/fault.ts";
import type { SandboxPlayer } from "./player.ts";
import type { Sandboxed } from "./sandboxed.ts";
import type { PlayerChange } from "./world-change.ts";

/** The strings behind the scenery. */
export interface Control {
  /** Everybody, as they are now. */
  players(): readonly SandboxPlayer[];
  calls(): CallReport;
  /** Calls of one route; `mojang-*` and the like count several, nothing at all counts everything. */
  count(route?: string): number;
  clearCalls(): void;
  faults(): readonly FaultRule[];
  /** Arms a fault and gives the function that disarms it. Faults strike in the order they came. */
  fault(rule: FaultRule): () => void;
  clearFaults(): void;
  /** Renames, redresses or deletes the account with this UUID or XUID. */
  change(id: string, change: PlayerChange): SandboxPlayer;
  /** Delays every answer, or those of the routes named. */
  latency(ms: number, route?: string): void;
  /** Puts players, faults, counts and delays back to how they were at the start. */
  reset(): void;
}

/** Ties the strings to the parts of a running sandbox. */
export function createControl({ world, faults, calls, latency }: Sandboxed): Control {
  return {
    players: () => world.players(),
    calls: () => calls.report(),
    count: (route) => calls.count(route),
    clearCalls: () => calls.clear(),
    faults: () => faults.list(),
    fault: (rule) => faults.add(rule),
    clearFaults: () => faults.clear(),
    change: (id, change) => world.change(id, change),
    latency: (ms, route) => latency.set(ms, route),
    reset: () => {
      world.reset();
      faults.clear();
      calls.clear();
      latency.reset();
    },
  };
}
