import { useFormatter, useTranslations } from "next-intl";
import type {
  Edition,
  HistoryBody,
  NameHistoryEntry,
  ProfileBody,
} from "@/lib/contract/profile.ts";
import { htmlOf } from "../html-of.ts";

/** The page shows this many textures of a kind at most; `/api/history` has the others. */
const MOST_SHOWN = 24;

/** The names and textures that each edition's player was seen with, as HTML; empty where there are none. */
export type Histories = Record<Edition, { names: string; textures: string }>;

/**
 * Renders the history. The page is cached while the profile is the same, so it never says when the current
 * texture was last seen.
 */
export function historiesOf(profile: ProfileBody, history: HistoryBody | null): Histories {
  const { java, bedrock } = history ?? {};
  const names = java?.names ?? profile.java?.name_history ?? [];
  const gamertags = bedrock?.names ?? [];
  return {
    java: {
      names: htmlOf(names.length > 0 && <Names edition="java" history={names} />),
      textures: htmlOf(<SeenTextures {...java} current={profile.java} />),
    },
    bedrock: {
      names: htmlOf(gamertags.length > 1 && <Names edition="bedrock" history={gamertags} />),
      textures: htmlOf(<SeenTextures skins={bedrock?.skins} current={profile.bedrock} />),
    },
  };
}

/** The names of a player, the current one first, and what is unknown about them. */
function Names({ edition, history }: { edition: Edition; history: readonly NameHistoryEntry[] }) {
  const t = useTranslations("NameTimeline");
  const id = `${edition}-names`;
  const names = history.toReversed();
  const first = names.length === 1 ? "only" : "first";
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-2 font-semibold">
        {t("title", { count: names.length })}
      </h3>
      <ol reversed className="border-s-2 border-line">
        {names.map(({ name, changed_at }, index) => (
          <li key={name} className="relative ps-4 pb-3 last:pb-0">
            <span
              aria-hidden
              className={`absolute -start-[5px] top-2 size-2 ${index === 0 ? "bg-lantern" : "bg-edge"}`}
            />
            <bdi className="font-semibold wrap-anywhere">{name}</bdi>
            {index === 0 && <span className="ps-2 text-sm text-good">{t("present")}</span>}
            <p className="text-sm text-muted">
              {changed_at === null ? (
                t(index === names.length - 1 ? first : "unknownTime")
              ) : (
                <Since at={changed_at} dateStyle="long" />
              )}
            </p>
          </li>
        ))}
      </ol>
      <p className="pt-3 text-sm text-muted text-pretty">{t("note")}</p>
    </section>
  );
}

type SeenTexture = NonNullable<HistoryBody["java"]>["capes"][number];

interface SeenTexturesProps {
  skins?: readonly SeenTexture[] | undefined;
  capes?: readonly SeenTexture[] | undefined;
  current: ProfileBody[Edition];
}

function SeenTextures({ skins = [], capes = [], current }: SeenTexturesProps) {
  const t = useTranslations("SeenTextures");
  if (skins.length === 0 && capes.length === 0) return null;
  return (
    <>
      <Gallery kind="skin" textures={skins} current={current?.skin_texture} />
      <Gallery kind="cape" textures={capes} current={current?.cape_texture} />
      <p className="text-sm text-muted text-pretty">{t("note")}</p>
    </>
  );
}

interface GalleryProps {
  kind: "skin" | "cape";
  textures: readonly SeenTexture[];
  /** The hash of the current texture. */
  current: string | null | undefined;
}

/** The skins or capes that a player was seen with, with their dates. */
function Gallery({ kind, textures, current }: GalleryProps) {
  const t = useTranslations("SeenTextures");
  const format = useFormatter();
  if (textures.length === 0) return null;
  return (
    <section>
      <h3 className="pb-2 font-semibold">{t(`${kind}s`, { count: textures.length })}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
        {textures.slice(0, MOST_SHOWN).map(({ hash, first_seen, last_seen }) => {
          const url = `/${kind}?texture=${hash}`;
          const dates = format.dateTimeRange(new Date(first_seen), new Date(last_seen), {
            dateStyle: "medium",
            timeZone: "UTC",
          });
          return (
            <li key={hash} className="text-sm text-muted">
              <a
                href={url}
                download={`${kind}-${hash.slice(0, 8)}.png`}
                className="checkered grid place-items-center rounded-md border border-line p-2"
              >
                <img
                  src={url}
                  alt={t(kind, { dates })}
                  width="64"
                  height={kind === "skin" ? 64 : 32}
                  loading="lazy"
                  className="pixelated"
                />
              </a>
              <p>
                {hash === current ? (
                  <>
                    <Since at={first_seen} dateStyle="medium" />
                    <span className="block text-good">{t("current")}</span>
                  </>
                ) : (
                  dates
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Since({ at, dateStyle }: { at: number | string; dateStyle: "medium" | "long" }) {
  const t = useTranslations("NameTimeline");
  const format = useFormatter();
  const date = new Date(at);
  const exact = format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  return t.rich("since", {
    date: format.dateTime(date, { dateStyle, timeZone: "UTC" }),
    time: (day) => (
      <time dateTime={date.toISOString()} title={exact}>
        {day}
      </time>
    ),
  });
}
