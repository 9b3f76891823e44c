import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { publicUrl } from "./_server/site-configuration.ts";

/** Everything but the API may be crawled: its responses are for programs, and each costs a lookup. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  // The URL is known at run time, not at build time.
  await connection();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/api", "/*/player?"] },
    sitemap: `${publicUrl()}/sitemap.xml`,
  };
}
