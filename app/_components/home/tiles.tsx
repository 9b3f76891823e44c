import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { address } from "@/lib/contract/urls.ts";
import { skinViews } from "@/lib/contract/views.ts";
import { localePath } from "@/site/i18n/routing.ts";
import { CopyButton } from "../copy-button.tsx";
import { UnknownHead } from "../elements.tsx";
import { PixelImage } from "../pixel-image.tsx";
import { capeView } from "../player/embed-codes.ts";
import type { FoundPlayer } from "../lookup/known-player.ts";

/** The card, which is wide, comes last. */
const shown = ["head", "head-iso", "bust", "body", "body-iso", "cape", "player"] as const;
const tiles = shown.flatMap((name) =>
  [...skinViews, capeView].flatMap((view) => (view.name === name ? [{ ...view, name }] : [])),
);
/** In all of these views, a pixel of a face is a whole number of pixels then. */
const TILE_SIZE = 96;

function bold(text: ReactNode) {
  return <b className="text-stage-ink">{text}</b>;
}

/** Every view of a player: the image, its name and path, and its URL to copy. */
export function Tiles({ player, base }: { player: FoundPlayer; base: string }) {
  const t = useTranslations("HomePage.views");
  const views = useTranslations("Views");
  const locale = useLocale();
  const { username, headUrl, hasCape } = player;
  const subject = player.id ?? username;
  return (
    <div className="lg:col-span-full">
      <p className="border-t border-stage-line py-3 text-stage-muted">
        {t.rich("title", { b: bold })}{" "}
        <a
          href={localePath(locale, "/docs/head")}
          className="py-3 text-stage-action underline underline-offset-[0.2em]"
        >
          {t("options")}
        </a>
      </p>
      <ul
        id="views"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,6.5rem),1fr))] gap-2 sm:grid-cols-4 lg:grid-cols-8"
      >
        {tiles.map(({ name, path, view }) => {
          if (name === "cape" && !hasCape) return null;
          const url = address(path, { username: subject, view });
          const isSmooth = view === "iso" || name === "player";
          const id = `url-${name}`;
          const isWide = name === "body-iso" && !hasCape;
          const columns =
            name === "player" ? "col-span-full sm:col-span-2" : isWide ? "col-span-2" : "";
          return (
            <li
              key={name}
              className={`relative flex min-w-0 flex-col rounded-lg bg-stage-up forced-colors:border ${columns}`}
            >
              {/* On a phone, the button is beside the image: names of views need the whole width. */}
              <a
                href={url}
                aria-label={`${views(name)}: ${username}`}
                className="grid place-items-center rounded-t-lg px-2 pt-3 pb-1 *:h-[64px] *:w-full hover:bg-stage-line max-sm:pe-10 sm:*:h-[96px]"
              >
                <PixelImage
                  url={
                    headUrl === null
                      ? null
                      : address(path, {
                          username: subject,
                          view,
                          size: TILE_SIZE * (isSmooth ? 2 : 1),
                          // A cape that cannot be had is empty.
                          default: name === "cape" ? undefined : "404",
                        })
                  }
                  alt={`${views(name)}: ${username}`}
                  width={TILE_SIZE}
                  height={TILE_SIZE}
                  isSmooth={isSmooth}
                  fallback={<UnknownHead size={TILE_SIZE} />}
                />
              </a>
              {/* The name has the whole width, the button stands below it. */}
              <div className="grow ps-2.5 pe-1 pt-1 sm:grid sm:content-between">
                <b className="block pe-1.5 pb-2.5 text-sm leading-tight wrap-break-word hyphens-auto sm:pb-0">
                  {views(name)}
                </b>
                <div className="flex items-center justify-between">
                  <code
                    translate="no"
                    aria-hidden
                    dir="ltr"
                    className="font-mono text-code text-stage-muted max-sm:hidden"
                  >
                    {view === "iso" ? "view=iso" : path}
                  </code>
                  <code translate="no" id={id} dir="ltr" className="sr-only">
                    {base + url}
                  </code>
                  <CopyButton
                    label={t("url", { view: views(name) })}
                    of={id}
                    className="max-sm:absolute max-sm:end-0 max-sm:top-0"
                  />
                </div>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
