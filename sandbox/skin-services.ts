import type { JavaAccount } from "./player.ts";
import { textureHash } from "./textures.ts";

/** An account at the skin services. */
export interface ServiceAccount extends JavaAccount {
  /** The account of the game whose textures it forwards. */
  readonly forwards?: string;
}

/** Names that no account of the game has; LittleSkin and Blessing Skin allow all of these. */
export const unusualNames = [
  "李雷",
  "a,b[c]{d}+e=^f",
  "A_Name_Of_Thirty_Letters_Abcde",
  "Élodie l’Étoile",
  "محمد الأسد",
  "\u202Eeman desrever",
  "👩‍👩‍👧‍👦",
  "😀".repeat(64),
  "<img src=x onerror=alert(1)>",
  `"'><script>window.__xss=1</script>`,
  "$(id)`id`'; exit 1 #",
  "a&b=c?d#e",
  "../../x",
  "%00",
  "a\\b/c",
] as const;

/** Players who have accounts at the skin services of the sandbox. */
export const skinServiceAccounts: readonly ServiceAccount[] = [
  // An offline UUID, as a server without the game's accounts gives it; unknown to the game.
  account("Willow_Wisp", "c3ad8b5b3f5e3b0e8a6b1d2f4c7e9a10", "midnight-mei", "slim"),
  // Another person than the Lantern_Lou of the game.
  account("Lantern_Lou", "5e1fd0b7a6c94f2f9d3e4b8a7c6d5e4f", "toast-troubador"),
  // The account of the game, with another skin.
  account("Tinker_Tess", "a9a041d770424d1bbe1e5c603300460c", "orbit-opal", "slim"),
  { name: "Plain_Piper", uuid: "7b2c9d4e1f3a4c5b8d6e9f0a1b2c3d4e", skin: null },
  // A cape of an unusual size, and a skin at the game's own host.
  {
    ...account("Borrowed_Bea", "0d9c8b7a6f5e4d3c9b2a1f0e9d8c7b6a", "bea"),
    cape: textureHash("hd-cape-star"),
  },
  // The largest skin and cape that a service takes.
  {
    ...account("Woolly_Wim", "6f1e2d3c4b5a4978a6b5c4d3e2f1a0b9", "knitted-skin"),
    cape: textureHash("knitted-cape"),
  },
  // Wears what Tinker_Tess wears in the game, in a property about her.
  {
    ...account("Fallback_Fay", "1b3d5f7a9c0e4d2b8f6a4c2e0d1b3f5a", "bea"),
    forwards: "a9a041d770424d1bbe1e5c603300460c",
  },
  ...unusualNames.map((name, at) =>
    account(
      name,
      `e0e0e0e0e0e04e0e8e0e0e0e0e0e0e${at.toString(16).padStart(2, "0")}`,
      "bea",
      "slim",
    ),
  ),
];

/** Names of players of the game who have a cape at OptiFine, and the hash of its texture. */
export const optiFineCapes: ReadonlyMap<string, string> = new Map([
  ["Tinker_Tess", textureHash("hd-cape-star")],
  // The largest that OptiFine has: 1024×512.
  ["Palette_Pat", textureHash("knitted-cape")],
  // Not shown: the game's own cape wins.
  ["Lantern_Lou", textureHash("hd-cape-star")],
]);

function account(
  name: string,
  uuid: string,
  texture: string,
  model: "classic" | "slim" = "classic",
): JavaAccount {
  return { name, uuid, skin: { hash: textureHash(texture), model } };
}
