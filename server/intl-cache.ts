/*
 * Creating an `Intl` formatter takes longer than formatting a date. React keeps nothing between pages, so
 * every page created its own, a tenth of the time it takes to render. Formatters never change: the thread
 * that renders pages caches them by their arguments.
 */

const kinds = ["DateTimeFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat"] as const;

/** Makes the `Intl` constructors in this thread return cached formatters. */
export function cacheFormatters(): void {
  for (const kind of kinds) {
    const known = new Map<string, object>();
    Reflect.set(
      Intl,
      kind,
      new Proxy(Intl[kind], {
        construct(target, args: unknown[], newTarget) {
          const key = JSON.stringify(args);
          const formatter =
            known.get(key) ?? (Reflect.construct(target, args, newTarget) as object);
          known.set(key, formatter);
          return formatter;
        },
      }),
    );
  }
}
