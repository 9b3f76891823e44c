/** The other services whose URLs work here, the best known first. Each is a folder under `/compat`. */
export const compatServices = [
  "crafatar",
  "mc-heads",
  "minotar",
  "crafthead",
  "playerdb",
  "ashcon",
  "visage",
  "mojang",
  "cravatar",
  "nmsr",
  "mineskin",
  "mineatar",
  "starlight",
  "discordsrv",
  "mcprofile",
  "geyser",
  "mowojang",
  "tydium",
] as const;
export type CompatService = (typeof compatServices)[number];

export function isCompatService(name: string): name is CompatService {
  return (compatServices as readonly string[]).includes(name);
}
