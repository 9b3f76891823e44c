import type { Size } from "../textures/fit.ts";
import type { OutputFormat } from "../textures/output.ts";

/** The manner in which an image is made, beyond what the query of its route says. */
export interface ImageManner {
  /** The exact size of the image in pixels: what is drawn is as large as fits, and in the middle. */
  canvas?: Size | undefined;
  /** Its format, where that is not the one of the query. */
  format?: OutputFormat | undefined;
  /** The width in pixels to which a texture is scaled. */
  textureWidth?: number | undefined;
  /** The default of `/skin`, whose query has none: the skin of an unknown player, or the error. */
  default?: "auto" | "404" | undefined;
  /** A card is a face with the figure before it. */
  isCombo?: true | undefined;
}
