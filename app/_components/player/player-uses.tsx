"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { orError } from "@/lib/contract/urls.ts";
import { skinViews, viewUrl } from "@/lib/contract/views.ts";
import { playersOf, type EditionPlayer } from "@/site/pages/people.ts";
import { Breakable } from "../breakable.tsx";
import { CopyButton } from "../copy-button.tsx";
import { UnknownHead } from "../elements.tsx";
import { DOWNLOAD } from "../file-icon-paths.ts";
import { Icon } from "../icon.tsx";
import { PixelImage } from "../pixel-image.tsx";
import { Choice } from "../choice.tsx";
import { capeView, embedCodes, type View } from "./embed-codes.ts";
import { useImageChoice } from "./image-choice.ts";
import { SkinImage, useLostSkins } from "./lost-skins.tsx";

interface PlayerUsesProps {
  profile: ProfileBody;
  /** The identifier in the URL. */
  username: string;
  /** The site's own URL. */
  origin: string;
  /** The uses that need no scripts but those of their buttons. */
  children: ReactNode;
}

/** Offers uses of the player: an image elsewhere, the name in the game, the API. */
export function PlayerUses({ profile, children, ...props }: PlayerUsesProps) {
  const t = useTranslations("PlayerUse");
  const players = playersOf(profile);
  const [first] = players;
  if (first === undefined) return null;
  return (
    <section aria-labelledby="use" className="use card">
      <h2 id="use" className="sr-only">
        {t("title")}
      </h2>
      <Choice
        legend={t("title")}
        name="use"
        options={(["image", "game", "api"] as const).map((value) => ({ value, label: t(value) }))}
      />
      <ImageBuilder players={players} first={first} {...props} />
      {children}
    </section>
  );
}

const MAX_SIZE = 512;
const PREVIEW_SIZE = 128;
/** Until another valid size is entered. */
const STANDARD_SIZE = 128;
const sizes = [16, 32, 64, 80, 128, 256, 512] as const;

interface ImageBuilderProps extends Pick<PlayerUsesProps, "username" | "origin"> {
  players: EditionPlayer[];
  first: EditionPlayer;
}

/**
 * A view of the player in a chosen size and format, with code to embed it elsewhere. Without scripts, it is a form
 * that opens the image.
 */
