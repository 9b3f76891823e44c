import { publicUrl, siteConfiguration } from "@/app/_server/site-configuration.ts";
import { fixedCacheControl } from "@/lib/freshness.ts";

// The contact and the URL are known at run time, not at build time.
export const dynamic = "force-dynamic";

const VALID_DAYS = 90;

/** Says how to report a vulnerability (RFC 9116): to the operator's contact, else in the source repository. */
export function GET() {
  const { CONTACT_URL, SOURCE_URL } = siteConfiguration();
  const contact = CONTACT_URL ?? SOURCE_URL;
  const policy = contact === undefined ? "noSecurityText" : "securityText";
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": fixedCacheControl(policy),
  };
  if (contact === undefined) {
    return new Response("This instance names no contact.\n", { status: 404, headers });
  }
  const expires = new Date(Date.now() + VALID_DAYS * 86_400_000);
  // Rounded to the day, in UTC.
  expires.setUTCHours(0, 0, 0, 0);
  const fields = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Canonical: ${publicUrl()}/.well-known/security.txt`,
  ];
  return new Response(`${fields.join("\n")}\n`, { headers });
}
