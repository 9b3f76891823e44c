/** How long the one who failed asked to be left alone. */
export function wantedWaitMs(failure: Error): number {
  const seconds = "retryAfterSeconds" in failure ? failure.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds * 1_000 : 0;
}

/** What a promise gives, or something else when that takes too long; the promise goes on. */
export async function within<Value>(
  milliseconds: number,
  promise: Promise<Value>,
  instead: () => Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Value>((resolve) => {
    timer = setTimeout(() => resolve(instead()), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
