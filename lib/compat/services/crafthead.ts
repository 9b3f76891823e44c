import { transparentPixelPng } from "../../textures/default-skins.ts";
import { added, cube, download, wornCape, type ImageRoute } from "../images.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";
import { minotarRoutes } from "./minotar.ts";
import { profileOfPlayer } from "./mojang.ts";

const routes: Record<string, ImageRoute> = {
  ...minotarRoutes,
  "download/:id": added(download),
  "armor/cube/:id": cube,
  "cape/:id": {
    ...wornCape,
    missing: { status: 404, body: transparentPixelPng, type: "image/png" },
  },
};

const MODELS: ReadonlyMap<string, "classic" | "slim"> = new Map([
  ["default", "classic"],
  ["slim", "slim"],
]);

export const crafthead: CompatScheme = {
  name: "Crafthead",
  host: "crafthead.net",
  size: pixels(180, { most: 300 }),
  // Since it has heads of another game, too, each URL also begins with the name of this one.
  routes: {
    ...routes,
    ...Object.fromEntries(
      Object.entries(routes).map(([route, image]) => [`minecraft/${route}`, image]),
    ),
  },
  json: { "profile/:id": profileOfPlayer, "minecraft/profile/:id": profileOfPlayer },
  notOffered: { "hytale/:any/:id": "games" },
  parameters({ read }, { path }) {
    const model = MODELS.get(read("model") ?? "");
    return { model: path !== "/head" && path !== "/cape" && model };
  },
};
