import type { BedrockProfile, Edition, JavaProfile, ProfileBody } from "@/lib/contract/profile.ts";

/** The part of a profile that the search shows while the visitor types. */
export interface Preview {
  java?: Pick<JavaProfile, "username" | "head_url">;
  bedrock?: Pick<BedrockProfile, "gamertag" | "head_url" | "linked">;
}

/** The result of looking a player up for a preview. */
export type PreviewResult =
  | { kind: "found"; preview: Preview }
  /** With the players who were seen with the name. */
  | { kind: "unknown"; former: readonly KnownPlayer[] }
  | { kind: "malformed" | "silent" | "unreachable" | "unreadable" };

/** A player as a row of the search shows it. */
export interface KnownPlayer {
  /** The name as the game spells it. */
  username: string;
  editions: readonly Edition[];
  /** Null when it is not known. */
  headUrl: string | null;
  /** The UUID, for players whose name has changed. */
  id?: string;
}

/**
 * Reads the body of a response of `/api`. Parsed by hand, since the contract's schemas would be larger
 * than the rest of the page; a malformed field makes the response unreadable.
 */
export function readPreview(status: number, text: string): PreviewResult {
  const body = parse(text);
  if (!isRecord(body) || typeof body["success"] !== "boolean") return { kind: "unreadable" };
  if (!body["success"] && status === 404) return { kind: "unknown", former: formerIn(body) };
  if (!body["success"]) return { kind: isMalformed(status) ? "malformed" : "silent" };
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

/** The rows of a result: one for linked accounts, else one for each edition. */
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

function isMalformed(status: number): boolean {
  return status === 400 || status === 414;
}

/** The players who were seen with a name, from the body of a 404. */
function formerIn({ former }: Record<string, unknown>): KnownPlayer[] {
  if (!Array.isArray(former)) return [];
  return former.flatMap((player: unknown) =>
    isRecord(player) && isName(player["username"]) && isName(player["uuid"])
      ? [{ username: player["username"], editions: [], headUrl: null, id: player["uuid"] }]
      : [],
  );
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

/** Accepts only paths of this service: no image is loaded from elsewhere. */
export function isPath(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && value.startsWith("/head?"));
}
