import { useTranslations } from "next-intl";
import { dashed } from "@/lib/contract/identifiers.ts";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { playersOf, type EditionPlayer } from "@/site/pages/people.ts";
import { headOf, imageOf } from "@/site/pages/player-images.ts";
import { Breakable } from "../breakable.tsx";
import { CopyButton } from "../copy-button.tsx";
import { EditionMarks, PlayerName, UnknownHead } from "../elements.tsx";
import { DOWNLOAD } from "../file-icon-paths.ts";
import { Icon } from "../icon.tsx";
import { IfLost, SkinImage } from "./lost-skins.tsx";

/** Without the schemas of the contract, which are larger than the page. */
const both = ["java", "bedrock"] as const satisfies readonly Edition[];

interface EditionsProps {
  profile: ProfileBody;
  /** The edition that the identifier means; undefined for both. */
  meant: Edition | undefined;
}

/** A card for each edition: its player, or why there is none. */
export function Editions({ profile, meant }: EditionsProps) {
  const players = playersOf(profile);
  const failed = (profile.warnings ?? []).flatMap(({ code, edition }) =>
    code === "BAD_GATEWAY" ? edition : [],
  );
  const missing = both.filter((edition) => profile[edition] === undefined);
  return (
    <div className="edition-cards">
      {players.map((player) => (
        <EditionCard
          key={player.edition}
          player={player}
          // Without old data, an edition with a warning only lacks a part.
          isOld={profile.stale && (failed.length === 0 || failed.includes(player.edition))}
        />
      ))}
      {missing.map((edition) => {
        const isMeant = meant === undefined || meant === edition;
        const state = failed.includes(edition) ? "unavailable" : isMeant ? "missing" : "skipped";
        return <MissingEdition key={edition} edition={edition} state={state} />;
      })}
    </div>
  );
}

/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 56;
/** For dense screens, too. */
const DRAWN_HEAD_SIZE = 112;

/** One edition's player: head, name, and what the textures are. */
function EditionCard({ player, isOld }: { player: EditionPlayer; isOld: boolean }) {
  const t = useTranslations("EditionPanel");
  const textures = useTranslations("Textures");
  const facts = useTranslations("PlayerFacts");
  const { edition, name, profile } = player;
  const nameId = `${edition}-name`;
  return (
    <article aria-labelledby={nameId} className={`edition-card card ${isOld ? "is-old" : ""}`}>
      <SkinImage
        edition={edition}
        url={headOf(profile, DRAWN_HEAD_SIZE)}
        alt=""
        width={HEAD_SIZE}
        height={HEAD_SIZE}
        fallback={<UnknownHead size={HEAD_SIZE} />}
      />
      <div className="edition-facts">
        <div className="edition-name">
          <EditionMarks editions={[edition]} />
          <h2 id={nameId}>
            <PlayerName name={name} />
          </h2>
        </div>
        <p>
          {isOld && <strong>{t("old")} · </strong>}
          <IfLost
            edition={edition}
            lost={<strong className="lost-skin">{textures("failed")}</strong>}
          >
            {profile.model !== null && t(profile.model)} · <Textures player={player} />
          </IfLost>
        </p>
      </div>
      <CopyButton label={facts(edition === "java" ? "name" : "gamertag")} of={nameId} />
    </article>
  );
}

/** Says whether the skin is a default one, which cape there is, and where they come from. */
function Textures({ player: { edition, name, profile } }: { player: EditionPlayer }) {
  const t = useTranslations("Textures");
  const cape = imageOf("cape", profile);
  // Without a model, nothing is known about the skin, not even whether it is a default one.
  const isDefault = profile.skin_texture === null && profile.model !== null;
  const sources = "uuid" in profile ? [profile.skin_source, profile.cape_source] : [];
  const [skinSource, capeSource] = sources.map((source) => (source === "mojang" ? null : source));
  return (
    <>
      {isDefault && <>{t("defaultSkin")} · </>}
      {skinSource && (
        <>
          {t("skin")}: <bdi translate="no">{skinSource}</bdi> ·{" "}
        </>
      )}
      {cape === null ? (
        t("noCape")
      ) : (
        <a
          href={cape}
          download={`${name}-${edition}-cape.png`}
          aria-label={t("downloadCape", { name })}
        >
          <Icon path={DOWNLOAD} size={14} />
          {t("cape")}
        </a>
      )}
      {capeSource && (
        <>
          {" "}
          (<bdi translate="no">{capeSource}</bdi>)
        </>
      )}
    </>
  );
}

/**
 * Says that an edition has no such player. `unavailable`: the lookup failed, so it is unknown whether the
 * player exists there. `skipped`: the identifier means a player of the other edition.
 */
function MissingEdition(props: { edition: Edition; state: "missing" | "unavailable" | "skipped" }) {
  const { edition, state } = props;
  const t = useTranslations("MissingPanel");
  return (
    <aside aria-labelledby={`${edition}-missing`} className="edition-missing">
      <h2 id={`${edition}-missing`}>{t(`${state}.${edition}`)}</h2>
      <p>{state === "skipped" ? t(`skipped.hint.${edition}`) : t(`${state}.hint`)}</p>
    </aside>
  );
}

const AFTER_DASH = /(?<=-)/;

/** All identifiers of a player, each with a copy button. */
export function Identifiers({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("PlayerFacts");
  const marks = useTranslations("EditionMarks");
  return (
    <section aria-labelledby="ids">
      <h2 id="ids" className="sr-only">
        {t("title")}
      </h2>
      <dl className="ids">
        {playersOf(profile).flatMap(({ edition, profile: one }) =>
          identifiersOf(one).map(([name, value]) => (
            <div key={name}>
              <dt>
                <span className={`edition ${edition}`}>
                  <span className="sr-only">{marks(edition)}</span>
                </span>
                {t(name)}
              </dt>
              <dd>
                <code translate="no" id={name} dir="ltr">
                  <Breakable text={value} at={AFTER_DASH} />
                </code>
              </dd>
              <dd>
                <CopyButton label={t(name)} of={name} />
              </dd>
            </div>
          )),
        )}
      </dl>
    </section>
  );
}

function identifiersOf(profile: EditionPlayer["profile"]) {
  if ("uuid" in profile) {
    const { uuid, offline_uuid: offlineUuid } = profile;
    return [
      ["uuid", dashed(uuid)],
      ["plainUuid", uuid],
      ["offlineUuid", dashed(offlineUuid)],
    ] as const;
  }
  const { xuid_decimal: xuid, floodgate_uuid: floodgateUuid } = profile;
  return [
    ["xuid", xuid],
    // As consoles and tools write it.
    ["hexXuid", BigInt(xuid).toString(16).toUpperCase().padStart(16, "0")],
    ["floodgateUuid", floodgateUuid],
  ] as const;
}
