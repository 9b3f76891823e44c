import type { ReactNode } from "react";

export interface ButtonProps {
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
