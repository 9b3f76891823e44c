import { faultRuleSchema, meansRoute } from "./fault.ts";
import type { Fault, FaultRule } from "./fault.ts";

/** The faults that are waiting for their request, oldest first. */
export interface FaultList {
  /** Adds a fault and gives the function that takes it away again. */
  add(rule: FaultRule): () => void;
  /** The first fault meant for this request; spends one of its times. */
  take(key: string, request: string): Fault | null;
  list(): readonly FaultRule[];
  clear(): void;
}

/** An empty list that refuses routes that do not exist. */
export function createFaultList(routeKeys: readonly string[]): FaultList {
  let armed: ArmedFault[] = [];

  const disarm = (fault: ArmedFault) => {
    armed = armed.filter((one) => one !== fault);
  };

  return {
    add: (given) => {
      const rule = faultRuleSchema.parse(given);
      if (!routeKeys.some((key) => meansRoute(rule.route, key))) {
        throw new Error(`no route is called ${rule.route}; there are ${routeKeys.join(", ")}`);
      }
      const fault = { rule, left: rule.times ?? Infinity };
      armed.push(fault);
      return () => disarm(fault);
    },
    take: (key, request) => {
      const fault = armed.find(({ rule }) => strikes(rule, key, request));
      if (!fault) return null;
      fault.left -= 1;
      if (fault.left <= 0) disarm(fault);
      return fault.rule.fault;
    },
    list: () =>
      armed.map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, times: left } : rule)),
    clear: () => {
      armed = [];
    },
  };
}

interface ArmedFault {
  readonly rule: FaultRule;
  left: number;
}

function strikes(rule: FaultRule, key: string, request: string): boolean {
  if (!meansRoute(rule.route, key)) return false;
  return rule.match === undefined || request.toLowerCase().includes(rule.match.toLowerCase());
}
