import type { z } from "zod";
import { paths, playerPaths, type PlayerRouteId, type RouteId } from "../contract/paths.ts";
import type { Route } from "./route.ts";

export type EndpointId = PlayerRouteId;

/** A route about players, as OpenAPI and the documentation show it. */
export interface Endpoint extends Omit<Route, "id" | "query"> {
  id: PlayerRouteId;
  /** With the parameter that selects it, where several have one path: `/api?social=1`. */
  path: string;
  query: z.ZodObject;
}

/** The routes about players, in the order of their paths. */
export function endpointsIn(routes: Readonly<Record<RouteId, Route>>): Endpoint[] {
  const ids = Object.keys(playerPaths) as PlayerRouteId[];
  return ids.map((id) => {
    const { query, ...route } = routes[id];
    if (query === undefined) throw new TypeError(`The route ${id} has no query.`);
    const isFirst = ids.find((other) => paths[other] === paths[id]) === id;
    const path = isFirst ? paths[id] : `${paths[id]}?${route.required.join("=1&")}=1`;
    return { ...route, id, path, query };
  });
}
