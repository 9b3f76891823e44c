import { profileBody, type ProfileBody } from "../../contract/profile.ts";
import { TEXTURE_FAULTS, type FaultName } from "./faults.ts";

/** What a visitor gets. The words are those of the matrix. */
export type Outcome =
  /** The truth, fresh, as if nothing were wrong: somebody else was asked, or nobody had to be. */
  | { is: "right" }
  /** All as it was known before, marked stale. */
  | { is: "old" }
  /** Fresh but for a part that is from before: all of it is marked stale. */
  | { is: "part old" }
  /** Fresh, without a part that could not be asked, and a warning that says so. */
  | { is: "in part"; expected?: Edit }
  /** Fresh, with a part gone because the one who has the say said so. */
  | { is: "as told"; expected?: Edit }
  /** Fresh, without an extra that no answer waits for. */
  | { is: "with less"; expected?: Edit }
  /** NOT_FOUND. */
  | { is: "404" }
  /** BAD_GATEWAY; a picture is a placeholder. */
  | { is: "502" }
  /** A default skin's place taken for a minute by one drawn by us. */
  | { is: "drawn" };

/** Makes of the true profile what is expected. */
export type Edit = (truth: ProfileBody) => ProfileBody;

/** What a visitor gets who comes while nothing is known, and past the freshness of all that is. */
export interface Outcomes {
  cold: Outcome;
  warm: Outcome;
  /** When the same was said again a minute later. */
  twice?: Outcome;
}

/** A question of a visitor, and how it comes out. */
export interface Question {
  /** The heading of its column in the matrix, after the name of the dependency. */
  name: string;
  target: string;
  /** While the dependency cannot say. */
  silent: Outcomes;
  /** While it says, in well-formed words, that there is none. */
  nobody?: Outcomes;
  /** While it gives a profile whose textures cannot be read. */
  unreadable?: Outcomes;
}

/** What a fault is to a dependency. */
export type Reading = "silent" | "nobody" | "unreadable";

/** A provider, or an operation of one: a few columns of the matrix. */
export interface Dependency {
  name: string;
  /** Which routes of the sandbox are struck. */
  routes: readonly string[];
  /** Where its address is configured; without it, one operation fails and the others do not. */
  variables?: readonly string[];
  /** What is configured besides. */
  environment?: Readonly<Record<string, string>>;
  /** What else it means by "there is none". */
  meansNobody?: readonly FaultName[];
  /** What would mean something else to each of its operations. */
  excludes?: readonly FaultName[];
  /** Its answers name nobody, so that one about somebody else cannot be told. */
  isAnonymous?: true;
  /** Is asked whenever a profile is fetched, and not besides. */
  comesWithProfile?: true;
  /** Its profiles have textures inside. */
  hasTextures?: true;
  /** Calls of its routes that all questions together may cost, however often they are asked. */
  calls: number;
  questions: readonly [Question, ...Question[]];
}

export const RIGHT: Outcomes = { cold: { is: "right" }, warm: { is: "right" } };
export const LOST: Outcomes = { cold: { is: "502" }, warm: { is: "old" } };
/** A known player who is said to be gone is believed to be when it is said twice. */
export const GONE: Outcomes = { cold: { is: "404" }, warm: { is: "old" }, twice: { is: "404" } };

/** What a fault is to a dependency; null when it cannot have it, or when nobody could tell. */
export function readingOf(dependency: Dependency, fault: FaultName): Reading | null {
  const { meansNobody = [], excludes = [], hasTextures, isAnonymous, variables } = dependency;
  const ofAddress = fault === "connection refused" || fault === "certificate not to be trusted";
  if (ofAddress && variables === undefined) return null;
  if (excludes.includes(fault)) return null;
  if (fault === "an answer about somebody else" && isAnonymous) return null;
  if (TEXTURE_FAULTS.includes(fault)) return hasTextures ? "unreadable" : null;
  if (fault === "says that there is none" || meansNobody.includes(fault)) return "nobody";
  return "silent";
}

/** How a question comes out under a fault; null when the dependency cannot have it. */
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
