import { canonicalName, previewHeadOf } from "@/lib/site/people.ts";
import { withoutControls } from "@/lib/site/player-path.ts";
import { fetchFromService, profileFor } from "@/app/_server/profile.ts";
import { drawSocialImage } from "@/app/_server/social-image.ts";

const FOUND = "public, max-age=3600, stale-while-revalidate=86400";
const UNKNOWN = "public, max-age=60";

/** The image for link previews of a player's page: the head under the name tag. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/[locale]/player/[id]/opengraph-image">,
) {
  const { id } = await params;
  // Unlike a page's, it is decoded already.
  const result = await profileFor(withoutControls(id));
  if ("code" in result) {
    const isFailure = result.status >= 500;
    return new Response(null, {
      status: result.status,
      headers: { "cache-control": isFailure ? "no-store" : UNKNOWN },
    });
  }
  const headUrl = previewHeadOf(result.profile);
  const head = headUrl === null ? null : await fetchFromService(headUrl);
  // JSON and placeholders are failures, which must not be cached.
  const image = head?.headers["content-type"] === "image/png" ? head : null;
  const png = await drawSocialImage(
    canonicalName(result.profile),
    image && Buffer.from(image.body),
  );
  return new Response(new Uint8Array(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": image?.status === 200 ? FOUND : "no-store",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
