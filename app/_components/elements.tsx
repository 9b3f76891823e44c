import { Fragment, type ReactNode } from "react";
import { useTranslations } from "next-intl";
import type { Edition } from "@/lib/contract/profile.ts";

/** The column every page's content stands in; a screen high, so that the footer never jumps. */
export function PageMain({ children }: { children: ReactNode }) {
  return (
    <main
      id="content"
      className="site-width flex min-h-dvh grow flex-col gap-6 py-6 sm:py-10 print:min-h-0"
    >
      {children}
    </main>
  );
}

/** Structured data of a page for search engines (schema.org). */
export function JsonLd({ data }: { data: object }) {
  // A script ends at the first `</`, wherever it stands.
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** The tag that floats above a player's head. */
export function NameTag({ children }: { children: ReactNode }) {
  return (
    <span className="name-tag inline-block max-w-[calc(100%-2*var(--pixel))] px-2.5 py-0.5 font-pixel text-lg font-semibold break-words">
      {children}
    </span>
  );
}

/** After an underscore, and between a small letter and a capital. */
const BETWEEN_WORDS = /(?<=_)|(?<=[a-z])(?=[A-Z])/;

/** A player's name, whole at any width: a long one goes on in the next line, between words if it can. */
export function PlayerName({ name }: { name: string }) {
  return (
    <bdi className="wrap-anywhere">
      <Breakable text={name} at={BETWEEN_WORDS} />
    </bdi>
  );
}

/** A long text that may go on in the next line at these places. */
export function Breakable({ text, at }: { text: string; at: RegExp }) {
  return text.split(at).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

interface ButtonProps {
  onClick: () => void;
  /** Its work is under way: it keeps the focus, and does nothing. */
  busy?: boolean;
  children: ReactNode;
}

/** The site's plain button: at least 44 px high, so that a thumb hits it. */
export function Button({ onClick, busy = false, children }: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={busy ? undefined : onClick}
      className="button aria-disabled:cursor-progress"
    >
      {children}
    </button>
  );
}

/** The pixels of the hair and of the question mark; the face lies behind them. */
const HAIR = "M0 0h8v1h-8zM0 1h2v1h-2zM6 1h2v1h-2zM0 2h1v1h-1zM7 2h1v1h-1zM0 3h1v1h-1zM7 3h1v1h-1z";
const MARK = "M2 1h4v1h-4zM1 2h2v1h-2zM5 2h2v1h-2zM4 3h2v1h-2zM3 4h2v1h-2zM3 6h2v1h-2z";

/** A neutral head with a question mark, shown while no player is known. */
export function UnknownHead({ size = 96 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 8 8" shapeRendering="crispEdges" aria-hidden>
      <path d="M0 0h8v8H0z" fill="var(--head-face)" />
      <path d={HAIR} fill="var(--head-hair)" />
      <path d={MARK} fill="var(--head-mark)" />
    </svg>
  );
}

const colours = { java: "bg-java", bedrock: "bg-bedrock" } as const;

/** The editions of a player, in words; the coloured square is decoration. */
export function EditionMarks({ editions }: { editions: readonly Edition[] }) {
  const t = useTranslations("EditionMarks");
  return editions.map((edition) => (
    <span key={edition} className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={`size-2 forced-colors:hidden ${colours[edition]}`} />
      {t(edition)}
    </span>
  ));
}

const accents = {
  java: "border-java text-java",
  bedrock: "border-bedrock text-bedrock",
} as const;

/** Which edition something belongs to. */
export function EditionLabel({ edition }: { edition: Edition }) {
  const t = useTranslations("EditionLabel");
  return (
    <span className={`inline-block border-s-4 ps-2 text-sm font-bold ${accents[edition]}`}>
      {t(edition)}
    </span>
  );
}
