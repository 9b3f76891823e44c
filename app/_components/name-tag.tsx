import type { ReactNode } from "react";

/** The tag that floats above a player's head. */
export function NameTag({ children }: { children: ReactNode }) {
  return (
    <span className="name-tag inline-block max-w-[calc(100%-2*var(--pixel))] px-2.5 py-0.5 font-pixel text-lg font-semibold break-words">
      {children}
    </span>
  );
}
