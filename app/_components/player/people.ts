import type {
  BedrockProfile,
  Edition,
  JavaProfile,
  ProfileBody,
  SkinModel,
} from "@/lib/contract/profile.ts";
import { withSize } from "@/lib/contract/urls.ts";

/** How the editions of a profile belong together. */
type Relation = "single" | "linked" | "namesakes" | "unsure";

/** The name in the game's spelling: that of Java edition, else the gamertag. */
export function canonicalName({ java, bedrock }: ProfileBody): string {
  return java?.username ?? bedrock?.gamertag ?? "";
}

/** Whether both editions are one person. Only the account link shows that, never the name. */
export function relationOf({ java, bedrock }: ProfileBody): Relation {
  if (java === undefined || bedrock === undefined) return "single";
  if (bedrock.linked === null) return "unsure";
  return bedrock.linked ? "linked" : "namesakes";
}

/** Whether the editions are not known to be one person: then neither may represent both. */
export function areApart(profile: ProfileBody): boolean {
  const relation = relationOf(profile);
  return relation === "namesakes" || relation === "unsure";
}

/** The XUID as 16 hexadecimal digits, as consoles and tools write it. */
export function xuidInHex(xuid: string): string {
  return BigInt(xuid).toString(16).toUpperCase().padStart(16, "0");
}

type EditionProfile = JavaProfile | BedrockProfile;

/*
 * URLs by texture where there is one: such an image never changes, so the browser never shows an old
 * copy after a refresh.
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

/** A player's textures in one edition, for the parts of the page that need nothing else. */
export interface Look {
  edition: Edition;
  name: string;
  /** The UUID or XUID, which outlives the name. */
  id: string;
  skin: string | null;
  cape: string | null;
  model: SkinModel;
}

/** The looks of a profile, Java's first. */
export function looksOf({ java, bedrock }: ProfileBody): Look[] {
  return [
    ...(java
      ? [{ edition: "java" as const, name: java.username, id: java.uuid, ...texturesOf(java) }]
      : []),
    ...(bedrock
      ? [
          {
            edition: "bedrock" as const,
            name: bedrock.gamertag,
            id: bedrock.xuid_decimal,
            ...texturesOf(bedrock),
          },
        ]
      : []),
  ];
}

function texturesOf(profile: EditionProfile) {
  return { skin: skinOf(profile), cape: capeOf(profile), model: profile.model ?? "classic" };
}
