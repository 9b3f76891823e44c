import type { EndpointId } from "./contract.ts";
import { endpointOf } from "./contract.ts";
import sizes from "./image-sizes.json" with { type: "json" };

/** One of the images that an endpoint can return. */
export interface Tile {
  endpoint: EndpointId;
  /** The query besides the player. */
  query: string;
}

const tile = (endpoint: EndpointId, ...queries: string[]): Tile[] =>
  queries.map((query) => ({ endpoint, query }));

/** The images of each gallery. `npm run sheet -- --docs` draws them. */
export const galleries = {
  head: tile(
    "getHead",
    "",
    "view=iso",
    "overlay=false",
    "view=iso&overlay=false",
    "type=bedrock",
    "view=iso&type=bedrock",
  ),
  views: [
    ...tile("getBust", ""),
    ...tile("getBody", "", "view=back", "view=left", "view=right", "view=iso"),
    ...tile("getBody", "yaw=30&pose=waving&cape=true"),
    ...tile("getPlayerCard", ""),
    ...tile("getHead", "view=iso"),
  ],
  cape: tile("getCape", "", "view=front", "view=back", "view=elytra"),
  skin: tile("getSkin", ""),
} satisfies Record<string, readonly Tile[]>;
export type GalleryName = keyof typeof galleries;

/** The images of a gallery: all, or the first few. */
export function tilesOf(gallery: GalleryName, first?: string): readonly Tile[] {
  return galleries[gallery].slice(0, first === undefined ? undefined : Number(first));
}

/** The URL of a tile's image for a player, without the base URL. */
export function tileUrl({ endpoint, query }: Tile, player: string): string {
  return `${endpointOf(endpoint).path}?${[`username=${player}`, query].filter(Boolean).join("&")}`;
}

/** An image file of the documentation, in CSS pixels. */
export interface Picture {
  file: string;
  width: number;
  height: number;
}

/** The name of a tile's file, under `public/pictures`. */
export function tileFile({ endpoint, query }: Tile): string {
  const words = `${endpointOf(endpoint).path} ${query}`.match(/\w+/g) ?? [];
  return ["tile", ...words].join("-");
}

/** The file of what an endpoint returns instead of a player's own image. */
export function fallbackFile(endpoint: EndpointId, fallback: "default" | "placeholder"): string {
  return `${fallback}${endpointOf(endpoint).path.replace("/", "-")}`;
}

/** The URL of an image file. */
export function imageUrl(file: string): string {
  return `/pictures/${file}.png`;
}

/** A file with its size; undefined when there is none. */
export function pictureOf(file: string): Picture | undefined {
  const known: Readonly<Record<string, readonly number[]>> = sizes;
  const [width, height] = known[file] ?? [];
  return width === undefined || height === undefined ? undefined : { file, width, height };
}
