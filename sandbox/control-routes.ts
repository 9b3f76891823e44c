import { z } from "zod";
import type { Control } from "./control.ts";
import { faultRuleSchema } from "./faults/fault.ts";
import type { SandboxPlayer } from "./player.ts";
import { json } from "./upstreams/upstream.ts";
import type { Reply } from "./upstreams/upstream.ts";

/** Answers `/_control/…`: the control for callers in another process. */
export function answerControl(control: Control, request: ControlRequest): Reply {
  const [topic = "", id = ""] = request.path.replace("/_control/", "").split("/");
  const action = ACTIONS[`${request.method} ${topic}`];
  if (!action) return json(404, { error: `there is no ${request.method} ${request.path}` });
  try {
    const body: unknown = request.body === "" ? {} : JSON.parse(request.body);
    return json(200, action(control, body, decodeURIComponent(id)) ?? { done: true });
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const latencySchema = z.strictObject({
  ms: z.number().nonnegative(),
  route: z.string().optional(),
});

const changeSchema = z.strictObject({
  name: z.string().optional(),
  gamertag: z.string().optional(),
  skin: z.string().nullable().optional(),
  model: z.enum(["classic", "slim"]).optional(),
  cape: z.string().nullable().optional(),
  deleted: z.boolean().optional(),
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
  "GET players": (control) => control.players().map(summarise),
  "POST players": (control, body, id) => summarise(control.change(id, changeSchema.parse(body))),
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
