// Finds an nginx for the end-to-end tests, or gets one. Where there is none, they leave out what
// needs it, except in CI.
import { existsSync } from "node:fs";
import { fromApt, onPath } from "./find-browser.mjs";
import { step } from "./prepare.mjs";

const PROGRAMS = ["nginx"];
/** On Debian this folder is on root's PATH only. */
const FALLBACK = "/usr/sbin/nginx";

/** The path of this machine's nginx. */
export function nginxHere() {
  return onPath(PROGRAMS) ?? (existsSync(FALLBACK) ? FALLBACK : undefined);
}

/** Sees to it that there is an nginx, as far as it can. */
export function findNginx() {
  step(nginxHere() ?? fromApt("nginx-light", PROGRAMS) ?? "There is none, and none was installed");
}
