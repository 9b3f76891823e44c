import { z } from "zod";
import { editions } from "./profile.ts";

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
