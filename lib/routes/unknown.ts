import { playerPaths } from "../contract/paths.ts";
import { parseIdentifier } from "../contract/identifiers.ts";

/** The parameters that name players, or one by its beginning, where that is not `username`. */
const parameters = new Map<string, string>([
  [playerPaths.getBatch, "usernames"],
  [playerPaths.getSuggestions, "q"],
]);

/** The paths that take players, by their last words. */
const ofPlayers = new Map(
  Object.values(playerPaths).map((path) => {
    const parameter = parameters.get(path) ?? "username";
    return [path.replace(/^.*\//, ""), { path, parameter }] as const;
  }),
);

/**
 * The sentence for a path without an endpoint. Where others have the player in the path, as in
 * `/head/Lantern_Lou`, it names the URL that works. Of the path it repeats only a valid identifier, encoded:
 * the rest may be anything.
 */
export function noSuchRoute(path: string): string {
  const words = path.split("/").map(decoded);
  const endpointAt = (at: number) => ofPlayers.get((words[at] ?? "").toLowerCase());
  const first = words.findIndex((_, at) => endpointAt(at) !== undefined);
  // `/api/head/Lantern_Lou` means the head, `/head/player` the head of someone called player.
  const isInApi = endpointAt(first)?.path === "/api" && endpointAt(first + 1) !== undefined;
  const at = isInApi ? first + 1 : first;
  const meant = endpointAt(at);
  if (meant === undefined) return "There is no such endpoint. See /openapi.json.";
  const after = words.slice(at + 1).filter((word) => isIdentifier(word));
  // `/head/Lantern_Lou/64` ends with a size, `/api/profile/Lantern_Lou` with the player.
  const player = (meant.path === "/api" ? after.at(-1) : after[0])?.trim();
  const value = player === undefined ? "…" : encodeURIComponent(player);
  const url = `${meant.path}?${meant.parameter}=${value}`;
  return `There is no such endpoint. For a player, use ${url} instead. See /openapi.json for all endpoints.`;
}

/** A word of a path as text; empty if it is malformed. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return "";
  }
}

function isIdentifier(word: string): boolean {
  return parseIdentifier(word) !== null;
}
