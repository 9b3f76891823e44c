import { minotarRoutes } from "./minotar.ts";
import { profileOfPlayer } from "./mojang.ts";
import { wornCape, type CompatScheme } from "./scheme.ts";

const routes = { ...minotarRoutes, "cape/:id": wornCape };

export const crafthead: CompatScheme = {
  name: "Crafthead",
  host: "crafthead.net",
  size: 180,
  most: 300,
  // Since it has heads of another game, too, each URL also begins with the name of this one.
  routes: {
    ...routes,
    ...Object.fromEntries(
      Object.entries(routes).map(([route, image]) => [`minecraft/${route}`, image]),
    ),
  },
  json: { "profile/:id": profileOfPlayer, "minecraft/profile/:id": profileOfPlayer },
};
