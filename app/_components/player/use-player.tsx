"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { historyUrl, profileUrl } from "@/lib/contract/urls.ts";
import { skinViews, viewUrl } from "@/lib/contract/views.ts";
import { markup } from "@/lib/markup.ts";
import { localePath } from "@/lib/i18n/routing.ts";
import { canonicalName, playersOf, type EditionPlayer } from "@/lib/site/people.ts";
import { CopyButton } from "../copy-button.tsx";
import { Breakable } from "../elements.tsx";
import { PixelImage } from "../images.tsx";
import { Commands, TitledCode } from "./commands.tsx";
import { Choice } from "./controls.tsx";
import { Icon } from "../icon.tsx";

interface UsePlayerProps {
  profile: ProfileBody;
  /** The identifier in the URL. */
  username: string;
  /** The site's own URL. */
  origin: string;
}

/** What to do with the player: show an image elsewhere, use the name in the game, read the API. */
export function UsePlayer(props: UsePlayerProps) {
  const t = useTranslations("PlayerUse");
  const players = playersOf(props.profile);
  if (players[0] === undefined) return null;
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
      <ImageBuilder players={players} first={players[0]} {...props} />
      <Commands profile={props.profile} />
      <ApiUse {...props} />
    </section>
  );
}

const cape = { name: "cape", path: "/cape", view: "front" } as const;
const views = [...skinViews, cape];
type View = (typeof views)[number];

const MAX_SIZE = 512;
const PREVIEW_SIZE = 128;
/** While no valid size is entered. */
const STANDARD_SIZE = 128;
const sizes = [16, 32, 64, 80, 128, 256, 512] as const;
/** Where the code may wrap: between words, and between the parts of a URL. */
const BETWEEN_PARTS = /(?=[?&])|(?<=[ =])/;

interface ImageBuilderProps extends UsePlayerProps {
  players: EditionPlayer[];
  first: EditionPlayer;
}

/**
 * A view of the player in a chosen size and format, with code to embed it elsewhere. Without scripts, it is a form
 * that opens the image.
 */
function ImageBuilder({ players, first, username, origin }: ImageBuilderProps) {
  const t = useTranslations("HeadBuilder");
  const marks = useTranslations("EditionMarks");
  const [edition, setEdition] = useState(first.edition);
  const player = players.find((one) => one.edition === edition) ?? first;
  const hasCape = player.profile.cape_url !== null;
  const offered = hasCape ? views : skinViews;
  const [chosen, setView] = useState<View>(skinViews[0]);
  const view = chosen === cape && !hasCape ? skinViews[0] : chosen;
  const [typed, setTyped] = useState(String(STANDARD_SIZE));
  const [format, setFormat] = useState("png");
  const [overlay, setOverlay] = useState(true);
  const min = view.path === "/head" ? 8 : 16;
  const range = { min: String(min), max: String(MAX_SIZE) };
  const wanted = /^[1-9][0-9]{0,2}$/.test(typed) ? Number(typed) : 0;
  const valid = wanted >= min && wanted <= MAX_SIZE;
  const size = valid ? wanted : STANDARD_SIZE;
  const { id, name } = player;
  const url = viewUrl(view, {
    // A UUID or an XUID, so that the URL outlives a name.
    username: id,
    type: player.edition,
    size,
    format: format === "webp" ? format : undefined,
    overlay: overlay || view === cape ? undefined : overlay,
  });
  const shown = Math.min(size, PREVIEW_SIZE);
  const codes = embedCodes(origin + url, { name, size, view });
  const labelOf = (one: View) => t(`views.${one.name}`);

  return (
    <form
      action={skinViews[0].path}
      className="use-image"
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="username" value={username} />
      <figure>
        <div className="preview checkered">
          <PixelImage
            url={url}
            alt={t("preview", { name, view: labelOf(view) })}
            width={shown}
            height={shown}
            fallback={<p className="text-sm">{t("failed")}</p>}
          />
        </div>
        <figcaption>
          <bdi>{t("caption", { size, format: format.toUpperCase() })}</bdi>
          <a
            href={url}
            download={`${name}-${view.name}-${size}.${format}`}
            className="download-link noscript:hidden"
          >
            <Icon shape="download" size={16} />
            {t("download")}
          </a>
        </figcaption>
      </figure>
      <fieldset>
        <legend className="sr-only">{t("view")}</legend>
        <div className="chips noscript:hidden">
          {offered.map((one) => (
            <label key={one.name}>
              <input
                type="radio"
                name="picture"
                value={one.name}
                checked={one === view}
                onChange={() => setView(one)}
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
            aria-invalid={!valid}
            aria-describedby="size-problem"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <datalist id="sizes">
          {sizes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
        <label>
          {t("format")}
          <select name="format" value={format} onChange={({ target }) => setFormat(target.value)}>
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
              onChange={({ target }) =>
                setEdition(players[target.selectedIndex]?.edition ?? edition)
              }
            >
              {players.map((one) => (
                <option key={one.edition} value={one.edition}>
                  {marks(one.edition)}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="check noscript:hidden">
          <input
            type="checkbox"
            checked={overlay}
            disabled={view === cape}
            onChange={(event) => setOverlay(event.target.checked)}
          />
          {t("overlay")}
        </label>
        <p id="size-problem" role="status" className="text-bad empty:sr-only">
          {!valid && t("badSize", range)}
        </p>
      </div>
      <div className="hidden noscript:block">
        <p className="pb-2 text-sm font-semibold">{t("open")}</p>
        <p className="flex flex-wrap gap-2">
          {offered.map((one) => (
            <button
              key={one.name}
              type="submit"
              formAction={one.path}
              name="view"
              value={one.view ?? "front"}
              className="button"
            >
              {labelOf(one)}
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
        <div className="in-one-cell">
          {codes.map(([kind, code]) => (
            <div key={kind} data-code={kind} className="code-box code-line cut stage">
              <pre>
                <code id={kind} dir="ltr">
                  <Breakable text={code} at={BETWEEN_PARTS} />
                </code>
              </pre>
              <CopyButton label={t(kind)} of={kind} />
            </div>
          ))}
        </div>
      </div>
    </form>
  );
}

/** Code for embedding an image. */
function embedCodes(url: string, { name, size, view }: { name: string; size: number; view: View }) {
  const isSquare = view.path === "/head" || view.path === "/bust";
  const width = { html: isSquare ? ` width="${size}"` : "" };
  const { html } = markup`<img src="${url}"${width} height="${size}" alt="${name}">`;
  return [
    ["url", url],
    ["html", html],
    ["markdown", `![${name.replace(/[\\`*_[\]<>&!~|]/g, "\\$&")}](${url})`],
    ["bbcode", `[img]${url}[/img]`],
  ] as const;
}

/** The player in the API. */
function ApiUse({ profile, username, origin }: UsePlayerProps) {
  const t = useTranslations("PlayerUse");
  const actions = useTranslations("PlayerActions");
  const locale = useLocale();
  const id = playersOf(profile)[0]?.id ?? canonicalName(profile);
  return (
    <div className="use-api">
      <TitledCode
        id="curl-profile"
        title={t("profile")}
        code={`curl "${origin}${profileUrl(id)}"`}
      />
      <TitledCode
        id="curl-history"
        title={t("history")}
        code={`curl "${origin}${historyUrl(id)}"`}
      />
      <p className="flex flex-wrap gap-2">
        <a href={profileUrl(username)} className="button">
          <Icon shape="braces" size={18} />
          {actions("json")}
        </a>
        <a href={localePath(locale, "/docs/profile")} className="button">
          {t("docs")}
        </a>
      </p>
    </div>
  );
}
