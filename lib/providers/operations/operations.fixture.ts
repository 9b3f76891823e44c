import { GEYSER } from "./geyser.fixture.ts";
import { LABY } from "./laby.fixture.ts";
import { MOJANG } from "./mojang.fixture.ts";
import type { Operation } from "./operation.fixture.ts";
import { PLAYERDB } from "./playerdb.fixture.ts";
import { SKIN_SOURCE } from "./skin-source.fixture.ts";
import { XBOX } from "./xbox.fixture.ts";

/** Everything that is requested of providers, apart from textures, which are no JSON. */
export const OPERATIONS: readonly Operation[] = [
  ...MOJANG,
  ...GEYSER,
  ...PLAYERDB,
  ...XBOX,
  LABY,
  ...SKIN_SOURCE,
];
