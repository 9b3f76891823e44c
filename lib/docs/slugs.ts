import type { PageId } from "./page.ts";

/** The path of each page under `/docs`; empty for the first page. */
export const docsSlugs: Readonly<Record<PageId, string>> = {
  quickStart: "",
  conventions: "conventions",
  profile: "profile",
  head: "head",
  skin: "skin",
  cape: "cape",
  batch: "batch",
  history: "history",
  views: "views",
  activity: "recent-and-social",
  errors: "errors",
  identifiers: "identifiers",
  caching: "caching",
  rateLimits: "rate-limits",
  recipes: "recipes",
  compat: "moving",
  selfHosting: "self-hosting",
  capacity: "capacity",
  privacy: "privacy",
  faq: "faq",
  changelog: "changelog",
};
