import { expect } from "vitest";
import { profileBody, type ProfileBody } from "../contract/profile.ts";
import type { TestWorld } from "./world.ts";

/** Lantern_Lou, who plays both editions under linked accounts. */
export const LOU = "dfb83a479bf3469583e7bdc34c28fa4e";
export const LOU_XUID = "2761708961228418";

/** The profile that answers a query; an answer that is none fails the test. */
export async function profileOf(world: TestWorld, query: string): Promise<ProfileBody> {
  const reply = await world.ask(`/api?${query}`);
  expect([reply.status, query]).toEqual([200, query]);
  return profileBody.parse(reply.json());
}

/** How a query that fails is answered. */
export async function errorOf(world: TestWorld, query: string) {
  const reply = await world.ask(`/api?${query}`);
  return { status: reply.status, code: reply.json()["code"], headers: reply.headers };
}
