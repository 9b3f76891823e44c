import type { z } from "zod";
import type { Clock } from "../time/clock.ts";
import type { Configuration } from "../configuration/configuration.ts";
import type { Capacity } from "../upstream-budget/budget.ts";
import type { Allowance } from "../upstream-budget/token-bucket.ts";
import type { Deadline } from "./deadline.ts";
import type { CallName, FailureKind, UpstreamFailure } from "./failure.ts";

export type { Deadline } from "./deadline.ts";

/**
 * The most that is requested of a provider: in any time of W seconds at most ceiling · W + burst calls
 * leave. Both are chosen to stay below every limit that is known of it. If none is known, or it changes,
 * the rate begins far below the ceiling and finds what the provider carries.
 */
export interface ProviderAllowance extends Allowance {
  /** Each operation has the whole allowance, since the provider does not count them together. */
  perOperation?: true;
}

/** Gives a provider as it is, with its types checked. */
export const defineProvider = <Provider>(provider: ProviderDefinition<Provider>) => provider;

/** Everything the service has to know about a provider; exported by the provider's file. */
export interface ProviderDefinition<Provider> {
  /** In logs and metrics. */
  name: string;
  allowance: ProviderAllowance;
  /** Every operation that its calls name. */
  operations: readonly string[];
  /** Gives undefined for a provider that the configuration has to turn on, and does not. */
  create(parts: ProviderParts): Provider;
}

/** The parts that a provider is made from. */
export interface ProviderParts {
  /** Sends calls in this provider's name, within its allowance. */
  upstream: Upstream;
  configuration: Configuration;
  /** How much may be requested at the moment, for calls that carry several keys. */
  capacity: () => Capacity;
  clock: Clock;
}

/** Sends a call: gives a value, null when the upstream said there is none, or throws UpstreamFailure. */
export type Upstream = <Value>(call: ProviderCall<Value>) => Promise<Value | null>;

/** A call that a provider wants sent. The request may be decided on at the last moment, when it may be sent. */
export type ProviderCall<Value> = {
  operation: string;
  deadline: Deadline;
  /** It is sent to no address but a public one. */
  onlyPublic?: boolean;
} & (UpstreamRequest<Value> | { prepare(): Promise<UpstreamRequest<Value>> });

/** A request, and how its response is read. */
export interface UpstreamRequest<Value> {
  /** Built by a provider from a configured base and checked identifiers, unless `onlyPublic` is set. */
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /**
   * The identifier that is requested, in the form in which it is compared: what goes wrong with one of
   * them, however often, stops no others. Null when the request is about the provider itself.
   */
  about: string | null;
  /**
   * Only a client says that there is such a thing: a complete response about it, unless that is a 429, says
   * nothing about the provider.
   */
  isGuess?: boolean;
  /** The media type that a 200 must have: JSON by default, or anything but that of a document. */
  expects?: "json" | "image";
  /** The longest body that is read; 64 KiB by default, and never more than 1 MiB. */
  maxBytes?: number;
  /** Measures a longer body, which is a failure otherwise: its response has no `bytes`. */
  measuresLonger?: boolean;
  /** The responses that give null; any other with one of these statuses is a failure. */
  none?: NoneForms;
  /** Statuses, besides 200, that `read` knows how to read. */
  alsoReads?: readonly number[];
  /** Reads from the body of a 429 for how many seconds to stop. */
  pauseIn?: z.ZodType<number>;
  /** Turns a response into a value, or throws. */
  read(response: UpstreamResponse): Value | null;
}

/** For each status, the body with which it is documented to say "there is none". */
export type NoneForms = Readonly<
  Record<number, z.ZodType | ((response: UpstreamResponse) => boolean)>
>;

/** A complete response, its size and type checked. */
export interface UpstreamResponse {
  status: number;
  bytes: Uint8Array;
  /** The body is longer than the request allows, and has an end. */
  isTooLong: boolean;
  /** The end of the body was marked; otherwise it may have been broken off. */
  hasEnd: boolean;
  /**
   * The body, when it says it is JSON, matches, and is about the requested player; otherwise throws
   * UpstreamFailure.
   */
  json<Schema extends z.ZodType>(
    schema: Schema,
    isSame?: (body: z.infer<Schema>) => boolean,
  ): z.infer<Schema>;
  /** The body, when it says it is JSON and matches; otherwise null. For telling forms apart. */
  maybeJson<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> | null;
  /** To be thrown: the response breaks the contract of the upstream, or is about another player. */
  failure(detail: string, kind?: FailureKind): UpstreamFailure;
  /** To be thrown: the failure of a status that the body names, with the pause that it names. */
  failureOf(status: number, pauseSeconds?: number): UpstreamFailure;
  /** The target of a redirect, as it is written; none is followed. */
  location: string | undefined;
  /** True for HTML, which comes from a gateway or a broken route, not from the upstream. */
  isHtml: boolean;
}

/** A call with the name of its provider, which is sent through all guards. */
export type UpstreamCall<Value> = CallName &
  ProviderCall<Value> & {
    /** The token bucket that pays for it; that of its provider, if it names none. */
    bucket?: string;
  };
export type Send = <Value>(call: UpstreamCall<Value>) => Promise<Value | null>;

/** Wraps every call, as budget and breaker do. It may refuse, delay or observe; `send` goes on with the call. */
export type Guard = <Value>(
  call: UpstreamCall<Value>,
  send: () => Promise<Value | null>,
) => Promise<Value | null>;
