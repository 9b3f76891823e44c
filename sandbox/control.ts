import { z } from "zod";
import type { CallLog } from "./call-log.ts";
import type { Latency, Timers } from "./delays.ts";
import { faultRuleSchema, type FaultList } from "./faults/fault.ts";
import { limitSchema, type Limits } from "./limits.ts";
import type { SandboxPlayer } from "./player.ts";
import { json, type Reply } from "./upstreams/upstream.ts";
import { playerChangeSchema } from "./world-change.ts";
import type { ChangeableWorld } from "./world.ts";

/** The parts of a running sandbox. */
export interface SandboxParts {
  readonly world: ChangeableWorld;
  readonly faults: FaultList;
  readonly calls: CallLog;
  readonly latency: Latency;
  readonly limits: Limits;
  readonly timers: Timers;
}

export type Control = ReturnType<typeof createControl>;

/** Reads and changes the sandbox, for tests and `/_control/`. */
export function createControl({ world, faults, calls, latency, limits }: SandboxParts) {
  return {
    /** The current state of all players. */
    players: world.players,
    calls: calls.report,
    /** Calls of one route, of several (`mojang-*`), or of all when none is given. */
    count: calls.count,
    clearCalls: calls.clear,
    faults: faults.list,
    /** Adds a fault and returns a function that removes it. The oldest matching fault is used. */
    fault: faults.add,
    clearFaults: faults.clear,
    /** Renames or deletes the account with this UUID or XUID, or changes its textures. */
    change: world.change,
    /** Delays all responses, or those of the given routes. */
    latency: latency.set,
    /** Replaces the rate limits of the providers; there are none by default. */
    limit: limits.set,
    /** The rate limits, and the results of the calls that they count. */
    limits: limits.report,
    /** Resets players, faults, counts, delays and limits. */
    reset: () => {
      world.reset();
      faults.clear();
      calls.clear();
      latency.reset();
      limits.set([]);
    },
  };
}

/** Handles a request to `/_control/…`, the control for other processes. */
export function handleControl(control: Control, method: string, path: string, text: string): Reply {
  const [topic = "", id = ""] = path.replace("/_control/", "").split("/");
  const action = ACTIONS[`${method} ${topic}`];
  if (!action) return json(404, { error: `there is no ${method} ${path}` });
  try {
    const body: unknown = text === "" ? {} : JSON.parse(text);
    return json(200, action(control, body, decodeURIComponent(id)) ?? { done: true });
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

const latencySchema = z.strictObject({
  ms: z.number().nonnegative(),
  route: z.string().optional(),
});

type Action = (control: Control, body: unknown, id: string) => unknown;

const ACTIONS: Readonly<Record<string, Action>> = {
  "GET calls": (control) => control.calls(),
  "DELETE calls": (control) => control.clearCalls(),
  "GET faults": (control) => control.faults(),
  "POST faults": (control, body) => {
    const rules = Array.isArray(body) ? body : [body];
    for (const rule of rules.map((one) => faultRuleSchema.parse(one))) control.fault(rule);
    return control.faults();
  },
  "DELETE faults": (control) => control.clearFaults(),
  "POST latency": (control, body) => {
    const { ms, route } = latencySchema.parse(body);
    control.latency(ms, route);
  },
  "GET limits": (control) => control.limits(),
  "POST limits": (control, body) => control.limit(z.array(limitSchema).parse(body)),
  "GET players": (control) => control.players().map(summarise),
  "POST players": (control, body, id) =>
    summarise(control.change(id, playerChangeSchema.parse(body))),
  "POST reset": (control) => control.reset(),
};

function summarise({ group, story, java, bedrock }: SandboxPlayer) {
  return {
    group,
    story,
    java: java ? { uuid: java.uuid, name: java.name } : null,
    bedrock: bedrock ? { xuid: bedrock.xuid, gamertag: bedrock.gamertag } : null,
  };
}
