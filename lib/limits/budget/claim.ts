/** On whose behalf a token is asked for; who matters most is served first. */
export type Priority =
  /** Somebody waits for the answer. */
  | "person"
  /** Somebody forced a refresh of what is known. */
  | "refresh"
  /** Nobody waits. */
  | "background";

/** Most important first. */
export const PRIORITIES: readonly Priority[] = ["person", "refresh", "background"];

/** What a bucket may give away. */
export interface Allowance {
  /** Tokens a second. */
  rate: number;
  /** Most that can be saved up. */
  burst: number;
}

export interface Claim {
  priority: Priority;
  /** Tells one client from another; a claim without counts as a client of its own. */
  client?: string;
  /** How long to wait for a token at most, in milliseconds. */
  waitMs: number;
}

/** Thrown when no token came in time. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
  readonly bucket: string;
  /** When it is worth to ask again: 1 to 600. */
  readonly retryAfterSeconds: number;

  constructor(bucket: string, retryAfterSeconds: number) {
    super(`the budget of ${bucket} is spent for ${retryAfterSeconds} s`);
    this.bucket = bucket;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
