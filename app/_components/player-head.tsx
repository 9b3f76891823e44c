import { orError, withSize } from "@/lib/contract/urls.ts";
import { UnknownHead } from "./elements.tsx";
import { PixelImage } from "./pixel-image.tsx";

interface PlayerHeadProps {
  /** Null: the placeholder. */
  url: string | null;
  /** The side in CSS pixels: a multiple of 8, so that every pixel of a face is a whole number of them. */
  size: number;
  /** Loaded once it is about to be seen. */
  isLazy?: boolean;
}

/** A head beside its player's name, which serves as its text alternative. */
export function PlayerHead({ url, size, isLazy = false }: PlayerHeadProps) {
  return (
    <PixelImage
      url={url === null ? null : orError(withSize(url, size))}
      alt=""
      width={size}
      height={size}
      isLazy={isLazy}
      fallback={<UnknownHead size={size} />}
    />
  );
}