function ImageBuilder({ players, first, username, origin }: ImageBuilderProps) {
  const t = useTranslations("HeadBuilder");
  const views = useTranslations("Views");
  const marks = useTranslations("EditionMarks");
  const { choice, choose } = useImageChoice({
    edition: first.edition,
    view: skinViews[0].name,
    size: String(STANDARD_SIZE),
    format: "png",
    overlay: "true",
  });
  const player = players.find((one) => one.edition === choice.edition) ?? first;
  const offered: readonly View[] =
    player.profile.cape_url === null ? skinViews : [...skinViews, capeView];
  const view = offered.find(({ name }) => name === choice.view) ?? skinViews[0];
  const format = choice.format === "webp" ? "webp" : "png";
  const overlay = choice.overlay !== "false";
  // Not the last valid one, which is 99 on the way to 9999.
  const [keptSize, setKeptSize] = useState(STANDARD_SIZE);
  const { typed, min, isValid, size } = sizeChosen(choice.size, view, keptSize);
  const range = { min: String(min), max: String(MAX_SIZE), size };
  const { id, name } = player;
  const url = viewUrl(view, {
    // A UUID or an XUID, so that the URL outlives a name.
    username: id,
    type: player.edition,
    size,
    format: format === "webp" ? format : undefined,
    overlay: overlay || view === capeView ? undefined : overlay,
  });
  const codes = embedCodes({ url: origin + url, name, size, view });
  const labelOf = (one: View) => views(one.name);

  return (
    <form
      action={skinViews[0].path}
      data-scripted
      className="use-image"
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="username" value={username} />
      <Preview player={player} view={view} url={url} size={size} format={format} />
      <fieldset>
        <legend className="sr-only">{t("view")}</legend>
        <div className="chips">
          {offered.map((one) => (
            <label key={one.name}>
              <input
                type="radio"
                name="picture"
                value={one.name}
                checked={one === view}
                onChange={() => choose({ view: one.name })}
              />
              {labelOf(one)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="fields">
        <label>
          {t("size", range)}
          <input
            name="size"
            type="number"
            inputMode="numeric"
            min={min}
            max={MAX_SIZE}
            list="sizes"
            value={typed}
            aria-invalid={!isValid}
            aria-describedby="size-problem"
            onFocus={() => setKeptSize(size)}
            onChange={({ target }) => choose({ size: target.value })}
          />
        </label>
        <p id="size-problem" role="status">
          {!isValid && t("badSize", range)}
        </p>
        <datalist id="sizes">
          {sizes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <label>
          {t("format")}
          <select
            name="format"
            value={format}
            onChange={({ target }) => choose({ format: target.value })}
          >
            <option value="png">PNG</option>
            <option value="webp">WebP</option>
          </select>
        </label>
        {players.length > 1 && (
          <label>
            {t("edition")}
            <select
              name="type"
              value={player.edition}
              onChange={({ target }) => choose({ edition: target.value })}
            >
              {players.map((one) => (
                <option key={one.edition} value={one.edition}>
                  {marks(one.edition)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="check">
          <input
            type="checkbox"
            checked={overlay}
            disabled={view === capeView}
            onChange={({ target }) => choose({ overlay: String(target.checked) })}
          />
          {t("overlay")}
        </label>
      </div>
      <div className="without-scripts">
        <p>{t("open")}</p>
        <p>
          {offered.map(({ name: of, path, view: from = "front" }) => (
            <button
              key={of}
              type="submit"
              formAction={path}
              name="view"
              value={from}
              className="button"
            >
              {views(of)}
            </button>
          ))}
        </p>
      </div>
      <div className="codes">
        <Choice
          legend={t("code")}
          name="code"
          options={codes.map(([kind]) => ({ value: kind, label: t(kind) }))}
        />
        {codes.map(([kind, code]) => (
          <div key={kind} data-code={kind} className="code-box code-line cut stage">
            <pre translate="no">
              <code key={code} id={kind} dir="ltr">
                <Breakable text={code} />
              </code>
            </pre>
            <CopyButton label={t(kind)} of={kind} />
          </div>
        ))}
      </div>
    </form>
  );
}

interface PreviewProps {
  player: EditionPlayer;
  view: View;
  url: string;
  size: number;
  format: "png" | "webp";
}

/** The chosen image, as far as there is one, and its download. */
function Preview({ player, view, url, size, format }: PreviewProps) {
  const t = useTranslations("HeadBuilder");
  const views = useTranslations("Views");
  const textures = useTranslations("Textures");
  const { isLost } = useLostSkins();
  const { edition, name } = player;
  const shown = Math.min(size, PREVIEW_SIZE);
  const image = {
    alt: t("preview", { name, view: views(view.name) }),
    width: shown,
    height: shown,
  };
  const isMissing = view !== capeView && isLost(edition);
  const label = (
    <>
      <Icon path={DOWNLOAD} size={16} />
      {t("download")}
    </>
  );
  return (
    <figure>
      <div className="preview checkered">
        {view === capeView ? (
          <PixelImage url={url} {...image} fallback={<p>{t("failed")}</p>} />
        ) : (
          <SkinImage
            edition={edition}
            url={orError(url)}
            {...image}
            fallback={
              <p>
                <UnknownHead size={80} />
                {textures("failed")}
              </p>
            }
          />
        )}
      </div>
      <figcaption>
        <bdi>{t("caption", { size, format: format.toUpperCase() })}</bdi>
        {isMissing ? (
          <button type="button" disabled className="download-link">
            {label}
          </button>
        ) : (
          <a
            href={url}
            download={`${name}-${view.name}-${size}.${format}`}
            className="download-link"
          >
            {label}
          </a>
        )}
      </figcaption>
    </figure>
  );
}

/** The size in the box: what is typed there, and the size of the image, which stays as it was while that is no size. */
function sizeChosen(text: string, view: View, kept: number) {
  const typed = /^\d{0,4}$/.test(text) ? text : String(STANDARD_SIZE);
  const min = view.path === "/head" ? 8 : 16;
  const wanted = /^[1-9][0-9]{0,2}$/.test(typed) ? Number(typed) : 0;
  const isValid = wanted >= min && wanted <= MAX_SIZE;
  return { typed, min, isValid, size: isValid ? wanted : Math.max(min, kept) };
}
