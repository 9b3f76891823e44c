import { isTextureHash, isXuid, parseIdentifier } from "./identifiers.ts";

/*
 * The addresses of services for heads and skins that others know. Each is this service's own request in
 * another spelling: a new service is a row of `compatSchemes`.
 */

/** The request of this service that shows the same. */
interface Picture {
  path: "/head" | "/bust" | "/body" | "/player" | "/skin" | "/cape";
  view?: "iso" | "front" | "back" | "left" | "right";
  /** Whether the second layer is drawn, whatever the query says; undefined leaves it to the query. */
  overlay?: boolean;
  /** Pixels for each step of `scale`: how high the picture is in texels. */
  texels: number;
}

interface CompatScheme {
  name: string;
  /** Where the service is, or was. */
  host: string;
  /** The height in pixels of a picture whose address names none. */
  size: number;
  /**
   * What each address shows, without its first slash. `:id` is a player or a texture, `:size` a height in
   * pixels, `:any` any text. A query says which value a parameter has. What follows may be a size, and
   * `nohelm`, which leaves the second layer out.
   */
  routes: Readonly<Record<string, Picture>>;
  /** Parameters that name the player where the address has no `:id`, the most exact first. */
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

const face: Picture = { path: "/head", texels: 8 };
const cube: Picture = { path: "/head", view: "iso", texels: 18.5 };
const bust: Picture = { path: "/bust", texels: 16 };
const front: Picture = { path: "/body", view: "front", texels: 32 };
const iso: Picture = { path: "/body", view: "iso", texels: 45 };
const card: Picture = { path: "/player", texels: 32 };
const skin: Picture = { path: "/skin", texels: 64 };
const cape: Picture = { path: "/cape", texels: 32 };
const bare = (picture: Picture): Picture => ({ ...picture, overlay: false });

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

export const compatSchemes = {
  crafthead: { name: "Crafthead", host: "crafthead.net", size: 180, routes: minotarRoutes },
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
      "face/:size/:id": face,
      "face/:id": face,
      "head/:size/:id": cube,
      "head/:id": cube,
      "bust/:size/:id": bust,
      "bust/:id": bust,
      "frontbust/:size/:id": bust,
      "frontbust/:id": bust,
      "full/:size/:id": iso,
      "full/:id": iso,
      "front/:size/:id": front,
      "front/:id": front,
      "frontfull/:size/:id": front,
      "frontfull/:id": front,
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
} as const satisfies Readonly<Record<string, CompatScheme>>;

/** What widespread programs are configured with, in the placeholders of each. */
export const compatClients = [
  { name: "DiscordSRV", url: "crafthead/helm/{uuid-nodashes}/{size}#{texture}" },
  { name: "EssentialsX Discord", url: "crafthead/helm/{uuid}" },
  { name: "Discord-MC-Chat", url: "mc-heads/avatar/{player_uuid}" },
  { name: "DiscordIntegration", url: "minotar/avatar/%uuid%?randomuuid=%randomUUID%" },
  { name: "Plan", url: "crafthead/helm/${playerUUIDNoDash}/120" },
  { name: "NamelessMC", url: "cravatar/helmavatar/{identifier}/{size}.png" },
  { name: "Azuriom", url: "mc-heads/avatar/{uuid}/{size}.png" },
  { name: "BanManager", url: "visage/face/256/{id}.png" },
  { name: "LitebansU", url: "crafatar/avatars/{uuid}?size=64&overlay=true" },
  { name: "squaremap", url: "mc-heads/avatar/{uuid}/16" },
  { name: "Dashy", url: "mc-heads/avatar/{uuid}/32.png" },
] as const;

export type CompatService = keyof typeof compatSchemes;
export const compatServices = Object.keys(compatSchemes) as [CompatService, ...CompatService[]];

export function isCompatService(name: string): name is CompatService {
  return Object.hasOwn(compatSchemes, name);
}

export function schemeOf(service: CompatService): CompatScheme {
  return compatSchemes[service];
}

/** A request of this service, and whether an address says nothing besides it. */
export interface CompatRequest {
  path: Picture["path"];
  query: string;
  /** False when the query of the address has parameters that count for nothing. */
  isPlain: boolean;
}

/** The addresses of a service: there, here, and as this service's own request. */
export function compatRows(
  service: CompatService,
): { old: string; here: string; native: string }[] {
  const { host, routes } = schemeOf(service);
  return Object.entries(routes).map(([route, { path, view, overlay }]) => {
    const address = route.replace(/:(\w+)/g, "{$1}");
    const query = Object.entries({ view, overlay: overlay === false ? "false" : undefined })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value}`);
    return {
      old: `https://${host}/${address}`,
      here: `/compat/${service}/${address}`,
      native: [path, query.join("&")].filter(Boolean).join("?"),
    };
  });
}

