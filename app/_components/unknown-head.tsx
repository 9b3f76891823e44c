/** One letter per pixel: `h` hair, `f` face, `q` question mark. */
const pixels = [
  "hhhhhhhh",
  "hhqqqqhh",
  "hqqffqqh",
  "hfffqqfh",
  "fffqqfff",
  "ffffffff",
  "fffqqfff",
  "ffffffff",
];

const layers = [
  { pixel: "h", colour: "var(--head-hair)" },
  { pixel: "f", colour: "var(--head-face)" },
  { pixel: "q", colour: "var(--head-mark)" },
].map(({ pixel, colour }) => ({ colour, path: pathOf(pixel) }));

/** A head that could be anybody's: what stands under the tag while nobody is known. */
export function UnknownHead({ size = 96 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 8 8" shapeRendering="crispEdges" aria-hidden>
      {layers.map(({ colour, path }) => (
        <path key={colour} fill={colour} d={path} />
      ))}
    </svg>
  );
}

function pathOf(pixel: string) {
  return pixels
    .flatMap((row, y) => Array.from(row, (here, x) => (here === pixel ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
}
