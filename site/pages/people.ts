import type {
  BedrockProfile,
  Edition,
  HistoryBody,
  JavaProfile,
  ProfileBody,
} from "../../lib/contract/profile.ts";

export type EditionProfile = JavaProfile | BedrockProfile;

/** A player in one edition. */
export interface EditionPlayer {
  edition: Edition;
  name: string;
  /** The UUID or XUID, which outlives the name. */
  id: string;
  profile: EditionProfile;
}

/** The players of a profile, Java's first. */
export function playersOf({ java, bedrock }: ProfileBody): EditionPlayer[] {
  const players: EditionPlayer[] = [];
  if (java !== undefined) {
    players.push({ edition: "java", name: java.username, id: java.uuid, profile: java });
  }
  if (bedrock !== undefined) {
    const { gamertag: name, xuid_decimal: id } = bedrock;
    players.push({ edition: "bedrock", name, id, profile: bedrock });
  }
  return players;
}

/** The name in the game's spelling: that of Java edition, else the gamertag. */
export function canonicalName(profile: ProfileBody): string {
  return playersOf(profile)[0]?.name ?? "";
}

/** How the editions of a profile belong together. Only the account link shows that, never the name. */
export function relationOf({ java, bedrock }: ProfileBody) {
  if (java === undefined || bedrock === undefined) return "single";
  if (bedrock.linked === null) return "unsure";
  return bedrock.linked ? "linked" : "namesakes";
}

/** The other names that a player is known to have had; none of two players, who have only one name in common. */
export function formerNames(profile: ProfileBody, history: HistoryBody | null): string[] {
  const { java, bedrock } = profile;
  const relation = relationOf(profile);
  if (relation === "namesakes" || relation === "unsure") return [];
  const names = [
    ...(history?.java?.names ?? java?.name_history ?? []),
    ...(history?.bedrock?.names ?? []),
  ].map(({ name }) => name);
  return [...new Set(names)].filter(
    (name) => name !== java?.username && name !== bedrock?.gamertag,
  );
}
