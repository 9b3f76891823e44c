import { getFormatter, getTranslations } from "next-intl/server";
import { markup, type Html } from "@/lib/docs/html/markup.ts";
import type {
  Edition,
  HistoryBody,
  NameHistoryEntry,
  ProfileBody,
} from "@/lib/contract/profile.ts";

/** The page shows this many textures of a kind at most; `/api/history` has the others. */
const MOST_SHOWN = 24;

/**
 * The names and textures that each edition's player was seen with, as HTML: it never changes in the
 * browser, so React need not know its elements. Empty where there is nothing to show.
 */
export type Pasts = Record<Edition, { names: string; textures: string }>;

/** The translations and formats of the page's language. */
interface Texts {
  t: Awaited<ReturnType<typeof getTranslations<never>>>;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

/**
 * Renders the history. The page is cached while the profile is the same, so it never says when the current
 * texture was last seen.
 */
export async function pastsOf(profile: ProfileBody, history: HistoryBody | null): Promise<Pasts> {
  const texts = { t: await getTranslations(), format: await getFormatter() };
  const { java, bedrock } = history ?? {};
  const names = java?.names ?? profile.java?.name_history ?? [];
  const gamertags = bedrock?.names ?? [];
  return {
    java: {
      names: names.length > 0 ? timeline(texts, "java", names) : "",
      textures: galleries(texts, java?.skins, java?.capes, profile.java),
    },
    bedrock: {
      names: gamertags.length > 1 ? timeline(texts, "bedrock", gamertags) : "",
      textures: galleries(texts, bedrock?.skins, [], profile.bedrock),
    },
  };
}

/** The names of a player, the current one first, and what is unknown about them. */
function timeline(texts: Texts, edition: Edition, history: readonly NameHistoryEntry[]): string {
  const { t } = texts;
  const id = `${edition}-names`;
  const names = history.toReversed();
  const items = names.map(({ name, changed_at }, index) => {
    const present = markup`<span class="ps-2 text-sm text-good">${t("NameTimeline.present")}</span>`;
    const since =
      changed_at === null
        ? t(`NameTimeline.${messageFor(index, names.length)}`)
        : sinceHtml(texts, changed_at, "long");
    return markup`<li class="relative ps-4 pb-3 last:pb-0"><span aria-hidden="true" class="absolute -start-[5px] top-2 size-2 ${index === 0 ? "bg-lantern" : "bg-edge"}"></span><bdi class="font-semibold wrap-anywhere">${name}</bdi>${index === 0 ? present : ""}<p class="text-sm text-muted">${since}</p></li>`;
  });
  return markup`<section aria-labelledby="${id}"><h3 id="${id}" class="pb-2 font-semibold">${t("NameTimeline.title", { count: names.length })}</h3><ol reversed class="border-s-2 border-line">${items}</ol><p class="pt-3 text-sm text-muted text-pretty">${t("NameTimeline.note")}</p></section>`
    .html;
}

/** The message for a name without a date. */
function messageFor(index: number, count: number): "only" | "first" | "unknownTime" {
  if (count === 1) return "only";
  return index === count - 1 ? "first" : "unknownTime";
}

type SeenTexture = NonNullable<HistoryBody["java"]>["capes"][number];

function galleries(
  texts: Texts,
  skins: readonly SeenTexture[] = [],
  capes: readonly SeenTexture[] = [],
  profile: ProfileBody[Edition],
): string {
  if (skins.length === 0 && capes.length === 0) return "";
  return markup`${gallery(texts, "skin", skins, profile?.skin_texture)}${gallery(texts, "cape", capes, profile?.cape_texture)}<p class="text-sm text-muted text-pretty">${texts.t("PlayerPast.note")}</p>`
    .html;
}

/**
 * The skins or capes that a player was seen with, with their dates.
 * @param current The hash of the current texture.
 */
function gallery(
  texts: Texts,
  kind: "skin" | "cape",
  textures: readonly SeenTexture[],
  current: string | null | undefined,
): Html | "" {
  if (textures.length === 0) return "";
  const { t, format } = texts;
  const title = t(`PlayerPast.${kind}s`, { count: textures.length });
  const items = textures.slice(0, MOST_SHOWN).map(({ hash, first_seen, last_seen }) => {
    const url = `/${kind}?texture=${hash}`;
    const dates = format.dateTimeRange(new Date(first_seen), new Date(last_seen), {
      dateStyle: "medium",
      timeZone: "UTC",
    });
    const seen =
      hash === current
        ? markup`${sinceHtml(texts, Date.parse(first_seen), "medium")}<span class="block text-good">${t("PlayerPast.current")}</span>`
        : dates;
    return markup`<li class="text-sm text-muted"><a href="${url}" download="${kind}-${hash.slice(0, 8)}.png" class="checkered grid place-items-center rounded-md border border-line p-2"><img src="${url}" alt="${t(`PlayerPast.${kind}`, { dates })}" width="64" height="${kind === "skin" ? 64 : 32}" loading="lazy" class="pixelated"></a><p>${seen}</p></li>`;
  });
  return markup`<section><h3 class="pb-2 font-semibold">${title}</h3><ul class="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">${items}</ul></section>`;
}

function sinceHtml({ t, format }: Texts, at: number, dateStyle: "medium" | "long"): Html {
  const date = new Date(at);
  const exact = format.dateTime(date, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  const html = t.markup("NameTimeline.since", {
    date: format.dateTime(date, { dateStyle, timeZone: "UTC" }),
    // Precompiled messages pass an array.
    time: (chunks: string | string[]) => {
      const day = [chunks].flat().join("");
      return markup`<time datetime="${date.toISOString()}" title="${exact}">${day}</time>`.html;
    },
  });
  return { html };
}
