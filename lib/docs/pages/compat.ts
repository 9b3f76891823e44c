import { code, definePage, prose, section, topic } from "../page.ts";

/** How to move here from another service for heads and skins. */
export const compat = definePage("compat", [
  prose("intro"),
  ...topic("programs", "programs"),
  { kind: "clients", columns: ["program", "address"] },
  ...topic("hosts", "hosts"),
  code(
    "bash",
    "COMPAT_HOSTS=heads.example.org=crafthead,avatars.example.org=mc-heads",
    "COMPAT_HOSTS",
  ),
  code("bash", "COMPAT_ROOT=crafatar", "COMPAT_ROOT"),
  ...topic("differences", "differences"),
  section("addresses", "addresses"),
  { kind: "schemes", columns: ["old", "here", "native"] },
]);
