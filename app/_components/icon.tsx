interface IconProps {
  /** In a square of 24. */
  path: string;
  /** The side in pixels, where text has its usual size: an icon grows with the text. */
  size: number;
  className?: string;
  /** Its text alternative, unless it is decorative. */
  label?: string;
}

/** An icon in the colour of the text around it. */
export function Icon({ path, size, className = "", label }: IconProps) {
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
