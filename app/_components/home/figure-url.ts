import { address, orError } from "@/lib/contract/urls.ts";

/** How high the camera is, in degrees: from a little above, the face is seen. */
export const PITCH = 10;

interface FigureUrlOptions {
  /** The angle around the player, in degrees. */
  yaw: number;
  size: number;
  format?: "webp";
}

/** The URL of a player's figure; `id` is anything that `username` takes. */
export function figureUrl(id: string, { yaw, ...file }: FigureUrlOptions): string {
  return orError(address("/body", { username: id, yaw, pitch: PITCH, ...file }));
}
