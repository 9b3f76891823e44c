import type { Deadline, Priority } from "./deadline.ts";

const ORDER: Record<Priority, number> = { person: 0, refresh: 1, background: 2 };

/**
 * Picks who goes next: persons before refreshes before what nobody waits for; among equals one of
 * each client in turn, so that who asks for much does not keep the others waiting; then by age.
 * `waiting` is in order of age.
 */
export function pickFairly<Waiter extends { deadline: Deadline }>(
  waiting: readonly Waiter[],
  most: number,
): Waiter[] {
  const turnsOf = new Map<string, number>();
  const ranked = waiting.map((waiter, age) => {
    const { priority, client } = waiter.deadline.errand;
    const who = `${priority} ${client ?? `nobody ${age}`}`;
    const turn = turnsOf.get(who) ?? 0;
    turnsOf.set(who, turn + 1);
    return { waiter, rank: [ORDER[priority], turn, age] as const };
  });
  return ranked
    .toSorted(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .slice(0, most)
    .map(({ waiter }) => waiter);
}
