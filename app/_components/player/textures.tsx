import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { BedrockProfile, Edition, JavaProfile } from "@/lib/contract/profile.ts";
import { capeOf, skinOf } from "./picture-urls.ts";
import { Picture } from "./picture.tsx";

export interface TexturesProps {
  edition: Edition;
  name: string;
  profile: JavaProfile | BedrockProfile;
}

/** The skin and the cape, as the textures they are. */
export function Textures({ edition, name, profile }: TexturesProps) {
  const t = useTranslations("Textures");
  // Without a model nothing is known of the skin, not even that it is a default one.
  const isDefault = profile.skin_texture === null && profile.model !== null;
  return (
    <div className="grid min-w-0 grid-cols-2 content-start gap-3">
      <Texture
        title={isDefault ? t("defaultSkin") : t("skin")}
        url={skinOf(profile)}
        alt={t("skinAlt", { name })}
        absent={t("noSkin")}
        height={128}
        file={`${name}-${edition}-skin.png`}
        download={t("downloadSkin", { name })}
      />
      <Texture
        title={t("cape")}
        url={capeOf(profile)}
        alt={t("capeAlt", { name })}
        absent={t("noCape")}
        height={64}
        file={`${name}-${edition}-cape.png`}
        download={t("downloadCape", { name })}
      />
    </div>
  );
}

interface TextureProps {
  title: string;
  url: string | null;
  alt: string;
  absent: string;
  /** Its usual height on the page, twice that of the texture. */
  height: number;
  file: string;
  download: string;
}

function Texture({ title, url, alt, absent, height, file, download }: TextureProps) {
  const t = useTranslations("Textures");
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-sm text-muted">{title}</figcaption>
      <div
        className={`grid h-36 place-items-center rounded-md border text-sm text-muted ${
          url === null ? "border-dashed border-edge" : "checkered border-line"
        }`}
      >
        <Picture
          url={url}
          alt={alt}
          width={128}
          height={height}
          absent={<p>{url === null ? absent : t("failed")}</p>}
        />
      </div>
      {url !== null && (
        <a
          href={url}
          download={file}
          aria-label={download}
          className="inline-flex min-h-9 items-center gap-1.5 text-sm font-semibold text-action underline-offset-4 hover:underline"
        >
          <Download aria-hidden size={16} />
          {t("download")}
        </a>
      )}
    </figure>
  );
}
