import { compatServices } from "../configuration/compat-services.ts";
import { COMPAT_FOLDER, OTHER_ROUTE, PAGE_ROUTE, paths, playerPaths } from "../contract/paths.ts";

/** The routes about players in metrics and logs: never a path with a player in it. */
export const playerRoutes: readonly string[] = [
  ...new Set(Object.values(playerPaths)),
  ...compatServices.map((service) => COMPAT_FOLDER + service),
];

/** Every value of the label `route`. */
export const allRoutes: readonly string[] = [
  ...new Set([...playerRoutes, ...Object.values(paths), PAGE_ROUTE, OTHER_ROUTE]),
];
