import {
  editionMeant,
  parseIdentifier,
  uuidDigits,
  type NameRules,
} from "../../lib/contract/identifiers.ts";
import type { BedrockProfile, Edition, JavaProfile } from "../../lib/contract/profile.ts";
import { relationOf } from "../pages/people.ts";
import { isRenamed, type ListEntry } from "./read-list.ts";
import type { Outcome } from "./steps.ts";

/** The state of one edition of a player. */
export type Cell =
  | { kind: "java"; profile: JavaProfile }
  | { kind: "bedrock"; profile: BedrockProfile }
  | { kind: "waiting" | "failed" | "none" | "unsearchable" | "invalid" }
  /** The ID or name is of the other edition: here only a linked account would be found. */
  | { kind: "unlinked" | "skipped" };

/** A player of the list with what was found. */
export interface Row {
  entry: ListEntry;
  java: Cell;
  bedrock: Cell;
  /** How both editions belong together; see `relationOf`. */
  relation: ReturnType<typeof relationOf> | null;
  /** The player has another name now. */
  isRenamed: boolean;
  isStale: boolean;
  /** The player who had the name that nobody has now. */
  former: readonly { username: string; uuid: string }[];
  /** Something of it may be found later. */
  isOpen: boolean;
}

export function rowOf(entry: ListEntry, outcome: Outcome, rules: NameRules): Row {
  const profile = outcome.kind === "found" ? outcome.profile : undefined;
  return {
    entry,
    java: cellOf("java", entry, outcome, rules),
    bedrock: cellOf("bedrock", entry, outcome, rules),
    relation: profile === undefined ? null : relationOf(profile),
    isRenamed: entry.hasName && isRenamed(entry.listed, currentName(entry, outcome), rules),
    isStale: profile?.stale ?? false,
    former: outcome.kind === "none" ? (outcome.former ?? []) : [],
    isOpen: outcome.kind === "found" ? !outcome.isWhole : isUnanswered(outcome),
  };
}

/** The same for a list that is rendered again and again: a row stays as it is while nothing new is known. */
export function rememberRows(rules: NameRules): (entry: ListEntry, outcome: Outcome) => Row {
  const known = new Map<ListEntry, { outcome: Outcome; row: Row }>();
  return (entry, outcome) => {
    const before = known.get(entry);
    if (before?.outcome === outcome) return before.row;
    const row = rowOf(entry, outcome, rules);
    known.set(entry, { outcome, row });
    return row;
  };
}

function isUnanswered({ kind }: Outcome): boolean {
  return kind === "waiting" || kind === "failed";
}

function cellOf(edition: Edition, { id }: ListEntry, outcome: Outcome, rules: NameRules): Cell {
  const identifier = parseIdentifier(id, rules);
  const meant = identifier === null ? undefined : editionMeant(identifier);
  const isElsewhere = meant !== undefined && meant !== edition;
  if (outcome.kind !== "found") {
    return { kind: isElsewhere && outcome.kind === "none" ? "skipped" : outcome.kind };
  }
  const { java, bedrock, warnings = [] } = outcome.profile;
  if (edition === "java" && java !== undefined) return { kind: "java", profile: java };
  if (edition === "bedrock" && bedrock !== undefined) return { kind: "bedrock", profile: bedrock };
  const isAway = warnings.some((one) => one.edition === edition && one.part === "profile");
  if (isAway) return { kind: "failed" };
  return { kind: isElsewhere ? "unlinked" : "none" };
}

/** The name that the ID of the list has now; the name of the list where it is not known. */
function currentName({ id, listed }: ListEntry, outcome: Outcome): string {
  if (outcome.kind !== "found") return listed;
  const { java, bedrock } = outcome.profile;
  if (java !== undefined && java.uuid === uuidDigits(id)) return java.username;
  return bedrock?.gamertag ?? java?.username ?? listed;
}

/**
 * Why the Bedrock player may be another person than the list means, so that adding them is the visitor's decision:
 * `java`: that edition could not be searched. Null where there is no doubt.
 */
export function doubtOf({ java, bedrock, relation }: Row): "namesakes" | "unsure" | "java" | null {
  if (bedrock.kind !== "bedrock") return null;
  if (java.kind === "failed") return "java";
  return relation === "namesakes" || relation === "unsure" ? relation : null;
}

export interface Counts {
  found: number;
  renamed: number;
  none: number;
  /** Not looked up yet, wholly or in part. */
  open: number;
}

export function countsOf(rows: readonly Row[]): Counts {
  const isFound = ({ java, bedrock }: Row) => java.kind === "java" || bedrock.kind === "bedrock";
  const count = (is: (row: Row) => boolean) => rows.filter(is).length;
  return {
    found: count(isFound),
    renamed: count((row) => row.isRenamed),
    none: count((row) => !isFound(row) && !row.isOpen),
    open: count((row) => row.isOpen),
  };
}
