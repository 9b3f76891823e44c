import type { CompatService } from "../../contract/paths.ts";
import { address } from "../../contract/urls.ts";
import { ashcon } from "./ashcon.ts";
import { crafatar } from "./crafatar.ts";
import { crafthead } from "./crafthead.ts";
import { cravatar } from "./cravatar.ts";
import { discordSrv } from "./discordsrv.ts";
import { readers } from "./json.ts";
import { geyser } from "./geyser.ts";
import { mcHeads } from "./mc-heads.ts";
import { mcProfile } from "./mcprofile.ts";
import { mineatar } from "./mineatar.ts";
import { mineskin } from "./mineskin.ts";
import { minotar } from "./minotar.ts";
import { mojang } from "./mojang.ts";
import { mowojang } from "./mowojang.ts";
import { nmsr } from "./nmsr.ts";
import { playerDb } from "./playerdb.ts";
import type { CompatScheme, Difference, ImageRoute, Reason } from "./scheme.ts";
import { pixels } from "./size.ts";
import { starlight } from "./starlight.ts";
import { tydium } from "./tydium.ts";
import { visage } from "./visage.ts";

/** Every service whose URLs work here. */
const schemes: Readonly<Record<CompatService, CompatScheme>> = {
  crafthead,
  "mc-heads": mcHeads,
  crafatar,
  minotar,
  cravatar,
  visage,
  nmsr,
  discordsrv: discordSrv,
  mineatar,
  mineskin,
  tydium,
  starlight,
  playerdb: playerDb,
  ashcon,
  mojang,
  mowojang,
  geyser,
  mcprofile: mcProfile,
};

export type WholeScheme = CompatScheme &
  Required<Pick<CompatScheme, "size" | "routes" | "json" | "fixed" | "notOffered">>;

/** A scheme with nothing left out: some services have images alone, and others JSON. */
export function schemeOf(service: CompatService): WholeScheme {
  return {
    size: pixels(0),
    routes: {},
    json: {},
    fixed: {},
    notOffered: {},
    ...schemes[service],
  };
}

/* What the documentation lists of other services and of the programs that use them. */

/** A URL of a service: there, here, and as a request of this service; the last two unless it is not offered. */
export interface CompatRow {
  old: string;
  here?: string;
  native?: string;
  /** How it compares with the original. */
  compared: Comparison;
}
export type Comparison = "same" | Difference | Reason;

/** Every URL of a service that is known, those that are not offered last. */
export function compatRows(service: CompatService): CompatRow[] {
  const { host, otherHosts = {}, routes, json, fixed, notOffered } = schemeOf(service);
  const oldOf = (route: string) => {
    const path = route.replace(/:(\w+)/g, "{$1}");
    return { path, old: `https://${otherHosts[path.replace(/\/.*/, "")] ?? host}/${path}` };
  };
  const rowOf = (route: string, native: string, compared?: Difference, method = ""): CompatRow => {
    const { path, old } = oldOf(route);
    const here = `/compat/${service}/${path}`;
    return { old: method + old, here, native, compared: compared ?? "same" };
  };
  return [
    ...Object.entries(routes).map(([route, image]) => {
      const { path, view, overlay, camera } = image;
      const native = address(path, { view, ...camera, overlay });
      return rowOf(route, native, differenceOf(image));
    }),
    ...Object.entries(json).map(([route, { reads, bulk, differs }]) => {
      const { edition } = readers[reads];
      const native = edition === "floodgate" ? "/api" : `/api?type=${edition}`;
      return rowOf(route, native, differs, bulk && "POST ");
    }),
    ...Object.entries(fixed).map(([route, { native, differs }]) => rowOf(route, native, differs)),
    ...Object.entries(notOffered).map(([route, reason]) => ({
      old: oldOf(route).old,
      compared: reason,
    })),
  ];
}

/** What is seen from an angle has the light and the edges of this service. */
function differenceOf({ view, camera, path, differs }: ImageRoute): Difference | undefined {
  const isSpatial = view === "iso" || camera !== undefined || path === "/player";
  return differs ?? (isSpatial ? "drawing" : undefined);
}

/** What widespread programs are set to, in the placeholders of each; `setting` is a variable. */
export const compatClients: readonly { name: string; url: string; setting?: string }[] = [
  { name: "DiscordSRV", url: "crafthead/helm/{uuid-nodashes}/{size}#{texture}" },
  { name: "EssentialsX Discord", url: "crafthead/helm/{uuid}" },
  { name: "Discord-MC-Chat", url: "mc-heads/avatar/{player_uuid}" },
  { name: "DiscordIntegration", url: "minotar/avatar/%uuid%?randomuuid=%randomUUID%" },
  { name: "Plan", url: "crafthead/helm/${playerUUIDNoDash}/120" },
  { name: "NamelessMC", url: "cravatar/helmavatar/{identifier}/{size}.png" },
  { name: "Azuriom", url: "mc-heads/avatar/{uuid}/{size}.png" },
  { name: "BanManager", url: "visage/face/256/{id}.png" },
  { name: "LitebansU", url: "crafatar/avatars/{uuid}?size=64&overlay=true" },
  { name: "squaremap", url: "mc-heads/avatar/{uuid}/16" },
  { name: "Dashy", url: "mc-heads/avatar/{uuid}/32.png" },
  { name: "itzg/minecraft-server", setting: "PLAYERDB_API_BASE_URL", url: "playerdb" },
  { name: "itzg/minecraft-server", setting: "MOJANG_API_BASE_URL", url: "mojang" },
];

/** What a program is set to: a URL, or a variable with one. */
export function clientValue(
  { url, setting }: { url: string; setting?: string },
  base = "",
): string {
  return `${setting === undefined ? "" : `${setting}=`}${base}/compat/${url}`;
}
