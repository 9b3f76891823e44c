import type { MouseEvent } from "react";
import type { Piece } from "@/lib/docs/search/excerpt.ts";
import { Link, usePathname } from "@/lib/i18n/navigation.ts";
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
  const pathname = usePathname();
  const { path, title, excerpt } = option;
  const link = {
    id,
    role: "option",
    "aria-selected": isActive,
    tabIndex: -1,
    onClick: onChoose,
    onPointerMove: onPoint,
    className:
      "block rounded-md px-3 py-2 aria-selected:bg-sunken aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-edge",
  };
  const content = (
    <>
      <Pieces pieces={title} className="block font-semibold" />
      <Pieces pieces={excerpt} className="block text-sm text-pretty text-muted empty:hidden" />
    </>
  );
  // On the page itself the browser goes there, and takes the keyboard with it.
  if (path.startsWith(`${pathname}#`)) {
    return (
      <a {...link} href={path.slice(pathname.length)}>
        {content}
      </a>
    );
  }
  return (
    <Link {...link} href={path} prefetch={false}>
      {content}
    </Link>
  );
}

function Pieces({ pieces, className }: { pieces: readonly Piece[]; className: string }) {
  return (
    <span dir="auto" className={className}>
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
