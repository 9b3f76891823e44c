"use client";

import { useEffect, useRef, type KeyboardEvent, type FocusEvent, type ReactNode } from "react";

export interface MenuProps {
  /** What opens it: an icon, or a word or two. */
  summary: ReactNode;
  label: string;
  children: ReactNode;
}

/** A small panel under a button of the header. It opens without JavaScript, too. */
export function Menu({ summary, label, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close(details.current);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);

  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !details.current?.open) return;
    close(details.current);
    details.current.querySelector("summary")?.focus();
  };

  const closeOnLeaving = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !details.current?.contains(relatedTarget)) {
      close(details.current);
    }
  };

  return (
    <details ref={details} className="relative" onKeyDown={closeByKey} onBlur={closeOnLeaving}>
      <summary
        aria-label={label}
        title={label}
        className="flex min-h-11 min-w-11 cursor-pointer list-none items-center justify-center gap-1.5 rounded-md px-2 font-semibold text-muted hover:bg-sunken hover:text-ink in-open:bg-sunken in-open:text-ink [&::-webkit-details-marker]:hidden"
      >
        {summary}
      </summary>
      <div className="absolute end-0 top-full z-30 mt-1 w-max min-w-40 rounded-lg border border-line bg-surface p-1.5 shadow-float">
        {children}
      </div>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  details?.removeAttribute("open");
}
