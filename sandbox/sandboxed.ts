import type { CallLog } from "./call-log.ts";
import type { FaultList } from "./faults/fault-list.ts";
import type { Latency } from "./latency.ts";
import type { Timers } from "./timers.ts";
import type { ChangeableWorld } from "./world.ts";

/** The parts of a running sandbox. */
export interface Sandboxed {
  readonly world: ChangeableWorld;
  readonly faults: FaultList;
  readonly calls: CallLog;
  readonly latency: Latency;
  readonly timers: Timers;
}
