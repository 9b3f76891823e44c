import type { Guard } from "../upstream.ts";
import { createCircuit, type BreakerState, type Circuit, type CircuitStatus } from "./circuit.ts";
import { createStallWatch, type StallWatch } from "./stalls.ts";

interface Operation {
  provider: string;
  operation: string;
}

export interface BreakerChange extends Operation {
  state: BreakerState;
}

export interface BreakerStatus extends Operation, CircuitStatus {}

export interface BreakerOptions {
  /** Milliseconds on a clock that only goes forward. */
  now?: () => number;
  /** Numbers from 0 up to 1. */
  random?: () => number;
  onChange?: (change: BreakerChange) => void;
  stalls?: StallWatch;
}

export interface Breakers {
  /** Throws UpstreamFailure `left-alone` while the breaker of an operation is open. */
  guard: Guard;
  /** Every operation that was asked for so far. */
  states(): BreakerStatus[];
}

/**
 * A breaker for each operation of each provider, made on first use; there are as many as providers
 * have operations. State lives in this process only.
 */
export function createBreakers({
  now = () => performance.now(),
  random = Math.random,
  onChange = () => undefined,
  stalls = createStallWatch(),
}: BreakerOptions = {}): Breakers {
  const circuits = new Map<string, Operation & { circuit: Circuit }>();

  const circuitOf = ({ provider, operation }: Operation): Circuit => {
    const key = `${provider} ${operation}`;
    const known = circuits.get(key);
    if (known !== undefined) return known.circuit;
    const circuit = createCircuit({
      now,
      random,
      stalls,
      onChange: (state) => onChange({ provider, operation, state }),
    });
    circuits.set(key, { provider, operation, circuit });
    return circuit;
  };

  return {
    guard: (call, ask) => circuitOf(call).run(call, ask),
    states: () =>
      [...circuits.values()].map(({ provider, operation, circuit }) => ({
        provider,
        operation,
        ...circuit.status(),
      })),
  };
}
