import type { CompatScheme } from "../scheme.ts";
import { accountByName, sessionProfile, signedProfile, withNone } from "./mojang.ts";

const NOT_FOUND = "Not found";

export const mowojang: CompatScheme = {
  name: "Mowojang",
  host: "mowojang.matdoes.dev",
  json: {
    "users/profiles/minecraft/:id": withNone(accountByName, NOT_FOUND),
    "session/minecraft/profile/:id?unsigned=false": withNone(signedProfile, NOT_FOUND),
    "session/minecraft/profile/:id": withNone(sessionProfile, NOT_FOUND),
    ":id": withNone({ ...accountByName, reads: "nameOrUuid" }, NOT_FOUND),
  },
};
