import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { BedrockProfile, Edition, JavaProfile } from "@/lib/contract/profile.ts";
import { dashed } from "@/lib/contract/identifiers.ts";
import { CopyButton } from "../copy-button.tsx";
import { PlayerName, UnknownHead } from "../elements.tsx";
import { EditionLabel } from "./edition-label.tsx";
import { Icon } from "../icons.tsx";
import { capeOf, headOf, skinOf, xuidInHex } from "./people.ts";
import { Picture } from "../pictures.tsx";
import { shapes } from "./shapes.ts";

const HEAD_SIZE = 64;

interface EditionPanelProps {
  edition: Edition;
  name: string;
  profile: JavaProfile | BedrockProfile;
  /** It has the page's width: the textures stand beside the ids. */
  isWide: boolean;
  /** What else is known of the player. */
  children?: ReactNode;
}

/** One edition's player: the head, the ids, the textures. */
export function EditionPanel({ edition, name, profile, isWide, children }: EditionPanelProps) {
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
        <div className="flex items-center gap-4">
          <div className="shrink-0">
            <Picture
              url={headOf(profile, HEAD_SIZE)}
              alt={t("head", { name })}
              width={HEAD_SIZE}
              height={HEAD_SIZE}
              absent={<UnknownHead size={HEAD_SIZE} />}
            />
          </div>
          <div className="min-w-0 grow">
            <EditionLabel edition={edition} />
            <div className="flex flex-wrap items-center gap-x-3">
              <h2 id={`${edition}-name`} className="min-w-0 grow text-xl font-bold break-words">
                <PlayerName name={name} />
              </h2>
              <span className="noscript:hidden">
                <CopyButton label={facts(edition === "java" ? "name" : "gamertag")} value={name} />
              </span>
            </div>
            <p className="text-sm text-muted">{t(profile.model ?? "unknownModel")}</p>
          </div>
        </div>
        <Facts profile={profile} />
        {children}
      </div>
      <Textures edition={edition} name={name} profile={profile} />
    </article>
  );
}

/** What identifies the player, each with a button to copy it. */
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
            <code dir="ltr" className="font-mono text-xs break-all select-all sm:text-[0.8125rem]">
              {value}
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

/** The skin and the cape, as the textures they are. */
function Textures({ edition, name, profile }: TexturesProps) {
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
        <a href={url} download={file} aria-label={download} className="download-link">
          <Icon shape={shapes.download} size={16} />
          {t("download")}
        </a>
      )}
    </figure>
  );
}