const MAX_SIZE = 512;
const MIN_SIZE = { "/head": 8, "/bust": 16, "/body": 16, "/player": 16, "/skin": 0, "/cape": 0 };
/** Nobody has it: what is said of it is said of no player, and costs no request. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * This service's request for an address of another one; null when the other has no such address either.
 * @param path Still encoded, as it would be on the other's host.
 */
export function compatRequest(
  service: CompatService,
  path: string,
  search: URLSearchParams,
): CompatRequest | null {
  const scheme = schemeOf(service);
  const segments = path.replace(/^\/+/, "").split("/").map(decoded);
  for (const [route, picture] of Object.entries(scheme.routes)) {
    const match = matchRoute(route, segments, search);
    if (match !== null) return requestFor(scheme, picture, match, search);
  }
  return null;
}

interface Match {
  id: string | undefined;
  /** What may be a size or a flag. */
  options: string[];
  /** Parameters that the route itself names. */
  named: string[];
}

function matchRoute(
  route: string,
  segments: readonly string[],
  search: URLSearchParams,
): Match | null {
  const [path = "", query = ""] = route.split("?");
  const wanted = [...new URLSearchParams(query)];
  if (wanted.some(([name, value]) => search.get(name)?.toLowerCase() !== value)) return null;
  const pattern = path.split("/");
  const match: Match = { id: undefined, options: [], named: wanted.map(([name]) => name) };
  for (const [at, token] of pattern.entries()) {
    const segment = segments[at];
    if (token === ":id") {
      match.id = segment ?? "";
      // Only what comes last may be left out.
      if (segment === undefined && at < pattern.length - 1) return null;
    } else if (segment === undefined) {
      return null;
    } else if (token === ":size") {
      // `/face/512` is a player called 512.
      if (segments.length < pattern.length || lenientNumber(segment) === undefined) return null;
      match.options.push(segment);
    } else if (
      token !== ":any" &&
      withoutExtension(segment).toLowerCase() !== withoutExtension(token)
    ) {
      return null;
    }
  }
  match.options.push(...segments.slice(pattern.length));
  return match;
}

function requestFor(
  scheme: CompatScheme,
  picture: Picture,
  { id, options, named }: Match,
  search: URLSearchParams,
): CompatRequest {
  const given = new Set(search.keys());
  const heeded = new Set(named);
  const firstOf = (names: readonly string[]) => {
    for (const name of names) heeded.add(name);
    return names.map((name) => search.get(name)?.trim() ?? "").find((text) => !isAbsent(text));
  };
  const subjects = id === undefined ? (scheme.subjects ?? []) : [];
  const player = subjectOf(id ?? firstOf(subjects.filter((name) => name !== "texture")) ?? "");
  const worn = subjects.includes("texture") ? subjectOf(firstOf(["texture"]) ?? "") : player;
  const texture = [worn, player].find((subject) => "texture" in subject)?.texture;
  const hasPlayer = "username" in player && (texture === undefined || player !== nobody);
  const query = new URLSearchParams();
  if (texture !== undefined) query.set("texture", texture);
  if (hasPlayer) query.set("username", player.username);

  if (picture.view !== undefined) query.set("view", picture.view);
  if (MIN_SIZE[picture.path] > 0) {
    const size = options.map(lenientNumber).find((number) => number !== undefined);
    query.set("size", String(sizeOf(scheme, picture, size, (name) => firstOf([name]))));
    const flags = options.map((option) => withoutExtension(option).toLowerCase());
    const hidden = flags.some((flag) => flag === "nohelm" || flag === "nohat");
    const shown =
      picture.overlay ?? overlayBy(scheme, (name) => heeded.add(name) && search.get(name));
    if (hidden || !shown) query.set("overlay", "false");
  }
  const fallback = /^(?:mhf_)?(steve|alex)$/i.exec(firstOf(["default"]) ?? "")?.[1]?.toLowerCase();
  const unknown = hasPlayer ? player.fallback : undefined;
  query.set("default", fallback ?? unknown ?? "auto");
  return {
    path: picture.path,
    query: query.toString(),
    isPlain: [...given].every((name) => heeded.has(name)),
  };
}

