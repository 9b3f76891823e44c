import { ashcon } from "./ashcon.ts";
import { geyser } from "./geyser.ts";
import type { JsonEndpoints } from "./json.ts";
import { mcProfile } from "./mcprofile.ts";
import { mojang, mowojang, profileOfPlayer } from "./mojang.ts";
import { playerDb } from "./playerdb.ts";

/*
 * The URL schemes of other services. Each URL is a request of this service in another spelling: a new
 * service is an entry of `compatSchemes`.
 */

/** The request of this service that returns the same image. */
export interface ImageRoute {
  path: "/head" | "/bust" | "/body" | "/player" | "/skin" | "/cape";
  view?: "iso" | "front" | "back" | "left" | "right";
  /** Whether the second layer is drawn, whatever the query says; undefined leaves it to the query. */
  overlay?: boolean;
  /** Pixels for each step of `scale`: how high the image is in texels. */
  texels: number;
}

export interface CompatScheme {
  name: string;
  /** Where the service is, or was. */
  host: string;
  /** The height in pixels of an image whose URL names none. */
  size?: number;
  /**
   * The image at each path, written without its first slash. `:id` is a player or a texture, `:size` a
   * height in pixels, `:any` any text. A query says which value a parameter has. What follows may be a
   * size, and `nohelm`, which leaves the second layer out.
   */
  routes?: Readonly<Record<string, ImageRoute>>;
  /** The JSON at each path, in the same grammar; nothing may follow. */
  json?: JsonEndpoints;
  /** Hosts of paths that are not on `host`, by their first segment. */
  otherHosts?: Readonly<Record<string, string>>;
  /** Parameters that name the player where the path has no `:id`, the most exact first. */
  subjects?: readonly string[];
  /** Parameters that name the height in pixels. */
  sizes?: readonly string[];
  /** The parameter for the height in multiples of the texture's, and its default. */
  scale?: { parameter: string; byDefault: number };
  /** Parameters that decide about the second layer. */
  overlay?: {
    parameters: readonly string[];
    /** `shows`: it is drawn only when one is there. `hides`: it is left out then. `value`: by `false`. */
    rule: "shows" | "hides" | "value";
  };
}

/** A face is this many texels wide. */
export const FACE_TEXELS = 8;
const face: ImageRoute = { path: "/head", texels: FACE_TEXELS };
const cube: ImageRoute = { path: "/head", view: "iso", texels: 18.5 };
const bust: ImageRoute = { path: "/bust", texels: 16 };
const front: ImageRoute = { path: "/body", view: "front", texels: 32 };
const iso: ImageRoute = { path: "/body", view: "iso", texels: 45 };
const card: ImageRoute = { path: "/player", texels: 32 };
const skin: ImageRoute = { path: "/skin", texels: 64 };
const cape: ImageRoute = { path: "/cape", texels: 32 };
const bare = (image: ImageRoute): ImageRoute => ({ ...image, overlay: false });

/** Each at `name/:size/:id` and `name/:id`. */
const sized = (images: Record<string, ImageRoute>): Record<string, ImageRoute> =>
  Object.fromEntries(
    Object.entries(images).flatMap(([name, image]) => [
      [`${name}/:size/:id`, image],
      [`${name}/:id`, image],
    ]),
  );

/** What Minotar began and others took over: without `helm` and `armor`, the first layer alone. */
const minotarRoutes = {
  "avatar/:id": bare(face),
  "helm/:id": face,
  "cube/:id": bare(cube),
  "bust/:id": bare(bust),
  "body/:id": bare(front),
  "armor/cube/:id": cube,
  "armor/bust/:id": bust,
  "armor/body/:id": front,
  "skin/:id": skin,
  "download/:id": skin,
  "cape/:id": cape,
} as const;

