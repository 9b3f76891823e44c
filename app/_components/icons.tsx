interface IconProps {
  /** A path in a square of 24, as in the icons of lucide (ISC licence): its components weigh more. */
  shape: string;
  /** The side in pixels. */
  size?: number;
  className?: string;
  /** The text alternative; without it, the icon is decorative. */
  label?: string;
}

/** An icon in the colour of the text around it. */
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
