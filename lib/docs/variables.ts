import { readConfiguration, variables } from "../configuration.ts";

export interface VariableRow {
  name: string;
  /** What holds when it is not set; undefined when that is nothing. */
  byDefault?: string;
}

/** Every variable of the environment with its default, from the code that reads them. */
export function variableRows(): VariableRow[] {
  const byDefault: Readonly<Record<string, unknown>> = readConfiguration({});
  return Object.keys(variables).map((name) => {
    const value = byDefault[name];
    if (value === null) return { name, byDefault: "off" };
    const isPlain = typeof value === "string" || typeof value === "number";
    return isPlain ? { name, byDefault: String(value) } : { name };
  });
}
