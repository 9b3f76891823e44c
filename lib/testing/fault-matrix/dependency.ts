import { profileBody, type ProfileBody } from "../../contract/profile.ts";
import { TEXTURE_FAULTS, type FaultName } from "./faults.ts";

/** What a client gets. The words are those of the matrix. */
export type Outcome =
  /** The truth, fresh: another provider responded, or no request was needed. */
  | { is: "right" }
  /** All as it was known before, marked stale. */
  | { is: "old" }
  /** Fresh but for a part that is from before: all of it is marked stale. */
  | { is: "part old" }
  /** Fresh, without a part that could not be fetched, and with a warning. */
  | { is: "in part"; expected?: Edit }
  /** Fresh, without a part that its authoritative provider denies. */
  | { is: "as told"; expected?: Edit }
  /** Fresh, without an extra that no response waits for. */
  | { is: "with less"; expected?: Edit }
  /** NOT_FOUND. */
  | { is: "404" }
  /** BAD_GATEWAY; a picture is a placeholder. */
  | { is: "502" }
  /** A default skin's place taken for a minute by one drawn by us. */
  | { is: "drawn" };

/** Makes of the true profile what is expected. */
export type Edit = (truth: ProfileBody) => ProfileBody;

/** What a client gets with empty caches, and with entries that are no longer fresh. */
export interface Outcomes {
  cold: Outcome;
  warm: Outcome;
  /** After the same response a minute later. */
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
  nobody?: Outcomes;
  /** While it sends a profile whose textures cannot be read. */
  unreadable?: Outcomes;
}

/** What a fault is to a dependency. */
export type Reading = "silent" | "refused" | "nobody" | "unreadable";

/** A provider, or an operation of one: a few columns of the matrix. */
export interface Dependency {
  name: string;
  /** The routes of the sandbox that get the fault. */
  routes: readonly string[];
  /** Where its address is configured; without it, one operation fails and the others do not. */
  variables?: readonly string[];
  /** What is configured besides. */
  environment?: Readonly<Record<string, string>>;
  /** Other faults that are negative responses of this dependency. */
  meansNobody?: readonly FaultName[];
  /** What would mean something else to each of its operations. */
  excludes?: readonly FaultName[];
  /** Its responses name no player, so that one about another player cannot be detected. */
  isAnonymous?: true;
  /** Called whenever a profile is fetched, and at no other time. */
  comesWithProfile?: true;
  /** Its profiles have textures inside. */
  hasTextures?: true;
  /** The most calls of its routes for all requests together, however often they are repeated. */
  calls: number;
  questions: readonly [Question, ...Question[]];
}

export const RIGHT: Outcomes = { cold: { is: "right" }, warm: { is: "right" } };
export const LOST: Outcomes = { cold: { is: "502" }, warm: { is: "old" } };
/** A known player is missing only after two negative responses. */
export const GONE: Outcomes = { cold: { is: "404" }, warm: { is: "old" }, twice: { is: "404" } };

/** What a fault is to a dependency; null when it cannot occur or cannot be detected. */
export function readingOf(dependency: Dependency, fault: FaultName): Reading | null {
  const { meansNobody = [], excludes = [], hasTextures, isAnonymous, variables } = dependency;
  const ofAddress = fault === "connection refused" || fault === "certificate not to be trusted";
  if (ofAddress && variables === undefined) return null;
  if (excludes.includes(fault)) return null;
  if (fault === "an answer about somebody else" && isAnonymous) return null;
  if (TEXTURE_FAULTS.includes(fault)) return hasTextures ? "unreadable" : null;
  if (fault === "says that there is none" || meansNobody.includes(fault)) return "nobody";
  return /^(403|429) /.test(fault) ? "refused" : "silent";
}

/** The outcomes of a request under a fault; null when the dependency cannot have it. */
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
