import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { FormerPlayer } from "@/lib/contract/errors.ts";
import type {
  Edition,
  HistoryBody,
  NameHistoryEntry,
  ProfileBody,
} from "@/lib/contract/profile.ts";
import { orError } from "@/lib/contract/urls.ts";
import { localePath } from "@/site/i18n/routing.ts";
import type { EditionProfile } from "@/site/pages/people.ts";
import { figureOf } from "@/site/pages/player-images.ts";
import { playerPath } from "@/site/pages/player-path.ts";
import { EditionMarks, UnknownHead } from "../elements.tsx";
import { PixelImage } from "../pixel-image.tsx";

/** The page shows this many textures of a kind and edition at most; `/api/history` has the others. */
const MOST_SHOWN = 24;

/** How a day of the history is written. */
export const DAY = { dateStyle: "medium", timeZone: "UTC" } as const;

interface HistoryProps {
  profile: ProfileBody;
  history: HistoryBody | null;
}

/** The names of both editions; nothing of one where only a gamertag is known, which nobody else had. */
export function KnownNames({ profile, history }: HistoryProps) {
  const { java, bedrock } = history ?? {};
  const names = java?.names ?? profile.java?.name_history ?? [];
  const gamertags = bedrock?.names ?? [];
  const hasChanged = gamertags.length > 1 || bedrock?.former !== undefined;
  return (
    <>
      {names.length > 0 && <Names edition="java" history={names} former={java?.former} />}
      {hasChanged && <Names edition="bedrock" history={gamertags} former={bedrock?.former} />}
    </>
  );
}

interface NamesProps {
  edition: Edition;
  history: readonly NameHistoryEntry[];
  /** Other players who had the current name. */
  former: readonly FormerPlayer[] | undefined;
}

/**
 * The names of a player, the current one first, and what is unknown about them. A former name leads to whoever has it
 * now.
 */
function Names({ edition, history, former = [] }: NamesProps) {
  const t = useTranslations("NameTimeline");
  const id = `${edition}-names`;
  const names = history.toReversed();
  const first = names.length === 1 ? "only" : "first";
  return (
    <section aria-labelledby={id} className="names">
      <h2 id={id}>{t("title", { count: names.length })}</h2>
      <ol reversed>
        {names.map(({ name, changed_at }, index) => (
          <li key={names.length - index} className={index === 0 ? "is-current" : undefined}>
            <span>
              {index === 0 ? (
                <>
                  <bdi translate="no" className="player-name">
                    {name}
                  </bdi>{" "}
                  ({t("present")})
                </>
              ) : (
                <PlayerLink id={name} name={name} />
              )}
            </span>
            <span>
              {changed_at === null ? (
                t(index === names.length - 1 ? first : "unknownTime")
              ) : (
                <Since at={changed_at} />
              )}
            </span>
          </li>
        ))}
      </ol>
      {former.length > 0 && <FormerOwners edition={edition} players={former} />}
      {names.length > 1 && <p>{t("note")}</p>}
    </section>
  );
}

