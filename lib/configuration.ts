import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import {
  baseUrl,
  compatHosts,
  compatService,
  contactUrl,
  count,
  directory,
  egressAddresses,
  egressName,
  factor,
  host,
  logLevel,
  onOff,
  optionalUpstream,
  playerIds,
  port,
  rates,
  redisUrl,
  seconds,
  secret,
  skinSources,
  socialLinks,
  thirdPartyCapes,
  upstream,
} from "./configuration-values.ts";

/** Every variable of the environment that is read, its default and its meaning. */
const environment = z.object({
  PORT: port,
  HOST: host,
  PUBLIC_URL: baseUrl.optional(),
  DATA_DIR: directory.default("./data"),
  UPSTASH_REDIS_REST_URL: baseUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: secret.optional(),
  REDIS_URL: redisUrl.optional(),
  WEB_CONCURRENCY: count(/^[1-9][0-9]?$/, "1 to 99", 1),
  TRUSTED_PROXY_HOPS: count(/^[0-9]$/, "0 to 9", 0),
  PROFILE_FRESH_SECONDS: seconds(1_200),
  PROFILE_STALE_SECONDS: seconds(604_800),
  MISSING_SECONDS: seconds(600),
  UPSTREAM_RATE_FACTOR: factor,
  UPSTREAM_RATES: rates,
  EGRESS_NAME: egressName,
  EGRESS_ADDRESSES: egressAddresses,
  MOJANG_API_URL: upstream("https://api.minecraftservices.com"),
  MOJANG_LEGACY_API_URL: upstream("https://api.mojang.com"),
  MOJANG_SESSION_URL: upstream("https://sessionserver.mojang.com"),
  MOJANG_TEXTURES_URL: upstream("https://textures.minecraft.net"),
  GEYSER_API_URL: upstream("https://api.geysermc.org"),
  PLAYERDB_URL: optionalUpstream("https://playerdb.co"),
  XBOX_PROFILE_URL: upstream("https://profile.xboxlive.com"),
  XBOX_AUTH_DIR: directory.optional(),
  OPENXBL_URL: upstream("https://xbl.io"),
  OPENXBL_API_KEY: secret.optional(),
  NAME_HISTORY_URL: optionalUpstream("off"),
  SKIN_SOURCES: skinSources,
  THIRD_PARTY_CAPES: thirdPartyCapes,
  OPTIFINE_URL: upstream("http://s.optifine.net"),
  OBSERVED_HISTORY: onOff,
  EXCLUDED_PLAYERS: playerIds,
  COMPAT_HOSTS: compatHosts,
  COMPAT_ROOT: compatService.optional(),
  SOCIAL_LINKS: socialLinks,
  SOURCE_URL: baseUrl.optional(),
  CONTACT_URL: contactUrl.optional(),
  LOG_LEVEL: logLevel,
});

export type Configuration = z.infer<typeof environment> & { PUBLIC_URL: string };

/** A wrong value in the environment; the message is one sentence that names the variable. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Names, defaults and meanings of all variables, for the docs. */
export const variables = environment.shape;

/**
 * Reads the configuration. An empty variable is an unset one. Of the machine, only whether the
 * folder of the store can be one is looked at, and which addresses it has.
 * @throws ConfigurationError
 */
export function readConfiguration(
  env: Readonly<Record<string, string | undefined>>,
): Configuration {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== "");
  const result = environment.safeParse(Object.fromEntries(given));
  if (result.success) {
    const { data } = result;
    checkStore(data);
    return { ...data, PUBLIC_URL: data.PUBLIC_URL ?? `http://localhost:${data.PORT}` };
  }
  const issue = result.error.issues[0];
  throw new ConfigurationError(`${String(issue?.path[0])} ${issue?.message}.`);
}

/** There is one store: settings that name two, or one that cannot work, are an error. */
function checkStore({
  DATA_DIR: directory,
  UPSTASH_REDIS_REST_URL: upstashUrl,
  UPSTASH_REDIS_REST_TOKEN: upstashToken,
  REDIS_URL: redis,
}: z.infer<typeof environment>): void {
  if (upstashUrl !== undefined && upstashToken === undefined) {
    throw new ConfigurationError(
      "UPSTASH_REDIS_REST_TOKEN must be set too, since UPSTASH_REDIS_REST_URL is.",
    );
  }
  if (upstashUrl === undefined && upstashToken !== undefined) {
    throw new ConfigurationError(
      "UPSTASH_REDIS_REST_URL must be set too, since UPSTASH_REDIS_REST_TOKEN is.",
    );
  }
  if (upstashUrl !== undefined && redis !== undefined) {
    throw new ConfigurationError(
      "REDIS_URL must not be set together with UPSTASH_REDIS_REST_URL: there is one store.",
    );
  }
  const obstacle = obstacleTo(path.resolve(directory));
  if (upstashUrl === undefined && redis === undefined && obstacle !== undefined) {
    throw new ConfigurationError(`DATA_DIR must be a folder, and ${obstacle} is not one.`);
  }
}

/** What stands where a folder should be, at the end of a path or on the way there. */
function obstacleTo(directory: string): string | undefined {
  if (existsSync(directory)) return statSync(directory).isDirectory() ? undefined : directory;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : obstacleTo(parent);
}
