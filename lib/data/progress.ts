import type { OnProgress, Stage } from "./move.ts";

/** A terminal shows every second how far it is, a log every ten. */
const TERMINAL_MS = 1_000;
const LOG_MS = 10_000;

/** Says how far long work is. */
export function createProgress(to: { write(text: string): unknown; isTTY?: boolean }) {
  const everyMs = to.isTTY ? TERMINAL_MS : LOG_MS;
  let stage: Stage | undefined;
  let items = 0;
  let saidAt = performance.now();
  let isOpen = false;

  const end = () => {
    if (isOpen) to.write("\n");
    isOpen = false;
  };
  const note: OnProgress = (what, more) => {
    if (what !== stage) {
      end();
      stage = what;
      items = 0;
    }
    items += more;
    if (performance.now() - saidAt < everyMs) return;
    saidAt = performance.now();
    const text = `${items.toLocaleString("en")} ${what}`;
    to.write(to.isTTY ? `\r${text}` : `${text}\n`);
    isOpen = to.isTTY === true;
  };
  return { note, end };
}
