import { canonicalName, headOf } from "@/app/_components/player/people.ts";
import { playerIdOf } from "@/lib/site/player-path.ts";
import { fetchFromService, profileFor } from "@/app/_server/profile.ts";
import { drawSocialImage, SOCIAL_HEAD_SIZE } from "@/app/_server/social-image.ts";

const FOUND = "public, max-age=3600, stale-while-revalidate=86400";
const UNKNOWN = "public, max-age=60";

/** The image for link previews of a player's page: the head under the name tag. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/[locale]/player/[id]/opengraph-image">,
) {
  const { id } = await params;
  const result = await profileFor(playerIdOf(id));
  if (!result.found) {
    const isFailure = result.status >= 500;
    return new Response(null, {
      status: result.status,
      headers: { "cache-control": isFailure ? "no-store" : UNKNOWN },
    });
  }
  const { profile } = result;
  const face = profile.java ?? profile.bedrock;
  const headUrl = face === undefined ? null : headOf(face, SOCIAL_HEAD_SIZE);
  const head = headUrl === null ? null : await fetchFromService(headUrl);
  // JSON and placeholders are failures, which must not be cached.
  const isImage = head?.headers["content-type"] === "image/png";
  const own = isImage && head.status === 200;
  const socialImage = await drawSocialImage(
    canonicalName(profile),
    isImage ? Buffer.from(head.body) : null,
  );
  return new Response(new Uint8Array(socialImage), {
    headers: {
      "content-type": "image/png",
      "cache-control": own ? FOUND : "no-store",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
