import { code, definePage, prose, section, topic } from "../page.ts";

/** How to move here from another service for heads, skins and profiles. */
export const compat = definePage("compat", [
  prose("intro"),
  ...topic("programs", "programs"),
  { kind: "clients", columns: ["program", "address"] },
  ...topic("json", "json"),
  ...topic("fixed", "fixed"),
  code("bash", "COMPAT_HOSTS=api.ashcon.app=ashcon,playerdb.co=playerdb"),
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
