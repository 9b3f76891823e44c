import type { BedrockProfile, Edition, JavaProfile, ProfileBody } from "@/lib/contract/profile.ts";

/** The little of a profile that the search shows while somebody types. */
export interface Preview {
  java?: Pick<JavaProfile, "username" | "head_url">;
  bedrock?: Pick<BedrockProfile, "gamertag" | "head_url" | "linked">;
}

/** How a question for a player came out. */
export type PreviewAnswer =
  | { kind: "found"; preview: Preview }
  | { kind: "nobody" | "malformed" | "silent" | "unreachable" | "unreadable" };

/** Somebody to choose: what a row of the search shows. */
export interface KnownPlayer {
  /** The name as the game spells it. */
  username: string;
  editions: readonly Edition[];
  /** Null when it is not known. */
  headUrl: string | null;
}

/**
 * Reads the text of an answer of `/api`. Written by hand, since the contract's schemas would weigh
 * more than everything else on the page; a field that is not as it should be makes the answer unreadable.
 */
export function readPreview(status: number, text: string): PreviewAnswer {
  const body = parse(text);
  if (!isRecord(body) || typeof body["success"] !== "boolean") return { kind: "unreadable" };
  if (!body["success"]) return { kind: kindOf(status) };
  const { java, bedrock } = body as Partial<ProfileBody>;
  const sound =
    (java !== undefined || bedrock !== undefined) &&
    (java === undefined || (isRecord(java) && isName(java.username) && isPath(java.head_url))) &&
    (bedrock === undefined ||
      (isRecord(bedrock) && isName(bedrock.gamertag) && isPath(bedrock.head_url)));
  if (!sound) return { kind: "unreadable" };
  const preview = { ...(java && { java }), ...(bedrock && { bedrock }) };
  return { kind: "found", preview };
}

/** The rows of what was found: one for a person in both editions, else one for each. */
export function playersIn({ java, bedrock }: Preview): KnownPlayer[] {
  const asJava = java && { username: java.username, headUrl: java.head_url };
  const asBedrock = bedrock && { username: bedrock.gamertag, headUrl: bedrock.head_url };
  if (asJava !== undefined && asBedrock !== undefined && bedrock?.linked === true) {
    return [{ ...asJava, editions: ["java", "bedrock"] }];
  }
  return [
    ...(asJava ? [{ ...asJava, editions: ["java"] as const }] : []),
    ...(asBedrock ? [{ ...asBedrock, editions: ["bedrock"] as const }] : []),
  ];
}

function kindOf(status: number) {
  if (status === 404) return "nobody";
  return status === 400 || status === 414 ? "malformed" : "silent";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** A path of this service, so that no picture comes from elsewhere. */
export function isPath(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.startsWith("/head?"));
}
