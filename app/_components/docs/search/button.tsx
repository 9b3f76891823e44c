import type { ReactNode } from "react";

interface ButtonProps {
  onClick: () => void;
  /** While busy, the button keeps the focus and does nothing. */
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
