import { createHash } from "node:crypto";
import type { BedrockAccount, JavaAccount } from "../player.ts";
import { print } from "./mojang-json.ts";

/** The `textures` property of a profile: base64 around JSON, and a signature when asked for. */
export interface TexturesProperty {
  readonly name: "textures";
  readonly value: string;
  readonly signature?: string;
}

/** Says what an account wears, in the name of the profile given. */
export function texturesProperty(
  account: JavaAccount | BedrockAccount,
  profile: { readonly uuid: string; readonly name: string },
  { signed = false }: { signed?: boolean } = {},
): TexturesProperty {
  const { skin } = account;
  const cape = "uuid" in account ? account.cape : undefined;
  const value = Buffer.from(
    print(
      {
        timestamp: Date.now(),
        profileId: profile.uuid,
        profileName: profile.name,
        ...(signed ? { signatureRequired: true } : {}),
        textures: {
          ...(skin ? { SKIN: { url: textureUrl(skin.hash), ...metadata(skin.model) } } : {}),
          ...(cape ? { CAPE: { url: textureUrl(cape) } } : {}),
        },
      },
      "",
    ),
  ).toString("base64");
  return { name: "textures", value, ...(signed ? { signature: seal(value) } : {}) };
}

/** The address as Mojang gives it: on its own host, and still without encryption. */
export function textureUrl(hash: string): string {
  return `http://textures.minecraft.net/texture/${hash}`;
}

function metadata(model: "classic" | "slim") {
  return model === "slim" ? { metadata: { model } } : {};
}

/** As long as a real signature, 512 bytes, but no key signed it. */
function seal(value: string): string {
  const parts = Array.from({ length: 8 }, (_, part) =>
    createHash("sha512").update(`${part}${value}`).digest(),
  );
  return Buffer.concat(parts).toString("base64");
}
