import { useTranslations } from "next-intl";
import { dashed } from "@/lib/contract/identifiers.ts";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import {
  areApart,
  headOf,
  imageOf,
  playersOf,
  relationOf,
  type EditionPlayer,
} from "@/lib/site/people.ts";
import { CopyButton } from "../copy-button.tsx";
import { Breakable, PlayerName, UnknownHead } from "../elements.tsx";
import { Icon } from "../icon.tsx";
import { PixelImage } from "../images.tsx";
import { EditionLabel } from "./controls.tsx";
import type { Histories } from "./history.tsx";

const OUTLINE = "overflow-hidden rounded-lg border border-line";

interface EditionsProps {
  profile: ProfileBody;
  histories: Histories;
  /** The edition that the identifier means; undefined for both. */
  meant: Edition | undefined;
}

/** The profile by edition: one card for linked accounts, else one for each player. */
export function Editions({ profile, histories, meant }: EditionsProps) {
  const { java, bedrock, warnings = [] } = profile;
  const isLinked = relationOf(profile) === "linked";
  const panels = playersOf(profile).map((player) => (
    <EditionPanel
      key={player.edition}
      player={player}
      history={histories[player.edition]}
      isWide={!areApart(profile)}
    />
  ));
  const explanation = bedrock && (
    <LinkExplanation
      linked={bedrock.linked}
      shown={java === undefined ? "alone" : "both"}
      className={isLinked ? "border-b border-line" : OUTLINE}
    />
  );
  if (isLinked) {
    return (
      <div className={OUTLINE}>
        {explanation}
        <div className="grid gap-px bg-line">{panels}</div>
      </div>
    );
  }
  const cards = panels.map((panel) => (
    <div key={panel.key} className={`grid ${OUTLINE}`}>
      {panel}
    </div>
  ));
  if (areApart(profile)) {
    return (
      <div className="flex flex-col gap-4">
        {explanation}
        <div className="grid gap-4 md:grid-cols-2">{cards}</div>
      </div>
    );
  }
  const missing = java === undefined ? "java" : "bedrock";
  const hasFailed = warnings.some(({ edition }) => edition === missing);
  const isMeant = meant === undefined || meant === missing;
  return (
    <div className="flex flex-col gap-4">
      {cards}
      <div className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
        {explanation}
        <MissingEdition
          edition={missing}
          state={hasFailed ? "unavailable" : isMeant ? "missing" : "skipped"}
        />
      </div>
    </div>
  );
}

interface LinkExplanationProps {
  linked: boolean | null;
  /** Whether the Java player is shown beside the Bedrock one. */
  shown: "both" | "alone";
  className: string;
}

/** Explains whether both accounts are linked, which a name alone never shows. */
function LinkExplanation({ linked, shown, className }: LinkExplanationProps) {
  const t = useTranslations("LinkNotice");
  const state = linked === null ? "unknown" : linked ? "linked" : "unlinked";
  return (
    <section
      aria-labelledby="link"
      className={`flex gap-3 bg-sunken px-4 py-4 text-sm sm:px-6 ${className}`}
    >
      <Icon
        shape={linked ? "link-2" : "link-2-off"}
        size={20}
        className={`shrink-0 ${linked ? "text-good" : "text-muted"}`}
      />
      <div>
        <h2 id="link" className="font-semibold">
          {t(`${state}.title`)}
        </h2>
        <p className="text-muted text-pretty">{t(`${state}.${shown}`)}</p>
      </div>
    </section>
  );
}

/**
 * Says in one line that an edition has no such player. `unavailable`: the lookup failed, so it is unknown
 * whether the player exists there. `skipped`: the identifier means a player of the other edition.
 */
function MissingEdition(props: { edition: Edition; state: "missing" | "unavailable" | "skipped" }) {
  const { edition, state } = props;
  const t = useTranslations("MissingPanel");
  return (
    <aside
      aria-labelledby={`${edition}-missing`}
      className="rounded-lg border border-dashed border-edge px-4 py-3 text-sm sm:px-6"
    >
      <h2 id={`${edition}-missing`} className="font-semibold">
        {t(`${state}.${edition}`)}
      </h2>
      <p className="text-muted text-pretty">
        {state === "skipped" ? t(`skipped.hint.${edition}`) : t(`${state}.hint`)}
      </p>
    </aside>
  );
}

interface EditionPanelProps {
  player: EditionPlayer;
  /** Takes the page's width, with the textures beside the ids. */
  isWide: boolean;
  history: Histories[Edition];
}

