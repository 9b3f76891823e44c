import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { HistoryBody } from "@/lib/contract/history.ts";
import type {
  BedrockProfile,
  Edition,
  JavaProfile,
  NameHistoryEntry,
  ProfileBody,
} from "@/lib/contract/profile.ts";

/** The page shows this many textures of a kind at most; `/api/history` has the others. */
const MOST_SHOWN = 24;

/** The names and textures that each edition's player was seen with. */
export type Pasts = Record<Edition, { names: ReactNode; textures: ReactNode }>;

/**
 * The names and textures that each edition's player was seen with. The page is cached while the profile
 * is the same, so it never says when the current texture was last seen.
 */
export function pastsOf(profile: ProfileBody, history: HistoryBody | null): Pasts {
  const { java, bedrock } = history ?? {};
  const names = java?.names ?? profile.java?.name_history ?? [];
  return {
    java: {
      names: names.length > 0 && <NameTimeline edition="java" history={names} />,
      textures: <Galleries skins={java?.skins} capes={java?.capes} profile={profile.java} />,
    },
    bedrock: {
      names: bedrock !== undefined && bedrock.names.length > 1 && (
        <NameTimeline edition="bedrock" history={bedrock.names} />
      ),
      textures: <Galleries skins={bedrock?.skins} profile={profile.bedrock} />,
    },
  };
}

interface NameTimelineProps {
  edition: Edition;
  history: readonly NameHistoryEntry[];
}

/** The names of a player, the current one first, and what is unknown about them. */
function NameTimeline({ edition, history }: NameTimelineProps) {
  const t = useTranslations("NameTimeline");
  const names = history.toReversed();
  return (
    <section aria-labelledby={`${edition}-names`}>
      <h3 id={`${edition}-names`} className="pb-2 font-semibold">
        {t("title", { count: names.length })}
      </h3>
      <ol reversed className="border-s-2 border-line">
        {names.map((entry, index) => (
          <li key={`${index} ${entry.name}`} className="relative ps-4 pb-3 last:pb-0">
            <span
              aria-hidden
              className={`absolute -start-[5px] top-2 size-2 ${index === 0 ? "bg-lantern" : "bg-edge"}`}
            />
            <bdi className="font-semibold wrap-anywhere">{entry.name}</bdi>
            {index === 0 && <span className="ps-2 text-sm text-good">{t("present")}</span>}
            <p className="text-sm text-muted">
              {entry.changed_at !== null ? (
                <Since at={entry.changed_at} dateStyle="long" />
              ) : (
                t(messageFor(index, names.length))
              )}
            </p>
          </li>
        ))}
      </ol>
      <p className="pt-3 text-sm text-muted text-pretty">{t("note")}</p>
    </section>
  );
}

/** The message for a name without a date. */
function messageFor(index: number, count: number): "only" | "first" | "unknownTime" {
  if (count === 1) return "only";
  return index === count - 1 ? "first" : "unknownTime";
}

interface SeenTexture {
  hash: string;
  first_seen: string;
  last_seen: string;
}

interface GalleriesProps {
  skins?: readonly SeenTexture[] | undefined;
  capes?: readonly SeenTexture[] | undefined;
  profile: JavaProfile | BedrockProfile | undefined;
}

function Galleries({ skins = [], capes = [], profile }: GalleriesProps) {
  const t = useTranslations("PlayerPast");
  if (skins.length === 0 && capes.length === 0) return null;
  return (
    <div className="col-span-full flex flex-col gap-5">
      <Gallery kind="skin" textures={skins} worn={profile?.skin_texture} />
      <Gallery kind="cape" textures={capes} worn={profile?.cape_texture} />
      <p className="text-sm text-muted text-pretty">{t("note")}</p>
    </div>
  );
}

interface GalleryProps {
  kind: "skin" | "cape";
  textures: readonly SeenTexture[];
  /** The hash of the current texture. */
  worn: string | null | undefined;
}

/** The skins or capes that a player was seen with, with their dates. */
function Gallery({ kind, textures, worn }: GalleryProps) {
  const t = useTranslations("PlayerPast");
  const format = useFormatter();
  if (textures.length === 0) return null;
  const datesOf = ({ first_seen, last_seen }: SeenTexture) =>
    format.dateTimeRange(new Date(first_seen), new Date(last_seen), {
      dateStyle: "medium",
      timeZone: "UTC",
    });
  return (
    <section>
      <h3 className="pb-2 font-semibold">
        {t(kind === "skin" ? "skins" : "capes", { count: textures.length })}
      </h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
        {textures.slice(0, MOST_SHOWN).map((texture) => {
          const url = `/${kind}?texture=${texture.hash}`;
          return (
            <li key={texture.hash} className="text-sm text-muted">
              <a
                href={url}
                download={`${kind}-${texture.hash.slice(0, 8)}.png`}
                className="checkered grid place-items-center rounded-md border border-line p-2"
              >
                <img
                  src={url}
                  alt={t(kind, { dates: datesOf(texture) })}
                  width={64}
                  height={kind === "skin" ? 64 : 32}
                  loading="lazy"
                  className="pixelated"
                />
              </a>
              {texture.hash === worn ? (
                <p>
                  <Since at={Date.parse(texture.first_seen)} dateStyle="medium" />
                  <span className="block text-good">{t("current")}</span>
                </p>
              ) : (
                <p>{datesOf(texture)}</p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Since({ at, dateStyle }: { at: number; dateStyle: "medium" | "long" }) {
  const t = useTranslations("NameTimeline");
  const format = useFormatter();
  const date = new Date(at);
  return t.rich("since", {
    date: format.dateTime(date, { dateStyle, timeZone: "UTC" }),
    time: (chunks) => (
      <time
        dateTime={date.toISOString()}
        title={format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" })}
      >
        {chunks}
      </time>
    ),
  });
}
