import type { MetadataRoute } from "next";
import { connection } from "next/server";
import { publicUrl } from "./_server/site-configuration.ts";

/** Everything may be read but the API: its answers are for programs, and each costs a lookup. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  // The address is known when the service runs, not when it is built.
  await connection();
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/api", "/*/player?"] },
    sitemap: `${publicUrl()}/sitemap.xml`,
  };
}
