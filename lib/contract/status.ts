import { z } from "zod";
import { errorBody } from "./errors.ts";
import { editions } from "./profile.ts";

/* The service says this of itself, besides players: its links, its use and its health. */

export const socialLink = z.object({
  platform: z.string().min(1),
  label: z.string().min(1),
  url: z.url({ protocol: /^https?$/ }),
});
export type SocialLink = z.infer<typeof socialLink>;

export const socialBody = z.object({
  success: z.literal(true),
  social: z.array(socialLink),
});

export const recentLookup = z.object({
  username: z.string(),
  edition: z.enum(editions),
  editions: z.array(z.enum(editions)),
  id: z.string(),
  head_url: z.string(),
  looked_up_at: z.iso.datetime(),
});
export type RecentLookup = z.infer<typeof recentLookup>;

/** A player who is known by the beginning of a name. */
export const suggestion = recentLookup.omit({ looked_up_at: true });

export const suggestionsBody = z.object({
  success: z.literal(true),
  suggestions: z.array(suggestion).max(10),
});
export type SuggestionsBody = z.infer<typeof suggestionsBody>;

export const recentBody = z.object({
  success: z.literal(true),
  recent: z.array(recentLookup).max(24),
  stats: z.object({
    lookups_total: z.int(),
    lookups_24h: z.int(),
    players_total: z.int(),
    cache_hit_ratio_24h: z.number().min(0).max(1),
  }),
});
export type RecentBody = z.infer<typeof recentBody>;

export const healthBody = z.object({
  success: z.literal(true),
  status: z.enum(["alive", "ready"]),
  store: z.enum(["ok", "degraded"]).optional(),
  warnings: z.array(z.string()).optional(),
});
export type HealthBody = z.infer<typeof healthBody>;

/** The error of a process that is not ready; `missing` is what it needs besides the API itself. */
export const notReadyBody = errorBody
  .omit({ former: true, limit: true, reason: true })
  .extend({ missing: z.array(z.enum(["pages"])) });
export type NotReadyBody = z.infer<typeof notReadyBody>;

const count = z.int().nonnegative();

/** The calls and failures of a provider in one hour. */
export const providerHour = z.object({
  at: z.iso.datetime(),
  answered: count,
  refused: count,
  failed: count,
  average_ms: z.number().nullable(),
});

/** A time in which a provider did not respond as it should; `to` is null while it lasts. */
export const outage = z.object({
  provider: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime().nullable(),
});

const providerStatus = z.object({
  name: z.string(),
  state: z.enum(["working", "slowed", "paused", "failing", "unused"]),
  failing_since: z.iso.datetime().nullable(),
  requests_24h: count,
  answered_24h: count,
  refused_24h: count,
  failed_24h: count,
  average_ms_24h: z.number().nullable(),
  rate: z.number(),
  configured_rate: z.number(),
  hours: z.array(providerHour).max(24),
});
export type ProviderStatus = z.infer<typeof providerStatus>;

/** The content of the status page, which sends no request to a provider. */
export const statusBody = z.object({
  success: z.literal(true),
  since: z.iso.datetime(),
  store: z.enum(["ok", "degraded"]),
  warnings: z.array(z.string()),
  stats: recentBody.shape.stats,
  providers: z.array(providerStatus),
  outages: z.array(outage).max(40),
  version: z.string(),
});
export type StatusBody = z.infer<typeof statusBody>;
