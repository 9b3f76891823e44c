/** How large a texture may be. */
export interface TextureLimits {
  /** Of the file. */
  readonly bytes: number;
  /** In pixels. */
  readonly width: number;
}

/** Textures of the game: real ones are 64 pixels wide and stay below 20 kB. */
export const GAME_LIMITS: TextureLimits = { bytes: 256 * 1024, width: 512 };

/** Of skin services and cape mods: Blessing Skin takes skins of 1 MB, OptiFine has capes of 1024×512. */
export const HD_LIMITS: TextureLimits = { bytes: 1024 * 1024, width: 1024 };
