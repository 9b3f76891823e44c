/* One map for all bundles: Next evaluates this module for the page and for the route handler. */
const holder = globalThis as typeof globalThis & { __released?: Map<string, () => void> };
const waiting = (holder.__released ??= new Map());

/** Resolves when a request to the route handler names this. */
export function untilReleased(name: string): Promise<void> {
  return new Promise((resolve) => waiting.set(name, resolve));
}

export function release(name: string): void {
  waiting.get(name)?.();
}

let renders = 0;

/** Another one at each render. */
export function nextNumber(): number {
  renders += 1;
  return renders;
}
