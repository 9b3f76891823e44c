"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/lib/i18n/navigation.ts";
import { EditionMarks } from "../lookup/edition-marks.tsx";
import { PlayerHead } from "../lookup/player-head.tsx";
import { PlayerName } from "../player-name.tsx";
import { playerPath } from "../player/player-path.ts";
import { useActivity } from "./use-activity.ts";

const SHOWN = 12;
/** A multiple of 8; see `PlayerHead`. */
const HEAD_SIZE = 48;

/** Who was looked up lately, by anybody. */
export function RecentPlayers() {
  const t = useTranslations("RecentPlayers");
  const recent = useActivity()?.recent.slice(0, SHOWN) ?? [];
  return (
    <section aria-labelledby="recent" className="flex flex-col gap-4">
      <h2 id="recent" className="text-lg font-bold">
        {t("title")}
      </h2>
      {recent.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-muted">
          {t("empty")}
        </p>
      ) : (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3 lg:grid-cols-4">
          {recent.map(({ username, edition, id, head_url: headUrl }) => (
            <li key={`${edition} ${id}`} className="min-w-0">
              <Link
                href={playerPath(username)}
                prefetch={false}
                className="flex h-full min-h-13 items-center gap-2 rounded-lg border border-line bg-surface p-2 hover:border-edge hover:bg-sunken sm:min-h-16 sm:gap-3 sm:pe-3"
              >
                <span className="shrink-0 *:size-8 sm:*:size-12">
                  <PlayerHead url={headUrl || null} size={HEAD_SIZE} />
                </span>
                <span className="grid min-w-0">
                  <span className="text-sm leading-tight font-semibold sm:text-base sm:leading-tight">
                    <PlayerName name={username} />
                  </span>
                  <span className="text-xs text-muted sm:text-sm">
                    <EditionMarks editions={[edition]} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
