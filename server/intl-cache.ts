/*
 * A formatter of `Intl` takes longer to make than a date takes to format, and never changes. Every page
 * makes its own, since React forgets everything with the page: a tenth of the time that it takes to
 * render one. In the thread that renders pages, the same question gives the same formatter.
 */

const kinds = ["DateTimeFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat"] as const;

/** Makes the constructors of `Intl` in this thread give what they gave before. */
export function keepFormatters(): void {
  for (const kind of kinds) {
    const known = new Map<string, object>();
    Reflect.set(
      Intl,
      kind,
      new Proxy(Intl[kind], {
        construct(target, args: unknown[], newTarget) {
          const key = JSON.stringify(args);
          const before = known.get(key);
          if (before !== undefined) return before;
          const made = Reflect.construct(target, args, newTarget) as object;
          known.set(key, made);
          return made;
        },
      }),
    );
  }
}
