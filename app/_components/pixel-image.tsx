"use client";

import { useState, type ReactNode } from "react";

interface PixelImageProps {
  url: string | null;
  /** The same image in other sizes, and how large it is shown, as the attributes of an `<img>`. */
  srcSet?: string;
  sizes?: string;
  alt: string;
  /** The size on the page, in CSS pixels. */
  width: number;
  height: number;
  /** Drawn in space: its edges are smooth. */
  isSmooth?: boolean;
  /** Loaded once it is about to be seen. */
  isLazy?: boolean;
  /** Shown when there is no image or it does not load. */
  fallback: ReactNode;
  onFailure?: () => void;
  className?: string;
}

/** Pixel art, scaled without blurring. Its place is reserved while it loads. */
export function PixelImage(props: PixelImageProps) {
  const {
    url,
    srcSet,
    sizes,
    alt,
    width,
    height,
    isSmooth = false,
    isLazy = false,
    fallback,
    onFailure,
  } = props;
  const { className = "max-w-full object-contain" } = props;
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || failed === url) return fallback;
  const fail = () => {
    setFailed(url);
    onFailure?.();
  };
  return (
    <img
      // The image may have failed before hydration.
      ref={(image) => {
        if (image?.complete === true && image.naturalWidth === 0) fail();
      }}
      srcSet={srcSet}
      sizes={sizes}
      src={url}
      alt={alt}
      width={width}
      height={height}
      loading={isLazy ? "lazy" : undefined}
      onError={fail}
      className={isSmooth ? className : `pixelated ${className}`}
    />
  );
}
