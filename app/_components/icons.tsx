/*
 * Shapes of the icons of lucide (ISC licence), one path each: its components weigh more than all of
 * them together.
 */
export const shapes = {
  history: "M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2",
  "clock-3": "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 6v6h4",
};

interface IconProps {
  /** A path in a square of 24. */
  shape: string;
  /** The side in pixels. */
  size?: number;
  className?: string;
  /** What it says; without it, it is decoration. */
  label?: string;
}

/** A picture of a few lines, in the colour of the text around it. */
export function Icon({ shape, size = 20, className, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label && "img"}
      aria-label={label}
      aria-hidden={label === undefined}
      className={className ? `icon ${className}` : "icon"}
    >
      <path d={shape} />
    </svg>
  );
}
