"use client";

import { useState, type ReactNode } from "react";
import { withSize } from "@/lib/contract/urls.ts";
import { UnknownHead } from "./elements.tsx";

interface PictureProps {
  url: string | null;
  alt: string;
  /** The size on the page, in CSS pixels. */
  width: number;
  height: number;
  /** The fallback when there is no picture or it does not load. */
  absent: ReactNode;
  /** The main picture of the page: it is loaded before others. */
  isFirstSeen?: boolean;
}

/** A picture of few pixels, kept crisp. It holds its place while it loads. */
export function Picture({ url, alt, width, height, absent, isFirstSeen = false }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || failed === url) return absent;
  return (
    <img
      // It may have failed before hydration.
      ref={(image) => {
        if (image?.complete === true && image.naturalWidth === 0) setFailed(url);
      }}
      src={url}
      alt={alt}
      width={width}
      height={height}
      fetchPriority={isFirstSeen ? "high" : "auto"}
      onError={() => setFailed(url)}
      className="pixelated max-w-full object-contain"
    />
  );
}

interface PlayerHeadProps {
  /** Null: the placeholder. */
  url: string | null;
  /** The side in CSS pixels: a multiple of 8, so that every pixel of a face is a whole number of them. */
  size: number;
}

/** A head beside its player's name, which is its text alternative. */
export function PlayerHead({ url, size }: PlayerHeadProps) {
  return (
    <Picture
      url={url === null ? null : withSize(url, size)}
      alt=""
      width={size}
      height={size}
      absent={<UnknownHead size={size} />}
    />
  );
}
