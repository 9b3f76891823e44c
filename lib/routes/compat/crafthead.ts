import { minotarRoutes } from "./minotar.ts";
import { profileOfPlayer } from "./mojang.ts";
import type { CompatScheme } from "./scheme.ts";

export const crafthead: CompatScheme = {
  name: "Crafthead",
  host: "crafthead.net",
  size: 180,
  most: 300,
  routes: minotarRoutes,
  json: { "profile/:id": profileOfPlayer },
};
