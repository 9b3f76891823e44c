import type { ReactNode } from "react";

/** The image of a response, whose place does not change. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <div className="checkered grid h-38 place-items-center overflow-hidden rounded-md p-2">
      {children}
    </div>
  );
}
