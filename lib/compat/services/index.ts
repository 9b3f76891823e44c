import type { CompatService } from "../../configuration/compat-services.ts";
import { ashcon } from "./ashcon.ts";
import { crafatar } from "./crafatar.ts";
import { crafthead } from "./crafthead.ts";
import { cravatar } from "./cravatar.ts";
import { discordSrv } from "./discordsrv.ts";
import type { CompatScheme } from "../scheme.ts";
import { pixels } from "../size.ts";
import { minotar } from "./minotar.ts";
import { mojang } from "./mojang.ts";
import { geyser } from "./geyser.ts";
import { mcHeads } from "./mc-heads.ts";
import { mcProfile } from "./mcprofile.ts";
import { mineatar } from "./mineatar.ts";
import { mineskin } from "./mineskin.ts";
import { mowojang } from "./mowojang.ts";
import { nmsr } from "./nmsr.ts";
import { playerDb } from "./playerdb.ts";
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

/** The scheme of a service with empty tables for what it lacks: some have images alone, and others JSON. */
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
