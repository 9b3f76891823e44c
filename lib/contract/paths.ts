/*
 * The paths of this service's own API. `lib/routes` has a route for each; a path without one, or a route
 * without a path, does not compile.
 */

/** About players, by the id of the route: each is documented in every language. */
export const playerPaths = {
  getProfile: "/api",
  getSocial: "/api",
  getRecent: "/api",
  getBatch: "/api/batch",
  getHistory: "/api/history",
  getSuggestions: "/api/suggest",
  getHead: "/head",
  getBust: "/bust",
  getBody: "/body",
  getPlayerCard: "/player",
  getSkin: "/skin",
  getCape: "/cape",
} as const;

/**
 * The first word of URLs with the player in the path, as in `/head/Lantern_Lou/64.png`, and the route that each
 * means.
 */
export const shortUrls = {
  head: "getHead",
  avatar: "getHead",
  bust: "getBust",
  body: "getBody",
  skin: "getSkin",
  cape: "getCape",
} as const satisfies Record<string, keyof typeof playerPaths>;

/** About the service itself. */
const servicePaths = {
  getHealth: "/api/health",
  getReady: "/api/ready",
  getMetrics: "/api/metrics",
  getStatus: "/api/status",
  getOpenApi: "/openapi.json",
  redirectToApi: "/api.php",
} as const;

/** The folder of URLs that mean one of these in the words of another service. */
export const COMPAT_FOLDER = "/compat/";

export const paths = { ...playerPaths, ...servicePaths };
export type RouteId = keyof typeof paths;
/** A route about players. */
export type PlayerRouteId = keyof typeof playerPaths;

/** These stand for a page in metrics and logs, and for every path that does not exist. */
export const PAGE_ROUTE = "page";
export const OTHER_ROUTE = "other";
const routePaths = new Set<string>(Object.values(paths));
const exact = new Set([...routePaths, ...Object.keys(shortUrls).map((word) => `/${word}`)]);
/** Under these, an unknown path is one of the API as well. `/player/` is the folder of the players' pages. */
const folders = [
  COMPAT_FOLDER,
  ...[...exact].filter((path) => path !== paths.getPlayerCard).map((path) => `${path}/`),
];

/** Tells whether a path is exactly that of a route. */
export function isRoutePath(path: string): boolean {
  return routePaths.has(withoutTrailingSlash(path));
}

/** These are about one process: such a response depends on no store, and nobody may have to wait for one. */
const ofProcess = new Set<string>([paths.getHealth, paths.getReady, paths.getMetrics]);

export function isAboutProcess(path: string): boolean {
  return ofProcess.has(withoutTrailingSlash(path));
}

/**
 * True if a path belongs to the API: an unknown one gets the API's error instead of a page. Paths in
 * capitals or with extra slashes at the start count as well, so that scripts of other sites can read
 * the error.
 */
export function isApiPath(path: string): boolean {
  if (exact.has(path)) return true;
  const meant = path.toLowerCase().replace(/^\/+/, "/");
  return exact.has(meant) || folders.some((folder) => meant.startsWith(folder));
}

export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
