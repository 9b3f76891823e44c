import type { SandboxPlayer } from "./player.ts";

/** A table of the players, by group, for people at a terminal. */
export function groupedPlayers(players: readonly SandboxPlayer[]): string {
  const groups = [...new Set(players.map(({ group }) => group))];
  return groups
    .map((group) => [`\n  ${group}`, ...players.filter((one) => one.group === group).map(row)])
    .map((lines) => lines.join("\n"))
    .join("\n");
}

function row(player: SandboxPlayer): string {
  const names = [player.java?.name, player.bedrock?.gamertag].filter((name) => name !== undefined);
  const unique = [...new Set(names)];
  return `    ${unique.join(" / ").padEnd(28)}  ${player.story}`;
}
