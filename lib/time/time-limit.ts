/** A limit is counted in so many steps. */
const STEPS = 10;
/** However busy this process is, no call waits for more than this many times the limit. */
const MOST_TIMES = 4;

/**
 * Calls `onEnd` after so many milliseconds in which this process could have read a response. They are
 * counted in steps, and a late one counts once, since a busy process says nothing about the other side. Data
 * that has arrived by the end is read first. Returns a function that cancels it.
 */
export function startTimeLimit(milliseconds: number, onEnd: () => void): () => void {
  const step = milliseconds / STEPS;
  const latest = performance.now() + milliseconds * MOST_TIMES;
  let stepsLeft = STEPS;
  let lastRead: NodeJS.Immediate | undefined;
  let timer = setTimeout(count, step);

  function count() {
    stepsLeft -= 1;
    if (stepsLeft > 0 && performance.now() < latest) timer = setTimeout(count, step);
    // Node reads what has come in between its timers and this.
    else lastRead = setImmediate(onEnd);
  }

  return () => {
    clearTimeout(timer);
    clearImmediate(lastRead);
  };
}

/** A signal that aborts after so many milliseconds. */
export function timeLimitSignal(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  startTimeLimit(milliseconds, () => controller.abort(timeoutError(milliseconds)));
  return controller.signal;
}

/** The result of some work, or an error when it takes longer than so many milliseconds, like `timeLimitSignal`. */
export function withTimeLimit<Result>(
  milliseconds: number,
  work: Promise<Result>,
  onLate: () => void = () => undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = startTimeLimit(milliseconds, () => {
      onLate();
      reject(timeoutError(milliseconds));
    });
    work.then(resolve, reject).finally(cancel);
  });
}

function timeoutError(milliseconds: number): Error {
  return new Error(`No response within ${milliseconds} ms`);
}
