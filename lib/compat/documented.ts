import type { CompatService } from "../configuration/compat-services.ts";
import { address } from "../contract/urls.ts";
import type { ImageRoute } from "./images.ts";
import { readers } from "./json.ts";
import { schemeOf } from "./services/index.ts";
import type { Difference, Reason } from "./terms.ts";

/* The lists of the documentation: the URLs of other services, and the programs that use them. */

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

/** A figure that is seen from an angle has the light and the edges of this service. */
function differenceOf({ view, camera, path, differs }: ImageRoute): Difference | undefined {
  const isSpatial = view === "iso" || camera !== undefined || path === "/player";
  return differs ?? (isSpatial ? "drawing" : undefined);
}

/** The settings of widespread programs, in the placeholders of each; `setting` is a variable. */
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

/** The setting of a program: a URL, or a variable with one. */
export function clientValue(
  { url, setting }: { url: string; setting?: string },
  base = "",
): string {
  return `${setting === undefined ? "" : `${setting}=`}${base}/compat/${url}`;
}
