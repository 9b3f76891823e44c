import type { ReactNode } from "react";
import { useTranslations } from "next-intl";
import type { Edition } from "@/lib/contract/profile.ts";
import { Breakable } from "./breakable.tsx";
import { HEAD_HAIR, HEAD_MARK } from "./icon-paths.ts";

/** The column of a page's content. */
export function PageMain({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="page-column site-width">
      {children}
    </main>
  );
}

interface NamePlateProps {
  children: ReactNode;
  /** The plate is nobody's. */
  unknown?: boolean;
  className?: string;
}

/** The plate above a player's head. */
export function NamePlate({ children, unknown = false, className = "" }: NamePlateProps) {
  return (
    <span className={`plate cut ${unknown ? "is-unknown" : ""} ${className}`}>{children}</span>
  );
}

/** After an underscore, and between a lower-case and an upper-case letter. */
const BETWEEN_WORDS = /(?<=_)|(?<=[a-z])(?=[A-Z])/;

/** Names of the game have up to 16 characters; those of other skin services up to 25. */
const USUAL_LENGTH = 16;

/** A player's name, never cut or translated: a long one wraps, between words where possible. */
export function PlayerName({ name }: { name: string }) {
  return (
    <bdi translate="no" className="player-name" data-long={name.length > USUAL_LENGTH || undefined}>
      <Breakable text={name} at={BETWEEN_WORDS} />
    </bdi>
  );
}

/** A neutral head with a question mark, shown while no player is known. */
export function UnknownHead({ size = 96, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 8 8"
      shapeRendering="crispEdges"
      aria-hidden
      className={className}
    >
      <path d="M0 0h8v8H0z" fill="var(--color-head-face)" />
      <path d={HEAD_HAIR} stroke="var(--color-head-hair)" />
      <path d={HEAD_MARK} stroke="var(--color-head-mark)" />
    </svg>
  );
}

/** The editions of a player in words, each with its shape. */
export function EditionMarks({ editions }: { editions: readonly Edition[] }) {
  const t = useTranslations("EditionMarks");
  return (
    <span className="editions">
      {editions.map((edition) => (
        <span key={edition} className={`edition ${edition}`}>
          {t(edition)}
        </span>
      ))}
    </span>
  );
}
