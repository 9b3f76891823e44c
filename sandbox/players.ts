import { ANIMALS } from "./cast/animals.ts";
import { BEDROCK } from "./cast/bedrock.ts";
import { EVERYDAY } from "./cast/everyday.ts";
import { HEADS } from "./cast/heads.ts";
import { HERMITS } from "./cast/hermits.ts";
import { LINKED } from "./cast/linked.ts";
import { LINKED_ODDLY } from "./cast/linked-oddly.ts";
import { NAMESAKES } from "./cast/namesakes.ts";
import { NEIGHBOURS } from "./cast/neighbours.ts";
import { NEWCOMERS } from "./cast/newcomers.ts";
import { ODD_NAMES } from "./cast/odd-names.ts";
import { RENAMED } from "./cast/renamed.ts";
import { SHARED_TEXTURES } from "./cast/shared-textures.ts";
import { TEXTURES } from "./cast/textures.ts";
import type { SandboxPlayer } from "./player.ts";

/** Everybody the sandbox knows. All of them are invented. */
export const players: readonly SandboxPlayer[] = [
  ...LINKED,
  ...LINKED_ODDLY,
  ...EVERYDAY,
  ...NEIGHBOURS,
  ...ANIMALS,
  ...NAMESAKES,
  ...BEDROCK,
  ...HERMITS,
  ...TEXTURES,
  ...SHARED_TEXTURES,
  ...NEWCOMERS,
  ...RENAMED,
  ...ODD_NAMES,
  ...HEADS,
];
