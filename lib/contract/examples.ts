/** The invented player of every example: also in the demo, so that examples work there. */
export const examplePlayer = {
  javaName: "Lantern_Lou",
  uuid: "dfb83a479bf3469583e7bdc34c28fa4e",
  gamertag: "Lantern Lou",
  xuid: "2761708961228418",
  floodgateUuid: "00000000-0000-0000-0009-cfc2799b6682",
  skinTexture: "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b",
  /** Linked accounts may have different skins. */
  bedrockSkinTexture: "e4d5f0bdae4a4102b618a18bc1c6925092a09c6af32e351ed36dc374d7b700e2",
  capeTexture: "3bd1a9392d4cc7efc706ec69e3f3b8fb50f826cedd6d1e3523514581f1e2be1e",
} as const;
