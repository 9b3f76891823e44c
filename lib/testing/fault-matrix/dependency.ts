import { profileBody, type ProfileBody } from "../../contract/profile.ts";
import { TEXTURE_FAULTS, type FaultName } from "./faults.ts";

/** The result for a client, in the words of the matrix. */
export type Outcome =
  /** The truth, fresh: another provider responded, or no request was needed. */
  | { is: "right" }
  /** The earlier data, marked stale. */
  | { is: "old" }
  /** Fresh except for an older part: all of it is marked stale. */
  | { is: "part old" }
  /** Fresh, without a part that could not be fetched, and with a warning. */
  | { is: "in part"; expected?: Edit }
  /** Fresh, without a part that its authoritative provider denies. */
  | { is: "as told"; expected?: Edit }
  /** Fresh, without optional data. */
  | { is: "with less"; expected?: Edit }
  /** NOT_FOUND. */
  | { is: "404" }
  /** BAD_GATEWAY; an image is a placeholder. */
  | { is: "502" }
  /** A drawn head in place of a default skin, for a minute. */
  | { is: "drawn" };

/** Changes the true profile to the expected one. */
export type Edit = (truth: ProfileBody) => ProfileBody;

/** The results with empty caches, and with entries that are no longer fresh. */
export interface Outcomes {
  cold: Outcome;
  warm: Outcome;
  /** The result after the same response a minute later. */
  twice?: Outcome;
}

/** A request of a client, and its outcomes. */
export interface Question {
  /** The heading of its column in the matrix, after the name of the dependency. */
  name: string;
  target: string;
  /** While the dependency fails. */
  silent: Outcomes;
  /** While it refuses calls, where that pauses other operations of the same provider, too. */
  refused?: Outcomes;
  /** While it sends a well-formed negative response. */
  negative?: Outcomes;
  /** While it sends a profile whose textures cannot be read. */
  unreadable?: Outcomes;
}

/** How a dependency understands a fault. */
export type Reading = "silent" | "refused" | "negative" | "unreadable";

/** A provider, or an operation of one: a few columns of the matrix. */
export interface Dependency {
  name: string;
  /** The routes of the sandbox that get the fault. */
  routes: readonly string[];
  /** The variables of its URL; without them, one operation fails and the others do not. */
  variables?: readonly string[];
  /** Further configuration. */
  environment?: Readonly<Record<string, string>>;
  /** Other faults that are negative responses of this dependency. */
  meansNegative?: readonly FaultName[];
  /** Faults that mean something different to each of its operations. */
  excludes?: readonly FaultName[];
  /** Its responses name no player, so that one about another player cannot be detected. */
  isAnonymous?: true;
  /** Called whenever a profile is fetched, and at no other time. */
  comesWithProfile?: true;
  /** Its profiles contain textures. */
  hasTextures?: true;
  /** The most calls of its routes for all requests and their repetitions. */
  calls: number;
  questions: readonly [Question, ...Question[]];
}

export const RIGHT: Outcomes = { cold: { is: "right" }, warm: { is: "right" } };
export const LOST: Outcomes = { cold: { is: "502" }, warm: { is: "old" } };
/** A known player is missing only after two negative responses. */
export const GONE: Outcomes = { cold: { is: "404" }, warm: { is: "old" }, twice: { is: "404" } };

/** How a dependency understands a fault; null when it cannot occur or cannot be detected. */
export function readingOf(dependency: Dependency, fault: FaultName): Reading | null {
  const { meansNegative = [], excludes = [], hasTextures, isAnonymous, variables } = dependency;
  const ofUrl = fault === "connection refused" || fault === "certificate not to be trusted";
  if (ofUrl && variables === undefined) return null;
  if (excludes.includes(fault)) return null;
  if (fault === "an answer about somebody else" && isAnonymous) return null;
  if (TEXTURE_FAULTS.includes(fault)) return hasTextures ? "unreadable" : null;
  if (fault === "says that there is none" || meansNegative.includes(fault)) return "negative";
  return /^(403|429) /.test(fault) ? "refused" : "silent";
}

/** The outcomes of a request under a fault; null when it cannot occur. */
export function outcomesOf(
  dependency: Dependency,
  question: Question,
  fault: FaultName,
): Outcomes | null {
  const reading = readingOf(dependency, fault);
  return reading === null ? null : (question[reading] ?? question.silent);
}

/** The profile without an edition, or with other values in one. */
export function change(
  edition: "java" | "bedrock",
  values: Record<string, unknown> | undefined,
): Edit {
  return (truth) =>
    profileBody.parse({
      ...truth,
      [edition]: values && truth[edition] && { ...truth[edition], ...values },
    });
}
