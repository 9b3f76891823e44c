/*
 * Numbers of the page about capacity, with Latin digits in every language as everywhere on the site.
 */

function written(locale: string, value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(locale, { numberingSystem: "latn", ...options }).format(value);
}

/** Full shares never look whole when they are not, nor empty ones empty. */
export function percent(locale: string, share: number): string {
  const isNearAnEnd = share > 0 && share < 1 && (share < 0.01 || share > 0.99);
  return written(locale, share, { style: "percent", maximumFractionDigits: isNearAnEnd ? 2 : 0 });
}

export function count(locale: string, value: number): string {
  return written(locale, value, { maximumFractionDigits: 0 });
}

export function cores(locale: string, value: number): string {
  return written(locale, value, { maximumSignificantDigits: 2 });
}
