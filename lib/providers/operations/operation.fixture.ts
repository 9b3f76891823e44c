import type { z } from "zod";
import { HERMIT, HERMIT_XUID, LOU, type Providers } from "../../../testing/providers.ts";
import type { Gamertag } from "../../contract/identifiers.ts";

/** A response of a provider, word for word. */
export interface Sent {
  status: number;
  body: string;
  type?: string;
}

/** One operation of a provider, and its responses. */
export interface Operation {
  name: string;
  request(from: Providers): Promise<unknown>;
  /** A documented response, and what it says. */
  found: Sent;
  value: unknown;
  /** The fields that another well-formed response may have about the same player; without it, nothing else. */
  values?: z.ZodType;
  /** Every documented form of "there is none". */
  none: readonly Sent[];
  /** Responses that are none of them, although they look like one. */
  nearMisses: readonly Sent[];
}

export const sent = (status: number, body: unknown, type?: string): Sent => ({
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
  ...(type !== undefined && { type }),
});

/** The players in the requests, and another. */
export const TESS = "a9a041d770424d1bbe1e5c603300460c";
export const DASHED = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
export const TAG = "Lantern Lou" as Gamertag;
export const JAVA = { uuid: LOU, name: "Lantern_Lou" };
export const BEDROCK = { xuid: HERMIT_XUID, gamertag: HERMIT };
