import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { socialLink } from "./contract/activity.ts";

const DEFAULT_PORT = 3000;

const port = z
  .string()
  .regex(/^[0-9]{1,5}$/, "must be a port number from 0 to 65535")
  .transform(Number)
  .refine((number) => number <= 65_535, "must be a port number from 0 to 65535")
  .default(DEFAULT_PORT);

const seconds = (byDefault: number) =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, "must be a whole number of seconds, at least 1")
    .transform(Number)
    .default(byDefault);

const baseUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .transform((url) => url.replace(/\/+$/, ""));

const upstream = (byDefault: string) => baseUrl.default(byDefault);

/** An upstream that can be turned off. */
const optionalUpstream = (byDefault: string) =>
  z
    .union([z.literal("off").transform(() => null), baseUrl], "must be an address or off")
    .default(byDefault === "off" ? null : byDefault);

const redisUrl = z
  .url({
    protocol: /^rediss?$/,
    hostname: /./,
    error: "must be an address like redis://host:6379 or rediss://user:password@host:6379/0",
  })
  .refine((url) => /^(\/\d*)?$/.test(new URL(url).pathname), {
    error: "must end in the number of a database, or nothing",
    abort: true,
  });

const socialLinks = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON array" });
      return z.NEVER;
    }
  })
  .pipe(z.array(socialLink))
  .default([]);

/** Every variable of the environment that is read, its default and its meaning. */
const environment = z.object({
  PORT: port,
  HOST: z.string().default("0.0.0.0"),
  PUBLIC_URL: baseUrl.optional(),
  DATA_DIR: z.string().default("./data"),
  UPSTASH_REDIS_REST_URL: baseUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().regex(/^\S+$/, "must not contain spaces").optional(),
  REDIS_URL: redisUrl.optional(),
  WEB_CONCURRENCY: z
    .string()
    .regex(/^[1-9][0-9]?$/, "must be a number from 1 to 99")
    .transform(Number)
    .default(1),
  TRUSTED_PROXY_HOPS: z
    .string()
    .regex(/^[0-9]$/, "must be a number from 0 to 9")
    .transform(Number)
    .default(0),
  PROFILE_FRESH_SECONDS: seconds(1_200),
  PROFILE_STALE_SECONDS: seconds(604_800),
  MISSING_SECONDS: seconds(600),
  UPSTREAM_RATE_FACTOR: z
    .string()
    .regex(/^[0-9]{1,6}(\.[0-9]{1,3})?$/, "must be a number above 0")
    .transform(Number)
    .refine((factor) => factor > 0, "must be a number above 0")
    .default(1),
  MOJANG_API_URL: upstream("https://api.minecraftservices.com"),
  MOJANG_LEGACY_API_URL: upstream("https://api.mojang.com"),
  MOJANG_SESSION_URL: upstream("https://sessionserver.mojang.com"),
  MOJANG_TEXTURES_URL: upstream("https://textures.minecraft.net"),
  GEYSER_API_URL: upstream("https://api.geysermc.org"),
  PLAYERDB_URL: optionalUpstream("https://playerdb.co"),
  XBOX_PROFILE_URL: upstream("https://profile.xboxlive.com"),
  XBOX_AUTH_DIR: z.string().optional(),
  OPENXBL_URL: upstream("https://xbl.io"),
  OPENXBL_API_KEY: z.string().min(1).optional(),
  NAME_HISTORY_URL: optionalUpstream("off"),
  SOCIAL_LINKS: socialLinks,
  SOURCE_URL: baseUrl.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
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
 * folder of the store can be one is looked at.
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
  const [name, ...rest] = issue?.path ?? [];
  const where = rest.length > 0 ? ` (at ${rest.join(".")})` : "";
  throw new ConfigurationError(`${String(name)} ${describe(issue?.message)}${where}.`);
}

/** There is one store, and nobody should have to find out which, or that it cannot be there. */
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

function describe(message = "is wrong"): string {
  return message.startsWith("must ") ? message : `is wrong: ${message.replace(/\.$/, "")}`;
}
