import { expect } from "vitest";
import { errorBody } from "../../../lib/contract/errors.ts";
import { profileBody, type ProfileBody } from "../../../lib/contract/profile.ts";
import { placeholderSkin, placeholderSkinPng } from "../../../lib/textures/default-skins.ts";
import { faceOf, renderHead } from "../../../lib/textures/head.ts";
import type { TestReply } from "../../world.ts";
import { wordOf, type Outcome, type Word } from "./dependency.ts";

/** Other facts that a response must agree with. */
export interface Context {
  truth: TestReply;
  target: string;
  /** When stale data was fetched, at the earliest and at the latest, in Unix milliseconds. */
  fetched: [number, number];
  /** A late response may be stale without a warning. */
  mayLackWarning: boolean;
  /** The least `Retry-After` in seconds: the rest of the upstream's pause. */
  leastRetryAfter: number;
}

const generatedHead = renderHead(faceOf(placeholderSkin), { size: 64, format: "png" });

const WEEK = 604_800;
const FRESH_HEADER = /^public, max-age=(\d+), stale-while-revalidate=60, stale-if-error=604800$/;
const STALE_HEADER = `public, max-age=0, s-maxage=30, stale-if-error=${WEEK}`;
/** For how many seconds a response is fresh at most: complete, partial, or with a generated head. */
const PROFILE_SECONDS = 1_200;
const PARTIAL_SECONDS = 5;
const GENERATED_SECONDS = 60;
const MISSING_SECONDS = 600;

/** Asserts that a response, including its headers, is the expected outcome. */
export async function expectOutcome(
  reply: TestReply,
  outcome: Outcome,
  context: Context,
): Promise<void> {
  expect(reply.headers["access-control-allow-origin"]).toBe("*");
  const isImage = !context.target.startsWith("/api");
  const word = wordOf(outcome);
  switch (word) {
    case "404":
      return isImage ? expectDefaultImage(reply) : expectError(reply, 404, "NOT_FOUND");
    case "502":
      expectRetry(reply, context);
      return isImage ? expectPlaceholder(reply, context) : expectError(reply, 502, "BAD_GATEWAY");
    case "generated":
      expectFreshness(reply, GENERATED_SECONDS);
      return expectGeneratedHead(reply, 200);
    default:
      return isImage ? expectImage(reply, word, context) : expectProfile(reply, outcome, context);
  }
}

function expectProfile(reply: TestReply, outcome: Outcome, context: Context): void {
  const word = wordOf(outcome);
  const body = expectStatus(reply);
  const truth = profileBody.parse(context.truth.json());
  const { java, bedrock } = typeof outcome === "string" ? truth : outcome[1](truth);
  const why = JSON.stringify(body.warnings);
  expect({ java: body.java, bedrock: body.bedrock }, why).toEqual({ java, bedrock });
  const isStale = word === "stale" || word === "partly stale";
  const warns = isStale || word === "partial";
  if (warns && !context.mayLackWarning) expect(body.warnings).toBeDefined();
  if (!warns) expect(body.warnings).toBeUndefined();
  expect(body.stale).toBe(isStale);
  if (!isStale) return expectFreshness(reply, warns ? PARTIAL_SECONDS : PROFILE_SECONDS);
  expectStale(reply);
  const [earliest, latest] = context.fetched;
  const fetchedAt = Date.parse(body.fetched_at);
  expect(fetchedAt).toBeGreaterThanOrEqual(earliest);
  if (word === "stale") expect(fetchedAt).toBeLessThanOrEqual(latest);
}

function expectStatus(reply: TestReply): ProfileBody {
  expect([reply.status, reply.status === 200 ? "" : reply.json()]).toEqual([200, ""]);
  return profileBody.parse(reply.json());
}

function expectImage(reply: TestReply, word: Word, context: Context): void {
  expect(reply.status).toBe(200);
  if (word === "absent") {
    expect(reply.headers["x-texture-source"]).toBe("default");
    return expectFreshness(reply, PROFILE_SECONDS);
  }
  expect(reply.headers["x-texture-source"]).toBe(context.truth.headers["x-texture-source"]);
  expect(Buffer.compare(reply.bytes, context.truth.bytes)).toBe(0);
  if (word === "fresh") return expectFreshness(reply, PROFILE_SECONDS);
  expectStale(reply);
}

function expectFreshness(reply: TestReply, most: number): void {
  expect(reply.headers["x-cache"]).toMatch(/^(MISS|HIT)$/);
  expect(reply.headers["age"]).toBeUndefined();
  const [, seconds] = FRESH_HEADER.exec(reply.headers["cache-control"] ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(0);
  expect(Number(seconds)).toBeLessThanOrEqual(most);
}

function expectStale(reply: TestReply): void {
  expect(reply.headers).toMatchObject({ "x-cache": "STALE", "cache-control": STALE_HEADER });
  expect(reply.headers["age"]).toBeUndefined();
}

function expectRetry(reply: TestReply, { leastRetryAfter }: Context): void {
  const seconds = Number(reply.headers["retry-after"]);
  expect(seconds).toBeGreaterThanOrEqual(leastRetryAfter);
  expect(seconds).toBeLessThanOrEqual(600);
  expect(reply.headers["cache-control"]).toBe("no-store");
}

function expectError(reply: TestReply, status: number, code: string): void {
  expect([reply.status, reply.headers["x-cache"] === "STALE"]).toEqual([status, false]);
  const { error, retry_after: seconds, ...body } = errorBody.parse(reply.json());
  expect(seconds === undefined ? undefined : String(seconds)).toBe(reply.headers["retry-after"]);
  expect(body).toEqual({ success: false, status, code });
  // Internal details are not exposed.
  expect(error).not.toMatch(/http|127\.0\.0\.1|localhost|\/\/|Error|\bat \S+:\d/);
  if (status === 404) expectMissing(reply);
}

function expectMissing(reply: TestReply): void {
  const [, seconds] = /^public, max-age=(\d+)$/.exec(reply.headers["cache-control"] ?? "") ?? [];
  expect(Number(seconds)).toBeLessThanOrEqual(MISSING_SECONDS);
}

function expectDefaultImage(reply: TestReply): void {
  expect([reply.status, reply.headers["x-texture-source"]]).toEqual([404, "default"]);
  expectMissing(reply);
}

async function expectPlaceholder(reply: TestReply, { target }: Context): Promise<void> {
  if (!target.startsWith("/skin")) return expectGeneratedHead(reply, 502);
  expect([reply.status, reply.headers["x-texture-source"]]).toEqual([502, "placeholder"]);
  expect(Buffer.compare(reply.bytes, placeholderSkinPng)).toBe(0);
}

async function expectGeneratedHead(reply: TestReply, status: number): Promise<void> {
  expect([reply.status, reply.headers["x-texture-source"]]).toEqual([status, "placeholder"]);
  expect(Buffer.compare(reply.bytes, await generatedHead)).toBe(0);
}
