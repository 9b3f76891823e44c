import type { Edition } from "./profile.ts";
import { address } from "./urls.ts";

/** The drawn views of a skin: their name, their path and, where it is not the default, their `view`. */
export const skinViews = [
  { name: "head", path: "/head", view: undefined },
  { name: "head-iso", path: "/head", view: "iso" },
  { name: "bust", path: "/bust", view: undefined },
  { name: "body", path: "/body", view: undefined },
  { name: "body-back", path: "/body", view: "back" },
  { name: "body-left", path: "/body", view: "left" },
  { name: "body-right", path: "/body", view: "right" },
  { name: "body-iso", path: "/body", view: "iso" },
  { name: "player", path: "/player", view: undefined },
] as const;
export type SkinView = (typeof skinViews)[number];
type ViewAt<Path> = NonNullable<Extract<SkinView, { path: Path }>["view"]>;

/** The values of `view` at a path, the default first. */
export function viewsAt<Path extends SkinView["path"]>(path: Path) {
  const views = skinViews.flatMap((one) => (one.path === path ? (one.view ?? []) : []));
  return ["front", ...(views as ViewAt<Path>[])] as const;
}

/** How a drawn player can stand. */
export const poses = [
  "standing",
  "walking",
  "waving",
  "sitting",
  "crouching",
  "pointing",
  "cheering",
  "sleeping",
] as const;
export type PoseName = (typeof poses)[number];

/** How far two cameras are apart at least: almost the same view is the same image. */
const STEP = 5;

/** The angle that is drawn for one of -180 to 180 degrees. -180 is 180. */
export function drawnAngle(angle: number): number {
  const rounded = Math.round(angle / STEP) * STEP;
  return rounded === -180 ? 180 : rounded + 0;
}

interface ViewUrlOptions {
  /** Anything `username` takes: a name, a UUID, an XUID, a gamertag. */
  username: string;
  type: Edition;
  /** The height in pixels; left out: the service's default. */
  size?: number | undefined;
  format?: "png" | "webp" | undefined;
  /** False leaves the second layer out. */
  overlay?: boolean | undefined;
}

/** `/body?username=…&type=…&view=iso`: a drawn view, as an image. */
export function viewUrl(
  { path, view }: { path: string; view: string | undefined },
  { username, type, size, format, overlay }: ViewUrlOptions,
): string {
  const layers = overlay === false ? "false" : undefined;
  return address(path, { username, type, view, size, format, overlay: layers });
}

/** How the game draws a player with this name in Java Edition. */
export function nameLook(javaName: string | undefined): { upsideDown: boolean; ears: boolean } {
  return {
    upsideDown: javaName === "Dinnerbone" || javaName === "Grumm",
    ears: javaName === "deadmau5",
  };
}
