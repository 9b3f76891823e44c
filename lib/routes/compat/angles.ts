/** An angle in the range from -`most` to `most` degrees, the end of which is its beginning. */
export function wrapped(angle: number, most: number): number {
  const turn = 2 * most;
  const within = (angle + most) % turn;
  return (within < 0 ? within + turn : within) - most;
}

/** The number of degrees in a parameter; undefined where it is none. */
export function angleIn(text: string | null): number | undefined {
  const angle = Number.parseFloat(text ?? "");
  return Number.isFinite(angle) ? angle : undefined;
}