function sizeOf(
  { size: byDefault, sizes = [], scale }: CompatScheme,
  { path, texels }: Picture,
  inPath: number | undefined,
  parameter: (name: string) => string | undefined,
): number {
  const asked = inPath ?? sizes.map((name) => lenientNumber(parameter(name) ?? "")).find(Boolean);
  const factor = scale && (lenientNumber(parameter(scale.parameter) ?? "") ?? scale.byDefault);
  const isScaled = factor !== undefined && (sizes.length === 0 || texels !== face.texels);
  const pixels = isScaled ? factor * texels : (asked ?? byDefault);
  return Math.round(Math.min(MAX_SIZE, Math.max(MIN_SIZE[path], pixels)));
}

function overlayBy(
  { overlay }: CompatScheme,
  parameter: (name: string) => string | null | false,
): boolean {
  if (overlay === undefined) return true;
  const values = overlay.parameters.map(parameter);
  const isThere = values.some((value) => typeof value === "string");
  if (overlay.rule === "shows") return isThere;
  if (overlay.rule === "hides") return !isThere;
  return !values.some((value) => value === "false" || value === "0");
}

/** Names that software sends for nobody in particular, and the head that is meant. */
const NAMES_OF_NOBODY: Readonly<Record<string, "steve" | "alex">> = {
  alex: "alex",
  char: "steve",
  console: "steve",
  mhf_alex: "alex",
  mhf_steve: "steve",
  server: "steve",
  steve: "steve",
};
/** Nil, what plugins give to their figures (version 2), and LiteBans' console, which looks like a player. */
const UUIDS_OF_NOBODY = /^(?:0{32}|[0-9a-f]{12}2[0-9a-f]{19}|f78a4d8dd51b4b3998a3230f2de0c670)$/;

type Subject = { texture: string } | { username: string; fallback?: "steve" | "alex" };
const nobody = { username: NOBODY, fallback: "steve" } as const;

/** Who or what a text means, as leniently as the services that it was written for. */
export function subjectOf(written: string): Subject {
  const text = withoutExtension(written).replace(/^\*/, "").trim();
  const fallback = NAMES_OF_NOBODY[text.toLowerCase()];
  if (fallback !== undefined) return { username: NOBODY, fallback };
  const hex = text.replaceAll("-", "").toLowerCase();
  const hash = hex.replace(/^0+(?=.)/, "");
  if (hex.length > 32 && hex.length <= 64 && isTextureHash(hash)) return { texture: hash };
  // Shorter hexadecimal texts are ids of other services, unless they are an XUID.
  const isForeignId = /^[0-9a-f]{16}$/i.test(text) && !isXuid(text);
  if (isAbsent(text) || isForeignId || UUIDS_OF_NOBODY.test(hex)) return nobody;
  return parseIdentifier(text) === null ? nobody : { username: text };
}

/** Empty, or a placeholder that nobody filled in: `{texture}`, `%uuid%`, `${name}`. */
function isAbsent(text: string): boolean {
  return text === "" || /^(?:\$?\{.*\}|%.*%|<.*>|undefined|null)$/.test(text);
}

function withoutExtension(text: string): string {
  return text.replace(/\.(?:png|jpe?g|webp|gif)$/i, "");
}

/** The number that a text begins with, as `parseInt` reads it; undefined unless it is positive. */
function lenientNumber(text: string): number | undefined {
  const number = Number.parseInt(text, 10);
  return number > 0 ? number : undefined;
}

/** A segment of a path; `+` is a space, as form encoding writes it. */
function decoded(segment: string): string {
  const spaced = segment.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
