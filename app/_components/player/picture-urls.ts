import type { BedrockProfile, JavaProfile } from "@/lib/contract/profile.ts";
import { withSize } from "@/lib/contract/urls.ts";

type EditionProfile = JavaProfile | BedrockProfile;

/*
 * Addresses by texture where there is one: such a picture never changes, so that a refresh never
 * shows the browser's copy of an old one.
 */

export function headOf({ skin_texture, head_url }: EditionProfile, size: number): string | null {
  if (skin_texture !== null) return withSize(`/head?texture=${skin_texture}`, size);
  return head_url === null ? null : withSize(head_url, size);
}

export function skinOf({ skin_texture, skin_url }: EditionProfile): string | null {
  return skin_texture === null ? skin_url : `/skin?texture=${skin_texture}`;
}

export function capeOf({ cape_texture, cape_url }: EditionProfile): string | null {
  return cape_texture === null ? cape_url : `/cape?texture=${cape_texture}`;
}
