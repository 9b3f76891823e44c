/** The picture that is shown where a page is shared that has none of its own. */
export function siteImage(alt: string) {
  return { url: "/opengraph-image.png", width: 1200, height: 630, alt };
}