/** One edition's player: identifiers, history, and downloadable images. */
function EditionPanel({ player, history, isWide }: EditionPanelProps) {
  const { edition, name, profile } = player;
  const t = useTranslations("EditionPanel");
  const facts = useTranslations("PlayerFacts");
  const nameId = `${edition}-name`;
  return (
    <article
      aria-labelledby={nameId}
      className={`grid min-w-0 gap-x-8 gap-y-5 bg-surface px-4 py-5 sm:px-6 ${
        isWide ? "md:grid-cols-[minmax(0,1fr)_17rem]" : "content-between"
      }`}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <div>
          <EditionLabel edition={edition} />
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <h2 id={nameId} className="text-xl font-bold">
              <PlayerName name={name} />
            </h2>
            <CopyButton label={facts(edition === "java" ? "name" : "gamertag")} of={nameId} />
          </div>
          <p className="text-sm text-muted">{t(profile.model ?? "unknownModel")}</p>
        </div>
        <Facts profile={profile} />
        {history.names !== "" && <div dangerouslySetInnerHTML={{ __html: history.names }} />}
      </div>
      <div className="grid min-w-0 grid-cols-2 content-start gap-3">
        <Texture kind="head" player={player} />
        <Texture kind="skin" player={player} />
        <Texture kind="cape" player={player} />
      </div>
      {history.textures !== "" && (
        <div
          className="col-span-full flex flex-col gap-5"
          dangerouslySetInnerHTML={{ __html: history.textures }}
        />
      )}
    </article>
  );
}

const AFTER_DASH = /(?<=-)/;

/** The player's identifiers, each with a copy button. */
function Facts({ profile }: Pick<EditionPlayer, "profile">) {
  const t = useTranslations("PlayerFacts");
  return (
    <dl>
      {factsOf(profile).map(([fact, value]) => (
        <div
          key={fact}
          className="grid grid-cols-[1fr_auto] items-center gap-x-3 border-b border-line pt-1 pb-2 last:border-b-0"
        >
          <dt className="text-sm text-muted">{t(fact)}</dt>
          <dd className="col-span-2 row-start-2 min-w-0">
            <code
              id={fact}
              dir="ltr"
              className="font-mono text-xs wrap-anywhere select-all sm:text-[0.8125rem]"
            >
              <Breakable text={value} at={AFTER_DASH} />
            </code>
          </dd>
          <dd className="col-start-2 row-start-1">
            <CopyButton label={t(fact)} of={fact} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(profile: EditionPlayer["profile"]) {
  if ("uuid" in profile) {
    const { uuid } = profile;
    return [["uuid", dashed(uuid)] as const, ["plainUuid", uuid] as const];
  }
  const { xuid_decimal: xuid, floodgate_uuid: floodgateUuid } = profile;
  return [
    ["xuid", xuid] as const,
    // As consoles and tools write it.
    ["hexXuid", BigInt(xuid).toString(16).toUpperCase().padStart(16, "0")] as const,
    ["floodgateUuid", floodgateUuid] as const,
  ];
}

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 128;
const HEAD_DOWNLOAD_SIZE = 512;

/** What is said of a texture, and its usual height on the page: twice its own. */
const textures = {
  head: { alt: "headAlt", none: "noSkin", download: "downloadHead", height: HEAD_SIZE },
  skin: { alt: "skinAlt", none: "noSkin", download: "downloadSkin", height: 128 },
  cape: { alt: "capeAlt", none: "noCape", download: "downloadCape", height: 64 },
} as const;

/** An image of the player, with its download. */
function Texture({ kind, player }: { kind: keyof typeof textures; player: EditionPlayer }) {
  const t = useTranslations("Textures");
  const { edition, name, profile } = player;
  const isHead = kind === "head";
  const { alt, none, download, height } = textures[kind];
  const url = isHead ? headOf(profile, HEAD_SIZE) : imageOf(kind, profile);
  const href = isHead ? headOf(profile, HEAD_DOWNLOAD_SIZE) : url;
  // Without a model, nothing is known about the skin, not even whether it is a default one.
  const isDefault = profile.skin_texture === null && profile.model !== null;
  const source = "uuid" in profile && !isHead ? profile[`${kind}_source`] : null;
  const fallback = isHead ? <UnknownHead size={HEAD_SIZE} /> : t(none);
  return (
    <figure className="min-w-0">
      <figcaption className="pb-1 text-sm text-muted">
        {t(kind === "skin" && isDefault ? "defaultSkin" : kind)}
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
          alt={t(alt, { name })}
          width={128}
          height={height}
          fallback={url === null ? fallback : <p>{t("failed")}</p>}
        />
      </div>
      {href !== null && (
        <a
          href={href}
          download={`${name}-${edition}-${kind}.png`}
          aria-label={t(download, { name })}
          className="download-link"
        >
          <Icon shape="download" size={16} />
          {t("download")}
        </a>
      )}
    </figure>
  );
}