/** Other players who had the name that this one has now. */
function FormerOwners(props: { edition: Edition; players: readonly FormerPlayer[] }) {
  const t = useTranslations("NameTimeline");
  const format = useFormatter();
  const id = `${props.edition}-former`;
  return (
    <>
      <h3 id={id}>{t("former.title", { count: props.players.length })}</h3>
      <ul aria-labelledby={id}>
        {props.players.map(({ uuid, username, last_seen: seen }) => (
          <li key={uuid}>
            <PlayerLink id={uuid} name={username} />
            <span>
              {seen === null
                ? t("former.unknown")
                : t("former.until", { date: format.dateTime(new Date(seen), DAY) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Leads to the page of whoever is looked up by a name or an ID; crawlers need not look them up. */
function PlayerLink({ id, name }: { id: string; name: string }) {
  const locale = useLocale();
  return (
    <a href={localePath(locale, playerPath(id))} rel="nofollow">
      <bdi translate="no" className="player-name">
        {name}
      </bdi>
    </a>
  );
}

type SeenTexture = NonNullable<HistoryBody["java"]>["capes"][number] & { edition: Edition };

/**
 * The skins and capes that the players were seen with; Bedrock's capes are not known. The page is cached while the
 * profile is the same, so it never says when the current texture was last seen.
 */
export function SeenTextures({ profile, history }: HistoryProps) {
  const t = useTranslations("SeenTextures");
  const seen = (kind: "skins" | "capes") =>
    (["java", "bedrock"] as const).flatMap((edition) =>
      (history?.[edition]?.[kind] ?? [])
        .slice(0, MOST_SHOWN)
        .map((texture) => ({ ...texture, edition })),
    );
  const [skins, capes] = [seen("skins"), seen("capes")];
  if (skins.length === 0 && capes.length === 0) return null;
  return (
    <section aria-labelledby="textures" className="section textures">
      <h2 id="textures">{t("title")}</h2>
      <p className="player-note">{t("note")}</p>
      <div className="lanes">
        <Gallery kind="skin" textures={skins} profile={profile} />
        <Gallery kind="cape" textures={capes} profile={profile} />
      </div>
    </section>
  );
}

interface GalleryProps {
  kind: "skin" | "cape";
  textures: readonly SeenTexture[];
  profile: ProfileBody;
}

/** Skins as busts, or capes as they are worn, with their dates. Each leads to the texture. */
function Gallery({ kind, textures, profile }: GalleryProps) {
  const t = useTranslations("SeenTextures");
  const format = useFormatter();
  if (textures.length === 0) return null;
  return (
    <div>
      <h3>{t(`${kind}s`, { count: textures.length })}</h3>
      <ol>
        {textures.map((texture) => {
          const { hash, edition, first_seen, last_seen } = texture;
          const dates = format.dateTimeRange(new Date(first_seen), new Date(last_seen), DAY);
          const isCurrent = hash === profile[edition]?.[`${kind}_texture`];
          const alt = t(kind, { dates });
          return (
            <li key={`${edition}${hash}`} className={isCurrent ? "is-current" : undefined}>
              <a href={`/${kind}?texture=${hash}`} download={`${kind}-${hash.slice(0, 8)}.png`}>
                <span className="texture">
                  {kind === "skin" ? (
                    <Bust {...texture} alt={alt} />
                  ) : (
                    <WornCape hash={hash} wearer={profile[edition]} alt={alt} />
                  )}
                </span>
                <EditionMarks editions={[edition]} />
                <span className="texture-dates">
                  {isCurrent ? <Since at={first_seen} /> : dates}
                  {isCurrent && <span className="sr-only"> ({t("current")})</span>}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Bust({ hash, model, alt }: { hash: string; model?: string; alt: string }) {
  // A lost texture must not look like a default skin.
  const url = `${orError(`/bust?texture=${hash}`)}${model === undefined ? "" : `&model=${model}`}`;
  return (
    <PixelImage
      url={`${url}&size=96`}
      alt={alt}
      width={96}
      height={96}
      isLazy
      className=""
      fallback={
        <>
          <UnknownHead size={96} />
          <span className="sr-only">{alt}</span>
        </>
      }
    />
  );
}

/** A cape on the back of its player, of which only the upper part is shown. */
function WornCape(props: { hash: string; wearer: EditionProfile | undefined; alt: string }) {
  const { hash, wearer, alt } = props;
  const figure = wearer?.skin_texture ? figureOf(wearer, "back", 160) : null;
  return (
    <>
      {figure !== null && (
        <img src={figure} alt="" width="80" height="120" loading="lazy" className="pixelated" />
      )}
      <img
        src={`/cape?texture=${hash}&view=front&size=80`}
        alt={alt}
        width="50"
        height="80"
        loading="lazy"
        className="worn pixelated"
      />
    </>
  );
}

function Since({ at }: { at: number | string }) {
  const t = useTranslations("NameTimeline");
  const format = useFormatter();
  const date = new Date(at);
  const exact = format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  return t.rich("since", {
    date: format.dateTime(date, DAY),
    time: (day) => (
      <time dateTime={date.toISOString()} title={exact}>
        {day}
      </time>
    ),
  });
}
