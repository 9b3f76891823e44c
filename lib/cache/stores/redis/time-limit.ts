/** A timer that is this late says that this process was busy, not that the other side was slow. */
const STALL_MS = 20;
/** Time to read what came in meanwhile. */
const CATCH_UP_MS = 30;

/**
 * Calls `onEnd` after so many milliseconds, or a moment later when this process was too busy to read
 * an answer that may be there. Gives a function that calls it off.
 */
export function startTimeLimit(milliseconds: number, onEnd: () => void): () => void {
  const due = performance.now() + milliseconds;
  let timer = setTimeout(() => {
    if (performance.now() - due > STALL_MS) timer = setTimeout(onEnd, CATCH_UP_MS);
    else onEnd();
  }, milliseconds);
  return () => clearTimeout(timer);
}

/** A signal that aborts after so many milliseconds. */
export function timeLimitSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  startTimeLimit(milliseconds, () => controller.abort(timeoutError(milliseconds)));
  return controller.signal;
}

export function timeoutError(milliseconds: number): Error {
  return new Error(`No answer within ${milliseconds} ms`);
}
