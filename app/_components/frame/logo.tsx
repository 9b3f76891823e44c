/** Letters of five pixels in height, drawn by hand. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  N: ["#...#", "##..#", "#.#.#", "#..##", "#...#"],
  A: [".##.", "#..#", "####", "#..#", "#..#"],
  M: ["#...#", "##.##", "#.#.#", "#...#", "#...#"],
  E: ["###", "#..", "##.", "#..", "###"],
  T: ["###", ".#.", ".#.", ".#.", ".#."],
  G: [".###", "#...", "#.##", "#..#", ".###"],
};
const HEIGHT = 5;

/** The name of the service in pixels, as a drawing: no font is loaded for seven letters. */
export function Logo() {
  const { path, width } = LOGO;
  return (
    <span className="logo cut">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden>
        <path d={path} />
      </svg>
    </span>
  );
}

/** The pixels of the logo, and its width. */
export const LOGO = drawn("NAMETAG");

/** Each row of pixels that lie side by side is one box. */
function drawn(text: string) {
  let path = "";
  let left = 0;
  for (const letter of text) {
    const rows = LETTERS[letter] ?? [];
    for (const [top, row] of rows.entries()) {
      for (const { index, 0: run } of row.matchAll(/#+/g)) {
        path += `M${left + index} ${top}h${run.length}v1h-${run.length}z`;
      }
    }
    left += (rows[0]?.length ?? 0) + 1;
  }
  return { path, width: left - 1 };
}
