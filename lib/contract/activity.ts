import { z } from "zod";
import { editions } from "./profile.ts";

export const socialLink = z
  .object({
    platform: z.string().min(1).describe("The platform's short name, such as github."),
    label: z.string().min(1).describe("What to show."),
    url: z.url({ protocol: /^https?$/ }).describe("Where it leads."),
  })
  .meta({ id: "SocialLink", description: "A link to the people behind this instance." });
export type SocialLink = z.infer<typeof socialLink>;

export const socialBody = z
  .object({
    success: z.literal(true).describe("Always true."),
    social: z.array(socialLink).describe("The links, in the operator's order."),
  })
  .meta({ id: "Social", description: "The site's social links." });
export type SocialBody = z.infer<typeof socialBody>;

export const recentLookup = z
  .object({
    username: z.string().describe("The player's name or gamertag."),
    edition: z.enum(editions).describe("The edition the name belongs to."),
    id: z.string().describe("The Java UUID without dashes, or the XUID."),
    head_url: z.string().describe("The player's head, relative to the base address."),
    looked_up_at: z.iso.datetime().describe("When, to the minute."),
  })
  .meta({ id: "RecentLookup", description: "A player somebody looked up." });
export type RecentLookup = z.infer<typeof recentLookup>;

export const recentBody = z
  .object({
    success: z.literal(true).describe("Always true."),
    recent: z
      .array(recentLookup)
      .max(24)
      .describe("Players found lately, newest first, one entry each; no trace of who asked."),
    stats: z
      .object({
        lookups_total: z.int().describe("Lookups since the service began."),
        lookups_24h: z.int().describe("Lookups of the last 24 hours."),
        players_total: z.int().describe("Distinct players ever found."),
        cache_hit_ratio_24h: z
          .number()
          .min(0)
          .max(1)
          .describe("The share of the last 24 hours' lookups answered without asking a provider."),
      })
      .meta({ id: "LookupStatistics", description: "How much the service is used." }),
  })
  .meta({ id: "Recent", description: "Recent lookups and their statistics." });
export type RecentBody = z.infer<typeof recentBody>;