const compatSchemes = {
  crafthead: {
    name: "Crafthead",
    host: "crafthead.net",
    size: 180,
    routes: minotarRoutes,
    json: { "profile/:id": profileOfPlayer },
  },
  "mc-heads": {
    name: "MC-Heads",
    host: "mc-heads.net",
    size: 180,
    routes: {
      "avatar/:id": face,
      "head/:id": cube,
      "body/:id": iso,
      "player/:id": front,
      "combo/:id": card,
      "skin/:id": skin,
      "download/:id": skin,
      "cape/:id": cape,
    },
    json: { "minecraft/profile/:id": profileOfPlayer },
  },
  crafatar: {
    name: "Crafatar",
    host: "crafatar.com",
    size: 160,
    routes: {
      "avatars/:id": face,
      "renders/head/:id": cube,
      "renders/body/:id": iso,
      "skins/:id": skin,
      "capes/:id": cape,
    },
    sizes: ["size"],
    scale: { parameter: "scale", byDefault: 6 },
    overlay: { parameters: ["overlay", "helm"], rule: "shows" },
  },
  minotar: {
    name: "Minotar",
    host: "minotar.net",
    size: 180,
    routes: { ...minotarRoutes, "cube/:id": cube },
  },
  cravatar: {
    name: "Cravatar",
    host: "cravatar.eu",
    size: 128,
    routes: {
      "avatar/:id": bare(face),
      "helmavatar/:id": face,
      "head/:id": bare(cube),
      "helmhead/:id": cube,
      "skin/:id": skin,
    },
  },
  visage: {
    name: "Visage, VZGE",
    host: "vzge.me",
    size: 256,
    routes: {
      ...sized({ face, head: cube, bust, frontbust: bust }),
      ...sized({ full: iso, front, frontfull: front }),
      "skin/:id": skin,
      "processedskin/:id": skin,
    },
  },
  nmsr: {
    name: "NMSR",
    host: "nmsr.nickac.dev",
    size: 512,
    routes: {
      "face/:id": face,
      "head/:id": cube,
      "headiso/:id": cube,
      "bodybust/:id": bust,
      "frontbust/:id": bust,
      "fullbody/:id": iso,
      "fullbodyiso/:id": iso,
      "frontfull/:id": front,
      "skin/:id": skin,
    },
    sizes: ["height", "size", "width"],
    overlay: { parameters: ["nolayers"], rule: "hides" },
  },
  discordsrv: {
    name: "DiscordSRV Heads",
    host: "heads.discordsrv.com",
    size: 64,
    routes: {
      "head.png": face,
      ":id/head": bare(face),
      ":id/overlay": { ...face, overlay: true },
      ":id/helm": { ...face, overlay: true },
      ":id/texture": skin,
    },
    subjects: ["texture", "uuid", "name"],
    sizes: ["size"],
    overlay: { parameters: ["overlay"], rule: "shows" },
  },
  mineatar: {
    name: "Mineatar",
    host: "api.mineatar.io",
    size: 128,
    routes: {
      "face/:id": face,
      "head/:id": cube,
      "body/full/:id": iso,
      "body/front/:id": front,
      "body/back/:id": { ...front, view: "back" },
      "body/left/:id": { ...front, view: "left" },
      "body/right/:id": { ...front, view: "right" },
      "skin/:id": skin,
    },
    scale: { parameter: "scale", byDefault: 4 },
    overlay: { parameters: ["overlay"], rule: "value" },
  },
  mineskin: {
    name: "MineSkin.eu",
    host: "mineskin.eu",
    size: 180,
    routes: {
      ...minotarRoutes,
      "head/:id": bare(cube),
      "headhelm/:id": cube,
    },
  },
  tydium: {
    name: "Tydium",
    host: "api.tydiumcraft.net",
    size: 128,
    routes: {
      "v1/players/skin?type=avatar": face,
      "v1/players/skin?type=head": cube,
      "v1/players/skin?type=body": iso,
      "v1/players/skin": skin,
    },
    subjects: ["uuid", "username", "name"],
    sizes: ["size"],
  },
  starlight: {
    name: "Starlight",
    host: "starlightskins.lunareclipse.studio",
    size: 512,
    routes: {
      "render/isometric/:id/face": cube,
      "render/isometric/:id/head": cube,
      "render/head/:id/full": cube,
      "render/:any/:id/face": face,
      "render/:any/:id/bust": bust,
      "render/:any/:id/full": iso,
      "render/skin/:id/default": skin,
    },
  },
  playerdb: { name: "PlayerDB", host: "playerdb.co", json: playerDb },
  ashcon: { name: "Ashcon", host: "api.ashcon.app", json: ashcon },
  mojang: {
    name: "Mojang",
    host: "api.mojang.com",
    otherHosts: { session: "sessionserver.mojang.com" },
    json: mojang,
  },
  mowojang: { name: "Mowojang", host: "mowojang.matdoes.dev", json: mowojang },
  geyser: { name: "Geyser", host: "api.geysermc.org", json: geyser },
  mcprofile: { name: "MCProfile", host: "mcprofile.io", json: mcProfile },
} as const satisfies Readonly<Record<string, CompatScheme>>;

export type CompatService = keyof typeof compatSchemes;
export const compatServices = Object.keys(compatSchemes) as [CompatService, ...CompatService[]];

export function isCompatService(name: string): name is CompatService {
  return Object.hasOwn(compatSchemes, name);
}

export type WholeScheme = CompatScheme & Required<Pick<CompatScheme, "size" | "routes" | "json">>;
const schemes: Readonly<Record<CompatService, CompatScheme>> = compatSchemes;

/** A scheme with nothing left out: some services have images alone, and others JSON. */
export function schemeOf(service: CompatService): WholeScheme {
  return { size: 0, routes: {}, json: {}, ...schemes[service] };
}
