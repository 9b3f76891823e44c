import { askApi } from "@/app/_server/api.ts";
import { profileOf } from "@/app/_server/profile.ts";
import { fixedCacheControl } from "@/lib/freshness.ts";
import { canonicalName } from "@/site/pages/people.ts";
import { previewFiguresOf } from "@/site/pages/player-images.ts";
import { withoutControls } from "@/site/pages/player-path.ts";
import { drawPreview } from "./preview-image.ts";

/** Scripts of other sites may read it, as they may any image of the API. */
const FOR_EVERYONE = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** The image for link previews of a player's page. A player who is not found has none. */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/[locale]/player/[id]/opengraph-image">,
) {
  const { id } = await params;
  // Unlike a page's, it is decoded already.
  const result = await profileOf(withoutControls(id));
  if ("code" in result) {
    const { status } = result;
    const policy = status >= 500 ? "none" : "unknownPreview";
    const headers = { ...FOR_EVERYONE, "cache-control": fixedCacheControl(policy) };
    return new Response(null, { status, headers });
  }
  const { profile } = result;
  const figures = await Promise.all(
    previewFiguresOf(profile).map(async ({ url, editions }) => ({
      editions,
      png: url === null ? null : await pngOf(url),
    })),
  );
  const image = await drawPreview(canonicalName(profile), figures);
  // A skin that cannot be loaded now may be there soon.
  const isWhole = figures.every(({ png }) => png !== null);
  return new Response(new Uint8Array(image), {
    headers: {
      ...FOR_EVERYONE,
      "content-type": "image/png",
      "cache-control": fixedCacheControl(isWhole ? "preview" : "none"),
      "x-content-type-options": "nosniff",
    },
  });
}

/** An image of this service's API; null if it cannot be had. */
async function pngOf(url: string): Promise<Buffer | null> {
  const response = await askApi(url);
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
}
