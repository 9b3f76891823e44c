import type { ProfileBody } from "@/lib/contract/profile.ts";

/** How the editions of an answer belong together. */
export type Relation = "single" | "linked" | "namesakes" | "unsure";

/** The name in the game's spelling: that of Java edition, else the gamertag. */
export function canonicalName({ java, bedrock }: ProfileBody): string {
  return java?.username ?? bedrock?.gamertag ?? "";
}

/** Whether the editions shown are one person. Only the account link can tell, never the name. */
export function relationOf({ java, bedrock }: ProfileBody): Relation {
  if (java === undefined || bedrock === undefined) return "single";
  if (bedrock.linked === null) return "unsure";
  return bedrock.linked ? "linked" : "namesakes";
}

/** Two players who are not known to be one: neither may stand for both. */
export function areApart(profile: ProfileBody): boolean {
  const relation = relationOf(profile);
  return relation === "namesakes" || relation === "unsure";
}

/** The XUID as 16 hexadecimal digits, as consoles and tools write it. */
export function xuidInHex(xuid: string): string {
  return BigInt(xuid).toString(16).toUpperCase().padStart(16, "0");
}
