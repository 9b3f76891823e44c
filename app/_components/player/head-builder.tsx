"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Edition } from "@/lib/contract/profile.ts";
import { headUrl } from "@/lib/contract/urls.ts";
import { CopyButton } from "../copy-button.tsx";
import { Breakable } from "../elements.tsx";
import { Icon } from "../icons.tsx";
import { CheckBox, Choice } from "./controls.tsx";
import type { Look } from "./people.ts";
import { PixelImage } from "../images.tsx";
import { shapes } from "./shapes.ts";

const MIN_SIZE = 8;
const MAX_SIZE = 512;
const PREVIEW_SIZE = 128;
const range = { min: String(MIN_SIZE), max: String(MAX_SIZE) };
const sizes = [16, 32, 64, 80, 128, 256, 512] as const;
/** Where the code may wrap: between words, and between the parts of a URL. */
const BETWEEN_PARTS = /(?=[?&])|(?<=[ =])/;
const kinds = ["html", "markdown", "bbcode", "url"] as const;

/** The head in a chosen size and format, with code to embed it elsewhere. */
export function HeadBuilder({ origin, looks }: { origin: string; looks: readonly Look[] }) {
  const t = useTranslations("HeadBuilder");
  const editions = useTranslations("EditionLabel");
  const [edition, setEdition] = useState(looks[0]?.edition ?? "java");
  const [typed, setTyped] = useState("64");
  const [format, setFormat] = useState<"png" | "webp">("png");
  const [overlay, setOverlay] = useState(true);
  const look = looks.find((one) => one.edition === edition) ?? looks[0];
  const valid = /^[1-9][0-9]{0,2}$/.test(typed) && isInRange(Number(typed));
  const size = valid ? Number(typed) : 64;
  if (look === undefined) return null;
  const choice = { id: look.id, edition: look.edition, name: look.name, size, format, overlay };
  const codes = embedCodes(origin, choice);

  return (
    <section aria-labelledby="embed" className="flex min-w-0 flex-col gap-4">
      <h2 id="embed" className="text-xl font-bold">
        {t("title")}
      </h2>
      <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)]">
        <figure className="justify-self-center">
          <div className="checkered grid size-36 place-items-center rounded-md border border-line">
            <PixelImage
              url={chosenHead(choice)}
              alt={t("preview", { name: look.name })}
              width={Math.min(size, PREVIEW_SIZE)}
              height={Math.min(size, PREVIEW_SIZE)}
              fallback={<p className="text-sm">{t("failed")}</p>}
            />
          </div>
          <figcaption className="grid justify-items-center pt-1 text-sm text-muted">
            <bdi>{t("caption", { size, format: format.toUpperCase() })}</bdi>
            <a
              href={chosenHead(choice)}
              download={`${look.name}-head-${size}.${format}`}
              className="download-link"
            >
              <Icon shape={shapes.download} size={16} />
              {t("download")}
            </a>
          </figcaption>
        </figure>
        <div className="grid content-start gap-x-5 gap-y-3 sm:grid-cols-2 noscript:hidden">
          {looks.length > 1 && (
            <Choice
              legend={t("edition")}
              options={looks.map((one) => ({ value: one.edition, label: editions(one.edition) }))}
              chosen={edition}
              onChoose={setEdition}
            />
          )}
          <div className="text-sm">
            <label htmlFor="head-size" className="block pb-1 font-semibold">
              {t("size", range)}
            </label>
            <input
              id="head-size"
              type="number"
              inputMode="numeric"
              min={MIN_SIZE}
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
        {kinds.map((kind) => (
          <div key={kind} className="grid grid-cols-[1fr_auto] items-center gap-x-2">
            <dt className="text-sm font-semibold">{t(kind)}</dt>
            <dd className="col-span-2 rounded-md border border-line bg-sunken px-3 py-2">
              <code dir="ltr" className="block font-mono text-xs wrap-anywhere select-all">
                <Breakable text={codes[kind]} at={BETWEEN_PARTS} />
              </code>
            </dd>
            <dd className="col-start-2 row-start-1 noscript:hidden">
              <CopyButton label={t(kind)} value={codes[kind]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function isInRange(size: number): boolean {
  return size >= MIN_SIZE && size <= MAX_SIZE;
}

interface HeadChoice {
  /** A UUID or an XUID, so that the URL outlives a name. */
  id: string;
  edition: Edition;
  name: string;
  /** Pixels, 8 to 512. */
  size: number;
  format: "png" | "webp";
  overlay: boolean;
}

/** The head's URL, relative to the site, without default values. */
function chosenHead({ id, edition, size, format, overlay }: HeadChoice): string {
  const url = headUrl({ username: id, type: edition, size });
  return `${url}${format === "webp" ? "&format=webp" : ""}${overlay ? "" : "&overlay=false"}`;
}

/** Code for embedding an image. */
function embedCodes(origin: string, choice: HeadChoice) {
  const url = `${origin}${chosenHead(choice)}`;
  const { name, size } = choice;
  return {
    html: `<img src="${escapeHtml(url)}" width="${size}" height="${size}" alt="${escapeHtml(name)}">`,
    markdown: `![${name.replace(/[\\[\]_*]/g, "\\$&")}](${url})`,
    bbcode: `[img]${url}[/img]`,
    url,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
