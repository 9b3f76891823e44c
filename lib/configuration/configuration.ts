import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import * as value from "./values.ts";
import type { NameRules } from "../contract/identifiers.ts";

export { parseRedisUrl, type RedisNode, type RedisPlace } from "./redis.ts";

/** Every variable of the environment that is read, its default and its meaning. */
const environment = z.object({
  PORT: value.port.default(3000),
  HOST: value.host.optional(),
  PUBLIC_URL: value.publicUrl.optional(),
  DATA_DIR: value.directory.default("./data"),
  UPSTASH_REDIS_REST_URL: value.baseUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: value.secret.optional(),
  REDIS_URL: value.redisUrl.optional(),
  REDIS_TLS_CA: value.certificates.optional(),
  WEB_CONCURRENCY: value.processes.default(1),
  TRUSTED_PROXY_HOPS: value.hops.default(0),
  PROFILE_FRESH_SECONDS: value.seconds.default(1_200),
  PROFILE_STALE_SECONDS: value.seconds.default(604_800),
  MISSING_SECONDS: value.seconds.default(600),
  UPSTREAM_RATE_FACTOR: value.factor.default(1),
  EGRESS_NAME: value.egressName.optional(),
  HTTPS_PROXY: value.proxy.optional(),
  HTTP_PROXY: value.proxy.optional(),
  // Platforms set it for all programs of a machine, so parts that cannot be read are ignored.
  NO_PROXY: z.string().optional(),
  MOJANG_API_URL: value.baseUrl.default("https://api.minecraftservices.com"),
  MOJANG_LEGACY_API_URL: value.baseUrl.default("https://api.mojang.com"),
  MOJANG_SESSION_URL: value.baseUrl.default("https://sessionserver.mojang.com"),
  MOJANG_TEXTURES_URL: value.baseUrl.default("https://textures.minecraft.net"),
  GEYSER_API_URL: value.optionalUpstream.default("https://api.geysermc.org"),
  PLAYERDB_URL: value.optionalUpstream.default("https://playerdb.co"),
  XBOX_PROFILE_URL: value.baseUrl.default("https://profile.xboxlive.com"),
  XBOX_AUTH_DIR: value.directory.optional(),
  OPENXBL_URL: value.baseUrl.default("https://xbl.io"),
  OPENXBL_API_KEY: value.secret.optional(),
  NAME_HISTORY_URL: value.optionalUpstream.default(null),
  BEDROCK_PREFIX: value.bedrockPrefix.optional(),
  SKIN_SOURCES: value.skinSources.default({ before: [], after: [] }),
  THIRD_PARTY_CAPES: value.thirdPartyCapes.default("off"),
  OPTIFINE_URL: value.baseUrl.default("http://s.optifine.net"),
  OBSERVED_HISTORY: value.onOff.default("on"),
  EXCLUDED_PLAYERS: value.playerIds.default(new Set()),
  COMPAT_HOSTS: value.compatHosts.default(new Map()),
  COMPAT_ROOT: value.compatService.optional(),
  SOCIAL_LINKS: value.socialLinks.default([]),
  SOURCE_URL: value.baseUrl.optional(),
  OPERATOR_NAME: value.operatorName.optional(),
  CONTACT_URL: value.contactUrl.optional(),
  LOG_LEVEL: value.logLevel.default("info"),
});

/** There is one store: settings that name two, or one that cannot work, are an error. */
const checked = environment.superRefine((settings, { addIssue }) => {
  const refuse = (name: keyof typeof settings, message: string) =>
    addIssue({ code: "custom", path: [name], message });
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL } = settings;
  if (settings.REDIS_TLS_CA !== undefined && REDIS_URL?.startsWith("rediss") !== true) {
    refuse("REDIS_TLS_CA", "must not be set unless REDIS_URL begins with rediss");
  }
  if (url !== undefined && token === undefined) {
    refuse("UPSTASH_REDIS_REST_TOKEN", "must be set too, since UPSTASH_REDIS_REST_URL is");
  } else if (url === undefined && token !== undefined) {
    refuse("UPSTASH_REDIS_REST_URL", "must be set too, since UPSTASH_REDIS_REST_TOKEN is");
  } else if (url !== undefined && REDIS_URL !== undefined) {
    refuse("REDIS_URL", "must not be set together with UPSTASH_REDIS_REST_URL: there is one store");
  } else if (url === undefined && REDIS_URL === undefined) {
    const obstacle = obstacleTo(path.resolve(settings.DATA_DIR));
    if (obstacle !== undefined) refuse("DATA_DIR", `must be a folder, and ${obstacle} is not one`);
  }
});

const configuration = checked.transform((settings) => ({
  ...settings,
  PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
}));

export type Configuration = z.infer<typeof configuration>;

/** A wrong value in the environment; the message is one sentence that names the variable. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Names, defaults and descriptions of all variables, for the docs. */
export const variables = environment.shape;

/** The variables that every public instance should set. */
const FIRST = [
  "PUBLIC_URL",
  "TRUSTED_PROXY_HOPS",
  "DATA_DIR",
  "OPERATOR_NAME",
  "CONTACT_URL",
] as const satisfies readonly (keyof typeof variables)[];

/** Those that only somebody with mirrors of the providers, or with a test of this service, sets. */
const MIRRORS = [
  "UPSTREAM_RATE_FACTOR",
  "MOJANG_API_URL",
  "MOJANG_LEGACY_API_URL",
  "MOJANG_SESSION_URL",
  "MOJANG_TEXTURES_URL",
  "PLAYERDB_URL",
  "XBOX_PROFILE_URL",
  "OPENXBL_URL",
  "OPTIFINE_URL",
] as const satisfies readonly (keyof typeof variables)[];

const named: readonly string[] = [...FIRST, ...MIRRORS];

/** All variables by how likely an operator needs them, in the order of the docs. */
export const variableGroups = {
  first: FIRST,
  more: Object.keys(variables).filter((name) => !named.includes(name)),
  mirrors: MIRRORS,
} satisfies Record<string, readonly string[]>;

/**
 * Reads the configuration. An empty variable is an unset one. It looks at nothing of the machine but its
 * name, whether the folder of the store can be one, and files that are named.
 * @throws ConfigurationError
 */
export function readConfiguration(
  env: Readonly<Record<string, string | undefined>>,
): Configuration {
  const all = { ...env, ...inLowerCase(env) };
  const present = Object.entries(all).filter(([, value]) => value !== undefined && value !== "");
  const result = configuration.safeParse(Object.fromEntries(present));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ConfigurationError(`${String(issue?.path[0])} ${issue?.message}.`);
}

/** The variables of proxies, which other programs share, are often written in lower case, and count then. */
function inLowerCase(env: Readonly<Record<string, string | undefined>>) {
  const names = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];
  const found = names.map((name) => [name, env[name.toLowerCase()]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== ""));
}

/** How this instance reads the names of players. */
export function nameRulesOf({ SKIN_SOURCES, BEDROCK_PREFIX }: Configuration): NameRules {
  const { before, after } = SKIN_SOURCES;
  return { anyName: before.length + after.length > 0, bedrockPrefix: BEDROCK_PREFIX };
}

/** Finds the file that stands where a folder should be, at the end of a path or on the way there. */
function obstacleTo(directory: string): string | undefined {
  if (existsSync(directory)) return statSync(directory).isDirectory() ? undefined : directory;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : obstacleTo(parent);
}
