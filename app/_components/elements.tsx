import { Fragment, type ReactNode } from "react";

/** The column every page's content stands in; a screen high, so that the footer never jumps. */
export function PageMain({ children }: { children: ReactNode }) {
  return (
    <main
      id="content"
      className="mx-auto flex min-h-dvh w-full max-w-6xl grow flex-col gap-6 px-4 py-6 sm:px-6 sm:py-10"
    >
      {children}
    </main>
  );
}

/** What search engines are told of a page (schema.org). */
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

/**
 * A player's name, whole at any width: a long one goes on in the next line, after an underscore
 * where it has one.
 */
export function PlayerName({ name }: { name: string }) {
  const [first = "", ...others] = name.split("_");
  return (
    <bdi className="wrap-anywhere">
      {first}
      {others.map((part, index) => (
        <Fragment key={index}>
          _<wbr />
          {part}
        </Fragment>
      ))}
    </bdi>
  );
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
      className="min-h-11 cursor-pointer rounded-md border border-edge bg-surface px-4 font-semibold hover:bg-sunken aria-disabled:cursor-progress aria-disabled:text-muted"
    >
      {children}
    </button>
  );
}
