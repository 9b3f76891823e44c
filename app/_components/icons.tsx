/*
 * Shapes of the icons of lucide (ISC licence), one path each: its components weigh more than all of
 * them together.
 */
export const shapes = {
  languages: "M5 8l6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6",
  check: "M20 6 9 17l-5-5",
  monitor:
    "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM8 21L16 21M12 17L12 21",
  moon: "M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401",
  sun: "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41",
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
