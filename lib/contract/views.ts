import { address, type HeadUrlOptions } from "./urls.ts";

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
/** Those of a cape. */
export const capeViews = [
  { path: "/cape", view: "front" },
  { path: "/cape", view: "back" },
  { path: "/cape", view: "elytra" },
] as const;

interface ViewUrlOptions extends HeadUrlOptions {
  format?: "png" | "webp" | undefined;
  /** False leaves the second layer out. */
  overlay?: boolean | undefined;
}

/** `/body?username=…&type=…&view=iso`: a drawn view, as an image `size` pixels high. */
export function viewUrl(
  { path, view }: SkinView | (typeof capeViews)[number],
  { username, type, size, format, overlay }: ViewUrlOptions,
): string {
  return address(path, {
    username,
    type,
    view,
    size,
    format,
    overlay: overlay === false ? "false" : undefined,
  });
}
