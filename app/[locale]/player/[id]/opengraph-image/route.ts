import { fixedCacheControl } from "@/lib/freshness.ts";
import { previewPolicy } from "@/lib/site/page-data.ts";
import { canonicalName } from "@/lib/site/people.ts";
import { withoutControls } from "@/lib/site/player-path.ts";
import { profileIn, repliesFor } from "@/app/_server/profile.ts";
import { drawSocialImage } from "@/app/_server/social-image.ts";

/** The image for link previews of a player's page: the head under the name tag. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/[locale]/player/[id]/opengraph-image">,
) {
  const { id } = await params;
  // Unlike a page's, it is decoded already.
  const replies = await repliesFor("preview", withoutControls(id));
  const cacheControl = fixedCacheControl(previewPolicy(replies));
  const result = profileIn(replies.main);
  if ("code" in result) {
    const { status } = result;
    return new Response(null, { status, headers: { "cache-control": cacheControl } });
  }
  const { head } = replies;
  // JSON and placeholders are failures, which must not be cached.
  const image = head?.headers["content-type"] === "image/png" ? head : null;
  const png = await drawSocialImage(
    canonicalName(result.profile),
    image && Buffer.from(image.body),
  );
  return new Response(new Uint8Array(png), {
    headers: {
      "content-type": "image/png",
      "cache-control": cacheControl,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
  });
}
