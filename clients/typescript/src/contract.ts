// Made from the service's contract (lib/contract) by "npm run build". Do not edit.

import type { Requests, RequestOptions } from "./requests.ts";

/** The profile of a player: at least one edition. */
export interface Profile {
  /** Always true. */
  success: true;
  /** Java edition data; left out when there is no player. */
  java?: JavaProfile;
  /** Bedrock edition data; left out when there is no player. */
  bedrock?: BedrockProfile;
  /** True when nothing was asked for this answer. */
  cached: boolean;
  /** When the oldest part of this answer was fetched. */
  fetched_at: string;
  /** True when a part is past its time because it could not be fetched anew. */
  stale: boolean;
  /** What could not be asked; left out when all went well. */
  warnings?: Warning[];
}

/** What is known of a Java edition player. */
export interface JavaProfile {
  /** The player’s Java edition name. */
  username: string;
  /** The player’s Java UUID, 32 hexadecimal digits without dashes. */
  uuid: string;
  /** The skin texture, as a path relative to the base address; null when there is none. */
  skin_url: string | null;
  /** The cape texture, as a path relative to the base address; null when there is none. */
  cape_url: string | null;
  /** The head, as a path relative to the base address; null when there is none. */
  head_url: string | null;
  /** The arms of the model: `classic` is 4 pixels wide, `slim` 3; null when it could not be asked. */
  model: "classic" | "slim" | null;
  /** The hash of the player’s own skin; null when there is none. */
  skin_texture: string | null;
  /** The hash of the player’s cape; null when there is none. */
  cape_texture: string | null;
  /** The names of the player that are known, oldest first, the current one included. */
  name_history: NameHistoryEntry[];
}

/** One name of a player. */
export interface NameHistoryEntry {
  /** A name the player used. */
  name: string;
  /** When the player took this name, in Unix milliseconds; null for the first known name. Changes are what this service observed. */
  changed_at: number | null;
}

/** What is known of a Bedrock edition player. */
export interface BedrockProfile {
  /** The player’s Bedrock edition gamertag. */
  gamertag: string;
  /** The player’s XUID in decimal. A string: do not parse it as a number. */
  xuid_decimal: string;
  /** The UUID Floodgate gives this player on Java servers: zeros, then the XUID. */
  floodgate_uuid: string;
  /** The skin texture, as a path relative to the base address; null when there is none. */
  skin_url: string | null;
  /** The cape texture, as a path relative to the base address; null when there is none. */
  cape_url: string | null;
  /** The head, as a path relative to the base address; null when there is none. */
  head_url: string | null;
  /** The arms of the model: `classic` is 4 pixels wide, `slim` 3; null when it could not be asked. */
  model: "classic" | "slim" | null;
  /** The hash of the player’s own skin; null when there is none. */
  skin_texture: string | null;
  /** The hash of the player’s cape; null when there is none. */
  cape_texture: string | null;
  /** True when the global account link proves that both editions are one person, false when there is no such link, null when it could not be asked. The same name alone proves nothing. */
  linked: boolean | null;
}

/** Why a part of the answer is missing or may be old. */
export interface Warning {
  /** The edition this is about. */
  edition: "java" | "bedrock";
  /** A code of the error table. */
  code: "BAD_GATEWAY";
  /** What could not be asked, for people. */
  error: string;
}

/** The site’s social links. */
export interface Social {
  /** Always true. */
  success: true;
  /** The links, in the operator’s order. */
  social: SocialLink[];
}

/** A link to the people behind this instance. */
export interface SocialLink {
  /** The platform’s short name, such as `github`. */
  platform: string;
  /** What to show. */
  label: string;
  /** Where it leads. */
  url: string;
}

/** Recent lookups and their statistics. */
export interface Recent {
  /** Always true. */
  success: true;
  /** Players found lately, newest first, one entry each; no trace of who asked. */
  recent: RecentLookup[];
  /** How much the service is used. */
  stats: LookupStatistics;
}

/** A player somebody looked up. */
export interface RecentLookup {
  /** The player’s name or gamertag. */
  username: string;
  /** The edition the name belongs to. */
  edition: "java" | "bedrock";
  /** The Java UUID without dashes, or the XUID. */
  id: string;
  /** The player’s head, relative to the base address. */
  head_url: string;
  /** When, to the minute. */
  looked_up_at: string;
}

/** How much the service is used. */
export interface LookupStatistics {
  /** Lookups since the service began. */
  lookups_total: number;
  /** Lookups of the last 24 hours. */
  lookups_24h: number;
  /** Distinct players ever found. */
  players_total: number;
  /** The share of the last 24 hours’ lookups answered without asking a provider. */
  cache_hit_ratio_24h: number;
}

/** The process is alive, or ready for requests. */
export interface Health {
  /** Always true. */
  success: true;
  /** `alive`: the process answers. `ready`: it takes requests. */
  status: "alive" | "ready";
  /** `degraded`: memory stands in for a store that fails. Only with `ready`. */
  store?: "ok" | "degraded";
}

/** The body of every error. */
export interface ErrorBody {
  /** Always false. */
  success: false;
  /** What is wrong and what to do, for people. */
  error: string;
  /** What is wrong, for programs. */
  code:
    | "MISSING_PARAMETER"
    | "INVALID_PARAMETER"
    | "NOT_FOUND"
    | "ROUTE_NOT_FOUND"
    | "METHOD_NOT_ALLOWED"
    | "URI_TOO_LONG"
    | "RATE_LIMITED"
    | "INTERNAL_ERROR"
    | "BAD_GATEWAY"
    | "OVERLOADED";
  /** The HTTP status, repeated. */
  status: number;
}

