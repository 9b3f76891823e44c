import "server-only";
import { socialBody, type SocialLink } from "@/lib/contract/activity.ts";
import { askService } from "./profile.ts";

/** The operator's links, as `/api?social=1` tells them; none when it does not answer. */
export async function socialLinks(): Promise<readonly SocialLink[]> {
  const response = await askService("/api?social=1");
  const body = socialBody.safeParse(await response.json().catch(() => null));
  return body.success ? body.data.social : [];
}
