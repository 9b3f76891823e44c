import type { Size } from "../textures/fit.ts";
import type { OutputFormat } from "../textures/output.ts";

/** What a request says of an image beyond the query of its route. */
export interface ImageManner {
  /** The exact size of the image in pixels: what is drawn is as large as fits, and in the middle. */
  canvas?: Size | undefined;
  /** Its format, where that is not the one of the query. */
  format?: OutputFormat | undefined;
  /** The width in pixels to which a texture is scaled. */
  textureWidth?: number | undefined;
  /** What `/skin`, whose query cannot say it, shows for an unknown player in place of the error. */
  default?: "auto" | "404" | undefined;
  /** A card is a face with the figure before it. */
  isCombo?: true | undefined;
}
