import type { MouseEvent } from "react";
import type { Piece } from "@/lib/docs/search/excerpt.ts";
import { Link } from "@/lib/i18n/navigation.ts";
import type { OptionOfSearch } from "./option-groups.ts";

export interface SearchOptionProps {
  id: string;
  option: OptionOfSearch;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
}

/** A section to go to. */
export function SearchOption({ id, option, isActive, onPoint, onChoose }: SearchOptionProps) {
  const { path, title, excerpt } = option;
  return (
    <Link
      href={path}
      prefetch={false}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      onPointerMove={onPoint}
      className="block rounded-md px-3 py-2 aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-edge"
    >
      <Pieces pieces={title} className="block font-semibold" />
      <Pieces pieces={excerpt} className="block text-sm text-pretty text-muted empty:hidden" />
    </Link>
  );
}

function Pieces({ pieces, className }: { pieces: readonly Piece[]; className: string }) {
  return (
    <span className={className}>
      {pieces.map(({ text, isMatch }, index) =>
        isMatch ? (
          <mark key={index} className="rounded-sm bg-caution-surface font-semibold text-caution">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </span>
  );
}
