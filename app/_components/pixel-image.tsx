import { useState, type ReactNode } from "react";

export interface PixelImageProps {
  url: string | null;
  alt: string;
  /** The side of its square on the page, in CSS pixels. */
  size: number;
  /** What stands there when there is no image, or it does not load. */
  absent: ReactNode;
}

/** A picture of few pixels, kept crisp. It holds its place while it loads. */
export function PixelImage({ url, alt, size, absent }: PixelImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || failed === url) return absent;
  return (
    <img
      src={url}
      alt={alt}
      width={size}
      height={size}
      onError={() => setFailed(url)}
      className="pixelated object-contain"
    />
  );
}
