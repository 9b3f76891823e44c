import type { Scenario } from "./scenario.ts";

/** The settings of each instance: which addresses it calls from. */
export function egressesOf(
  { instances, addresses }: Scenario,
  slice: number,
): Record<string, string>[] {
  const count = Math.max(1, Math.round(addresses / slice));
  return Array.from({ length: instances }, (_, instance) => {
    if (count <= instances) return { EGRESS_NAME: `address-${instance % count}` };
    const own: string[] = [];
    for (let at = instance; at < count; at += instances) own.push(`127.0.1.${at + 1}`);
    return { EGRESS_NAME: "all", EGRESS_ADDRESSES: own.join(",") };
  });
}
