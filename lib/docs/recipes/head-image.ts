/** A head on a web page, sharp on every screen. */
export const headImage = `
<img
  src="{base}/head?username=Lantern_Lou&size=64"
  srcset="{base}/head?username=Lantern_Lou&size=128 2x, {base}/head?username=Lantern_Lou&size=192 3x"
  width="64"
  height="64"
  loading="lazy"
  style="image-rendering: pixelated"
  alt="Lantern_Lou"
/>
`;

/** A head with a picture of the page's own for whoever is unknown. */
export const headImageWithFallback = `
<img
  src="{base}/head?username=Lantern_Lou&size=64&default=404"
  onerror="this.onerror = null; this.src = '/unknown-player.png'"
  width="64"
  height="64"
  alt="Lantern_Lou"
/>
`;
