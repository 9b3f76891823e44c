"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { skinViews, viewUrl, type SkinView } from "@/lib/contract/views.ts";
import { markup } from "@/lib/docs/html/markup.ts";
import { playersOf } from "@/lib/site/people.ts";
import { CopyButton } from "../copy-button.tsx";
import { Breakable } from "../elements.tsx";
import { PixelImage } from "../images.tsx";
import { CheckBox, Choice, EditionChoice } from "./controls.tsx";
import { Icon } from "../icon.tsx";

const MAX_SIZE = 512;
const PREVIEW_SIZE = 128;
const sizes = [16, 32, 64, 80, 128, 256, 512] as const;
/** Where the code may wrap: between words, and between the parts of a URL. */
const BETWEEN_PARTS = /(?=[?&])|(?<=[ =])/;

interface HeadBuilderProps {
  profile: ProfileBody;
  /** The site's own URL. */
  origin: string;
}

/** A view of the player in a chosen size and format, with code to embed it elsewhere. */
export function HeadBuilder({ profile, origin }: HeadBuilderProps) {
  const players = playersOf(profile);
  const t = useTranslations("HeadBuilder");
  const [player, setPlayer] = useState(players[0]);
  const [view, setView] = useState<SkinView>(skinViews[0]);
  const [typed, setTyped] = useState("64");
  const [format, setFormat] = useState<"png" | "webp">("png");
  const [overlay, setOverlay] = useState(true);
  const min = view.path === "/head" ? 8 : 16;
  const range = { min: String(min), max: String(MAX_SIZE) };
  const wanted = /^[1-9][0-9]{0,2}$/.test(typed) ? Number(typed) : 0;
  const valid = wanted >= min && wanted <= MAX_SIZE;
  const size = valid ? wanted : 64;
  if (player === undefined) return null;
  const { id, edition, name } = player;
  const url = viewUrl(view, {
    // A UUID or an XUID, so that the URL outlives a name.
    username: id,
    type: edition,
    size,
    format: format === "webp" ? format : undefined,
    overlay,
  });
  const shown = Math.min(size, PREVIEW_SIZE);
  const codes = embedCodes(origin + url, { name, size, view });

  return (
    <section aria-labelledby="embed" className="flex min-w-0 flex-col gap-4">
      <h2 id="embed" className="text-xl font-bold">
        {t("title")}
      </h2>
      <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)]">
        <figure className="justify-self-center">
          <div className="checkered grid size-36 place-items-center rounded-md border border-line">
            <PixelImage
              url={url}
              alt={t("preview", { name, view: t(`views.${view.name}`) })}
              width={shown}
              height={shown}
              fallback={<p className="text-sm">{t("failed")}</p>}
            />
          </div>
          <figcaption className="grid justify-items-center pt-1 text-sm text-muted">
            <bdi>{t("caption", { size, format: format.toUpperCase() })}</bdi>
            <a
              href={url}
              download={`${name}-${view.name}-${size}.${format}`}
              className="download-link"
            >
              <Icon shape="download" size={16} />
              {t("download")}
            </a>
          </figcaption>
        </figure>
        <div className="grid content-start gap-x-5 gap-y-3 sm:grid-cols-2 noscript:hidden">
          <EditionChoice
            legend={t("edition")}
            players={players}
            chosen={player}
            onChoose={setPlayer}
          />
          <div className="text-sm">
            <label htmlFor="view" className="block pb-1 font-semibold">
              {t("view")}
            </label>
            <select
              id="view"
              value={view.name}
              onChange={({ target }) => setView(skinViews[target.selectedIndex] ?? view)}
              className="min-h-11 max-w-full rounded-md border border-edge bg-surface px-3"
            >
              {skinViews.map((one) => (
                <option key={one.name} value={one.name}>
                  {t(`views.${one.name}`)}
                </option>
              ))}
            </select>
          </div>
          <div className="text-sm">
            <label htmlFor="head-size" className="block pb-1 font-semibold">
              {t("size", range)}
            </label>
            <input
              id="head-size"
              type="number"
              inputMode="numeric"
              min={min}
              max={MAX_SIZE}
              list="head-sizes"
              value={typed}
              aria-invalid={!valid}
              aria-describedby="head-size-problem"
              onChange={(event) => setTyped(event.target.value)}
              className="min-h-11 w-28 rounded-md border border-edge bg-surface px-3"
            />
            <datalist id="head-sizes">
              {sizes.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </datalist>
            <p id="head-size-problem" role="status" className="pt-1 text-bad empty:sr-only">
              {!valid && t("badSize", range)}
            </p>
          </div>
          <Choice
            legend={t("format")}
            options={[
              { value: "png", label: "PNG" },
              { value: "webp", label: "WebP" },
            ]}
            chosen={format}
            onChoose={setFormat}
          />
          <CheckBox label={t("overlay")} checked={overlay} onChange={setOverlay} />
        </div>
      </div>
      <dl className="flex flex-col gap-3">
        {codes.map(([kind, code]) => (
          <div key={kind} className="grid grid-cols-[1fr_auto] items-center gap-x-2">
            <dt className="text-sm font-semibold">{t(kind)}</dt>
            <dd className="col-span-2 rounded-md border border-line bg-sunken px-3 py-2">
              <code
                id={kind}
                dir="ltr"
                className="block font-mono text-xs wrap-anywhere select-all"
              >
                <Breakable text={code} at={BETWEEN_PARTS} />
              </code>
            </dd>
            <dd className="col-start-2 row-start-1">
              <CopyButton label={t(kind)} of={kind} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Code for embedding an image. */
function embedCodes(
  url: string,
  { name, size, view }: { name: string; size: number; view: SkinView },
) {
  const isSquare = view.path === "/head" || view.path === "/bust";
  const width = { html: isSquare ? ` width="${size}"` : "" };
  const { html } = markup`<img src="${url}"${width} height="${size}" alt="${name}">`;
  return [
    ["html", html],
    ["markdown", `![${name.replace(/[\\`*_[\]<>&!~|]/g, "\\$&")}](${url})`],
    ["bbcode", `[img]${url}[/img]`],
    ["url", url],
  ] as const;
}