/** What getProfile takes. */
export interface ProfileParameters {
  /** The player: a Java name, a UUID with or without dashes, an XUID, or a Bedrock gamertag (with or without the `.` prefix, spaces or `_` for spaces). */
  username?: string | undefined;
  /** An alternative to `username` that wins over it; takes the same values. */
  uuid?: string | undefined;
  /** Which edition. `all` asks both, and takes a picture from Java, or from Bedrock when Java has no such player. `bedrock` never asks a Java provider. */
  type?: "all" | "java" | "bedrock" | undefined;
  /** `true` fetches anew. Once an hour per client and once an hour per profile. */
  update?: boolean | undefined;
}

/** What getHead takes. */
export interface HeadParameters {
  /** The player: a Java name, a UUID with or without dashes, an XUID, or a Bedrock gamertag (with or without the `.` prefix, spaces or `_` for spaces). */
  username?: string | undefined;
  /** An alternative to `username` that wins over it; takes the same values. */
  uuid?: string | undefined;
  /** A texture by its hash, in place of a player: a picture that never changes. */
  texture?: string | undefined;
  /** Which edition. `all` asks both, and takes a picture from Java, or from Bedrock when Java has no such player. `bedrock` never asks a Java provider. */
  type?: "all" | "java" | "bedrock" | undefined;
  /** The side of the square in pixels. 64, 80 and 512 are the usual ones. */
  size?: number | undefined;
  /** The image format. `webp` is lossless too, and smaller. */
  format?: "png" | "webp" | undefined;
  /** `false` removes the hat layer. */
  overlay?: boolean | undefined;
  /** What to send for an unknown player: that default head with status 200 (`auto` chooses by UUID as the game does), or for `404` the JSON error. Left out: the default head with status 404. */
  default?: "404" | "steve" | "alex" | "auto" | undefined;
}

/** What getSkin takes. */
export interface SkinParameters {
  /** The player: a Java name, a UUID with or without dashes, an XUID, or a Bedrock gamertag (with or without the `.` prefix, spaces or `_` for spaces). */
  username?: string | undefined;
  /** An alternative to `username` that wins over it; takes the same values. */
  uuid?: string | undefined;
  /** A texture by its hash, in place of a player: a picture that never changes. */
  texture?: string | undefined;
  /** Which edition. `all` asks both, and takes a picture from Java, or from Bedrock when Java has no such player. `bedrock` never asks a Java provider. */
  type?: "all" | "java" | "bedrock" | undefined;
}

/** What getCape takes. */
export interface CapeParameters {
  /** The player: a Java name, a UUID with or without dashes, an XUID, or a Bedrock gamertag (with or without the `.` prefix, spaces or `_` for spaces). */
  username?: string | undefined;
  /** An alternative to `username` that wins over it; takes the same values. */
  uuid?: string | undefined;
  /** A texture by its hash, in place of a player: a picture that never changes. */
  texture?: string | undefined;
  /** Which edition. `all` asks both, and takes a picture from Java, or from Bedrock when Java has no such player. `bedrock` never asks a Java provider. */
  type?: "all" | "java" | "bedrock" | undefined;
}

/** A code of an error of the service. */
export type ErrorCode = ErrorBody["code"];

/** What an error means whose body is a picture, by its status. */
export const pictureErrors: ReadonlyMap<number, { code: ErrorCode; message: string }> = new Map([
  [
    404,
    {
      code: "NOT_FOUND",
      message: "No profile exists for the username, UUID or XUID. The other edition may hold it.",
    },
  ],
  [
    502,
    { code: "BAD_GATEWAY", message: "A provider of player data could not be asked. Retry later." },
  ],
]);

/** One method per endpoint; of a picture, also its address. */
export interface Methods {
  /** Look a player up: Java and Bedrock edition in one answer. */
  getProfile(parameters: ProfileParameters, options?: RequestOptions): Promise<Profile>;
  /** The site’s social links. */
  getSocial(options?: RequestOptions): Promise<Social>;
  /** Recent lookups and statistics. */
  getRecent(options?: RequestOptions): Promise<Recent>;
  /** A player’s head as a square image. */
  getHead(parameters: HeadParameters, options?: RequestOptions): Promise<Blob>;
  /** The address of what getHead gets, for an image tag. */
  headUrl(parameters: HeadParameters): string;
  /** A player’s skin texture, byte for byte. */
  getSkin(parameters: SkinParameters, options?: RequestOptions): Promise<Blob>;
  /** The address of what getSkin gets, for an image tag. */
  skinUrl(parameters: SkinParameters): string;
  /** A player’s cape texture, byte for byte. */
  getCape(parameters: CapeParameters, options?: RequestOptions): Promise<Blob>;
  /** The address of what getCape gets, for an image tag. */
  capeUrl(parameters: CapeParameters): string;
}

/** The methods, made of what asks and reads. */
export function createMethods(requests: Requests): Methods {
  return {
    getProfile: (parameters, options) => requests.json<Profile>("/api", parameters, options),
    getSocial: (options) => requests.json<Social>("/api", { social: "1" }, options),
    getRecent: (options) => requests.json<Recent>("/api", { recent: "1" }, options),
    getHead: (parameters, options) => requests.picture("/head", parameters, options),
    headUrl: (parameters) => requests.url("/head", parameters),
    getSkin: (parameters, options) => requests.picture("/skin", parameters, options),
    skinUrl: (parameters) => requests.url("/skin", parameters),
    getCape: (parameters, options) => requests.picture("/cape", parameters, options),
    capeUrl: (parameters) => requests.url("/cape", parameters),
  };
}
