import { useTranslations } from "next-intl";
import type { BedrockProfile, JavaProfile } from "@/lib/contract/profile.ts";
import { PixelImage } from "../pixel-image.tsx";

/** Twice the size of the usual texture. */
const TEXTURE_SIZE = 128;

/** The skin and the cape, as the textures they are. */
export function Textures({
  name,
  profile,
}: {
  name: string;
  profile: JavaProfile | BedrockProfile;
}) {
  const t = useTranslations("Textures");
  const { skin_url: skin, cape_url: cape } = profile;
  // Without a model nothing is known of the skin, not even that it is a default one.
  const isDefault = skin !== null && profile.skin_texture === null && profile.model !== null;
  return (
    <div className="grid grid-cols-2 gap-4">
      <Texture
        title={isDefault ? t("defaultSkin") : t("skin")}
        url={skin}
        alt={t("skinAlt", { name })}
        absent={t("noSkin")}
        file={`${name}-skin.png`}
        download={t("downloadSkin", { name })}
      />
      <Texture
        title={t("cape")}
        url={cape}
        alt={t("capeAlt", { name })}
        absent={t("noCape")}
        file={`${name}-cape.png`}
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
  file: string;
  download: string;
}

function Texture({ title, url, alt, absent, file, download }: TextureProps) {
  const t = useTranslations("Textures");
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-sm text-muted">{title}</figcaption>
      <div
        className={`grid h-36 place-items-center rounded-md border text-sm text-muted ${
          url === null ? "border-dashed border-edge" : "checkered border-line"
        }`}
      >
        <PixelImage
          url={url}
          alt={alt}
          size={TEXTURE_SIZE}
          absent={<p>{url === null ? absent : t("failed")}</p>}
        />
      </div>
      {url !== null && (
        <a
          href={url}
          download={file}
          aria-label={download}
          className="inline-block py-1.5 text-sm font-semibold text-action underline-offset-4 hover:underline"
        >
          {t("download")}
        </a>
      )}
    </figure>
  );
}
