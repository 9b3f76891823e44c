import { useEffect, type RefObject } from "react";

/** `/` leads to the box from anywhere but another field. */
export function useSlash(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (
        target instanceof HTMLElement &&
        target.matches("input, select, textarea, [contenteditable]")
      )
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, [input]);
}
