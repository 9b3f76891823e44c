"use client";

import { withSize } from "@/lib/contract/urls.ts";
import { PixelImage } from "../pixel-image.tsx";
import { UnknownHead } from "../unknown-head.tsx";

export interface PlayerHeadProps {
  /** Null: nobody's head. */
  url: string | null;
  /** The side in CSS pixels: a multiple of 8, so that every pixel of a face is a whole number of them. */
  size: number;
}

/** A head beside its player's name, which says whose it is. */
export function PlayerHead({ url, size }: PlayerHeadProps) {
  return (
    <PixelImage
      url={url === null ? null : withSize(url, size)}
      alt=""
      size={size}
      absent={<UnknownHead size={size} />}
    />
  );
}
