import type { CallLog, CallReport } from "./call-log.ts";
import type { FaultList } from "./faults/fault-list.ts";
import type { FaultRule } from "./faults/fault.ts";
import type { Latency } from "./latency.ts";
import type { SandboxPlayer } from "./player.ts";
import type { Timers } from "./timers.ts";
import type { PlayerChange } from "./world-change.ts";
import type { ChangeableWorld } from "./world.ts";

/** The parts of a running sandbox. */
export interface SandboxParts {
  readonly world: ChangeableWorld;
  readonly faults: FaultList;
  readonly calls: CallLog;
  readonly latency: Latency;
  readonly timers: Timers;
}

/** What tests and `/_control/` can read and change. */
export interface Control {
  /** All players, as they are now. */
  players(): readonly SandboxPlayer[];
  calls(): CallReport;
  /** Calls of one route, of several (`mojang-*`), or of all when none is given. */
  count(route?: string): number;
  clearCalls(): void;
  faults(): readonly FaultRule[];
  /** Adds a fault and returns the function that removes it. The oldest that matches is used. */
  fault(rule: FaultRule): () => void;
  clearFaults(): void;
  /** Renames or deletes the account with this UUID or XUID, or changes its textures. */
  change(id: string, change: PlayerChange): SandboxPlayer;
  /** Delays every answer, or those of the routes named. */
  latency(ms: number, route?: string): void;
  /** Puts players, faults, counts and delays back to how they were at the start. */
  reset(): void;
}

export function createControl({ world, faults, calls, latency }: SandboxParts): Control {
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
