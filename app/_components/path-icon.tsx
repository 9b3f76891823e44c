export interface PathProps {
  /** The side in pixels, where text has its usual size: an icon grows with the text. */
  size: number;
  className?: string;
  /** Its text alternative, unless it is decorative. */
  label?: string;
}

/** An icon in the colour of the text around it, of a path in a square of 24. */
export function PathIcon({ path, size, className = "", label }: PathProps & { path: string }) {
  const side = `${size / 16}rem`;
  return (
    <svg
      width={side}
      height={side}
      viewBox="0 0 24 24"
      role={label && "img"}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      className={`icon ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
