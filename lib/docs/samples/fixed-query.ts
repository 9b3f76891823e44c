/** The part of an endpoint's query that is written in its path. */
export function fixedQuery(path: string): URLSearchParams {
  return new URLSearchParams(path.split("?")[1] ?? "");
}
