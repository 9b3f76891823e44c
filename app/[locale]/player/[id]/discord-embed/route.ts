import { getTranslations } from "next-intl/server";
import { localeOf } from "@/app/_server/page-locale.ts";
import { historyOf, profileOf } from "@/app/_server/profile.ts";
import { publicUrl } from "@/app/_server/site-configuration.ts";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { linkPreviewOf } from "@/site/pages/link-preview.ts";
import { playersOf } from "@/site/pages/people.ts";
import { imageOf } from "@/site/pages/player-images.ts";
import { withoutControls } from "@/site/pages/player-path.ts";

/** The accent. */
const LANTERN = 0xf5b53c;
/** Discord's types of components. */
const TYPES = { row: 1, button: 2, text: 10, gallery: 12, container: 17 };
/** The style of a button that is a link: no other is allowed. */
const LINK = 5;

/**
 * Discord shows this instead of a plain link preview, as its documentation says:
 * https://docs.discord.com/developers/link-previews/component-embeds
 */
export async function GET(
  _request: Request,
  { params }: RouteContext<"/[locale]/player/[id]/discord-embed">,
) {
  const locale = await localeOf(params);
  // Unlike a page's, it is decoded already.
  const id = withoutControls((await params).id);
  const result = await profileOf(id);
  if ("code" in result) return Response.json(null, { status: result.status });
  const { profile } = result;
  const base = publicUrl();
  const preview = linkPreviewOf({ locale, profile, history: await historyOf(id), base });
  const t = await getTranslations({ locale });
  const { name, image, description, values } = preview;
  // A bracket would end the link.
  const url = preview.url.replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  const text = t(`Site.player.${description}`, values);
  const marks = { java: t("EditionMarks.java"), bedrock: t("EditionMarks.bedrock") };
  const [skin] = playersOf(profile).map((player) => imageOf("skin", player.profile));
  const components = [
    { type: TYPES.text, content: `## [${plain(name)}](${url})\n${plain(text)}` },
    {
      type: TYPES.gallery,
      items: [{ media: { url: image }, description: t("Site.player.socialImage", { name }) }],
    },
    { type: TYPES.text, content: idsOf(profile, marks).join("\n") },
    {
      type: TYPES.row,
      components: [
        button(t("HomePage.result.open"), url),
        ...(skin ? [button(t("Textures.skin"), base + skin)] : []),
      ],
    },
  ];
  const container = { type: TYPES.container, accent_color: LANTERN, components };
  return Response.json({ component: container });
}

function idsOf({ java, bedrock }: ProfileBody, marks: Record<"java" | "bedrock", string>) {
  return [
    ...(java ? [`${marks.java} · UUID \`${java.uuid_dashed}\``] : []),
    ...(bedrock ? [`${marks.bedrock} · XUID \`${bedrock.xuid_decimal}\``] : []),
  ];
}

function button(label: string, url: string) {
  return { type: TYPES.button, style: LINK, label, url };
}

/** A text without the signs that Discord's Markdown reads. */
function plain(text: string): string {
  return text.replace(/[\\*_~`|<>[\]()#@:-]/g, "\\$&");
}
