import type { ReactNode } from "react";

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
