import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { BedrockProfile, Edition, JavaProfile } from "@/lib/contract/profile.ts";
import { dashed } from "@/lib/contract/identifiers.ts";
import { CopyButton } from "../copy-button.tsx";
import { Breakable, PlayerName, UnknownHead } from "../elements.tsx";
import { EditionLabel } from "./edition-label.tsx";
import { Icon } from "../icons.tsx";
import type { Pasts } from "./past.ts";
import { capeOf, headOf, skinOf, xuidInHex } from "./people.ts";
import { PixelImage } from "../images.tsx";
import { shapes } from "./shapes.ts";

/** Multiples of 8, so that every pixel of a face is a whole number of the screen's. */
const HEAD_SIZE = 128;
const HEAD_DOWNLOAD_SIZE = 512;
const AFTER_DASH = /(?<=-)/;

interface EditionPanelProps {
  edition: Edition;
  name: string;
  profile: JavaProfile | BedrockProfile;
  /** Takes the page's width, with the textures beside the ids. */
  isWide: boolean;
  past: Pasts[Edition];
}

/** One edition's player: identifiers, history, and downloadable images. */
export function EditionPanel({ edition, name, profile, past, isWide }: EditionPanelProps) {
  const t = useTranslations("EditionPanel");
  const facts = useTranslations("PlayerFacts");
  return (
    <article
      aria-labelledby={`${edition}-name`}
      className={`grid min-w-0 gap-x-8 gap-y-5 bg-surface px-4 py-5 sm:px-6 ${
        isWide ? "md:grid-cols-[minmax(0,1fr)_17rem]" : "content-between"
      }`}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <div>
          <EditionLabel edition={edition} />
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <h2 id={`${edition}-name`} className="text-xl font-bold">
              <PlayerName name={name} />
            </h2>
            <span className="noscript:hidden">
              <CopyButton label={facts(edition === "java" ? "name" : "gamertag")} value={name} />
            </span>
          </div>
          <p className="text-sm text-muted">{t(profile.model ?? "unknownModel")}</p>
        </div>
        <Facts profile={profile} />
        {past.names !== "" && <div dangerouslySetInnerHTML={{ __html: past.names }} />}
      </div>
      <Textures edition={edition} name={name} profile={profile} />
      {past.textures !== "" && (
        <div
          className="col-span-full flex flex-col gap-5"
          dangerouslySetInnerHTML={{ __html: past.textures }}
        />
      )}
    </article>
  );
}

/** The player's identifiers, each with a copy button. */
function Facts({ profile }: { profile: JavaProfile | BedrockProfile }) {
  const t = useTranslations("PlayerFacts");
  const facts =
    "uuid" in profile
      ? { [t("uuid")]: dashed(profile.uuid), [t("plainUuid")]: profile.uuid }
      : {
          [t("xuid")]: profile.xuid_decimal,
          [t("hexXuid")]: xuidInHex(profile.xuid_decimal),
          [t("floodgateUuid")]: profile.floodgate_uuid,
        };
  return (
    <dl>
      {Object.entries(facts).map(([label, value]) => (
        <div key={label} className="fact">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="col-span-2 row-start-2 min-w-0">
            <code
              dir="ltr"
              className="font-mono text-xs wrap-anywhere select-all sm:text-[0.8125rem]"
            >
              <Breakable text={value} at={AFTER_DASH} />
            </code>
          </dd>
          <dd className="col-start-2 row-start-1 noscript:hidden">
            <CopyButton label={label} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TexturesProps {
  edition: Edition;
  name: string;
  profile: JavaProfile | BedrockProfile;
}

/** The images of the player, each with its download. */
function Textures({ edition, name, profile }: TexturesProps) {
  const t = useTranslations("Textures");
  // Without a model, nothing is known about the skin, not even whether it is a default one.
  const isDefault = profile.skin_texture === null && profile.model !== null;
  const sources: Partial<Pick<JavaProfile, "skin_source" | "cape_source">> =
    "uuid" in profile ? profile : {};
  return (
    <div className="grid min-w-0 grid-cols-2 content-start gap-3">
      <Texture
        title={t("head")}
        url={headOf(profile, HEAD_SIZE)}
        href={headOf(profile, HEAD_DOWNLOAD_SIZE)}
        alt={t("headAlt", { name })}
        fallback={<UnknownHead size={HEAD_SIZE} />}
        height={HEAD_SIZE}
        file={`${name}-${edition}-head.png`}
        download={t("downloadHead", { name })}
      />
      <Texture
        title={isDefault ? t("defaultSkin") : t("skin")}
        source={sources.skin_source}
        url={skinOf(profile)}
        alt={t("skinAlt", { name })}
        fallback={t("noSkin")}
        height={128}
        file={`${name}-${edition}-skin.png`}
        download={t("downloadSkin", { name })}
      />
      <Texture
        title={t("cape")}
        source={sources.cape_source}
        url={capeOf(profile)}
        alt={t("capeAlt", { name })}
        fallback={t("noCape")}
        height={64}
        file={`${name}-${edition}-cape.png`}
        download={t("downloadCape", { name })}
      />
    </div>
  );
}

interface TextureProps {
  title: string;
  /** Where it comes from; named where that is not the game. */
  source?: string | null | undefined;
  url: string | null;
  /** The download, when it is not the image shown. */
  href?: string | null;
  alt: string;
  fallback: ReactNode;
  /** The usual height on the page: twice that of the texture. */
  height: number;
  file: string;
  download: string;
}

function Texture({
  title,
  source,
  url,
  href = url,
  alt,
  fallback,
  height,
  file,
  download,
}: TextureProps) {
  const t = useTranslations("Textures");
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-sm text-muted">
        {title}
        {source && source !== "mojang" && (
          <>
            {" · "}
            <bdi>{source}</bdi>
          </>
        )}
      </figcaption>
      <div
        className={`grid h-36 place-items-center rounded-md border text-sm text-muted ${
          url === null ? "border-dashed border-edge" : "checkered border-line"
        }`}
      >
        <PixelImage
          url={url}
          alt={alt}
          width={128}
          height={height}
          fallback={url === null ? fallback : <p>{t("failed")}</p>}
        />
      </div>
      {href !== null && (
        <a href={href} download={file} aria-label={download} className="download-link">
          <Icon shape={shapes.download} size={16} />
          {t("download")}
        </a>
      )}
    </figure>
  );
}
