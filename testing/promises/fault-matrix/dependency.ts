import { profileBody, type ProfileBody } from "../../../lib/contract/profile.ts";
import { TEXTURE_FAULTS, type FaultName, type MatrixFault } from "./faults.ts";

/** The words of the matrix for what clients get; its document explains them. */
export type Word =
  | "fresh"
  | "stale"
  | "partly stale"
  | "partial"
  | "absent"
  | "reduced"
  | "404"
  | "502"
  | "generated";

/** The result for a client. A profile is the true one unless there is an edit. */
export type Outcome = Word | readonly [Word, Edit];

export function wordOf(outcome: Outcome): Word {
  return typeof outcome === "string" ? outcome : outcome[0];
}

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
export interface Probe {
  /** The heading of its column in the matrix, after the name of the dependency. */
  name: string;
  target: string;
  /** While the dependency fails. */
  failing: Outcomes;
  /** While it answers 429, where that pauses other operations of the same provider, too. */
  refused?: Outcomes;
  /** While it sends a well-formed negative response. */
  negative?: Outcomes;
  /** While it sends a profile whose textures cannot be read. */
  unreadable?: Outcomes;
}

/** How a dependency understands a fault. */
export type Reading = "failing" | "refused" | "negative" | "unreadable";

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
  probes: readonly [Probe, ...Probe[]];
  /** Another player, whose requests have no fault unless it concerns all. */
  second: Probe & { player: string };
}

/** The same result with empty caches and with expired ones. */
export const always = (outcome: Outcome): Outcomes => ({ cold: outcome, warm: outcome });

/** A known player is missing only after two negative responses. */
export const denied = (outcome: Outcome): Outcomes => ({
  cold: outcome,
  warm: "stale",
  twice: outcome,
});

export const FRESH = always("fresh");
export const LOST: Outcomes = { cold: "502", warm: "stale" };
export const GONE = denied("404");
/** A missing part cannot be fetched, and the rest need not be. */
export const LOST_WHEN_COLD: Outcomes = { cold: "502", warm: "fresh" };
/** A part of an image is older. */
export const PARTLY_LOST: Outcomes = { cold: "502", warm: "partly stale" };

/** Without what could not be fetched; from older data where there is some. */
export const partial = (edit: Edit): Outcomes => ({
  cold: ["partial", edit],
  warm: "partly stale",
});

/** How a dependency understands a fault; null when it cannot occur or cannot be detected. */
export function readingOf(dependency: Dependency, fault: FaultName): Reading | null {
  const { meansNegative = [], excludes = [], hasTextures, isAnonymous, variables } = dependency;
  const ofUrl = fault === "connection refused" || fault === "untrusted certificate";
  if (ofUrl && variables === undefined) return null;
  if (excludes.includes(fault)) return null;
  if (fault === "response about another player" && isAnonymous) return null;
  if (TEXTURE_FAULTS.includes(fault)) return hasTextures ? "unreadable" : null;
  if (fault === "negative response" || meansNegative.includes(fault)) return "negative";
  return fault.startsWith("429 ") ? "refused" : "failing";
}

/** The outcomes of a request under a fault; null when it cannot occur. */
export function outcomesOf(
  dependency: Dependency,
  probe: Probe,
  fault: MatrixFault & { name: FaultName },
): Outcomes | null {
  const reading = readingOf(dependency, fault.name);
  if (reading === null) return null;
  if (probe === dependency.second && fault.concernsAll !== true) return FRESH;
  return probe[reading] ?? probe.failing;
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
