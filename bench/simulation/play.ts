import { sharedSeconds } from "../../lib/freshness.ts";
import { internalRequest } from "../../lib/http/request.ts";
import type { TestClock } from "../../testing/test-clock.ts";
import type { Services } from "../../lib/services.ts";
import type { SimulatedResponse, Tally } from "./tally.ts";
import type { Request } from "./traffic.ts";

/** How long pending requests may take after the last one. */
const END_SECONDS = 10;

export interface PlayOptions {
  clock: TestClock;
  /** Draws the service that gets a request. */
  random: () => number;
  /** Each request goes to one of these. */
  services: readonly Services[];
  /** A CDN stands in front. */
  cdn: boolean;
  tally: Tally;
}

/** Sends requests to simulated services, and counts those of the day. */
export async function play(requests: Iterable<Request>, options: PlayOptions): Promise<void> {
  const { clock, random, services, tally } = options;
  /** When the CDN's copy of a target expires, in Unix milliseconds. */
  const cdn = options.cdn ? new Map<string, number>() : undefined;
  let startedAt: number | undefined;

  for (const { at, atSeconds, target } of requests) {
    startedAt ??= clock.monotonic() - 1_000 * atSeconds;
    await clock.pass(startedAt + 1_000 * atSeconds - clock.monotonic());
    const responded = at < 0 ? () => undefined : tally.requested(at);
    if ((cdn?.get(target) ?? 0) > clock.now()) {
      responded({ by: "cdn" });
      continue;
    }
    const receive = (response: SimulatedResponse) => {
      cdn?.set(target, clock.now() + response.maxAgeSeconds * 1_000);
      responded(response);
    };
    const service = services[Math.floor(random() * services.length)];
    const response = service && send(service, target);
    if (response instanceof Promise) {
      void response.then(receive);
      await clock.pass(0);
    } else if (response !== undefined) receive(response);
  }
  tally.end();
  await clock.pass(1_000 * END_SECONDS);
}

/** Older entries have expired. */
const MOST_SECONDS = 7 * 86_400;
/** Players who are loaded at the same time. */
const BATCH = 50;
const BATCH_MS = 20;

/** A player whose profile was loaded this long before the day begins. */
interface KnownPlayer {
  target: string;
  ageSeconds: number;
}

/** Loads the players who are cached when the day begins, each at the time of its last load. */
export async function fill(
  services: Services,
  clock: TestClock,
  known: KnownPlayer[],
): Promise<void> {
  const now = clock.now();
  const kept = known.filter(({ ageSeconds }) => ageSeconds < MOST_SECONDS);
  const oldestFirst = kept.toSorted((one, other) => other.ageSeconds - one.ageSeconds);
  for (let first = 0; first < oldestFirst.length; first += BATCH) {
    const batch = oldestFirst.slice(first, first + BATCH);
    clock.setWall(now - 1_000 * (batch[0]?.ageSeconds ?? 0));
    for (const { target } of batch) void send(services, target);
    await clock.pass(BATCH_MS);
  }
  clock.setWall(now);
}

/** Sends a request as the front server does: a response from memory comes at once. */
function send({ api }: Services, target: string): SimulatedResponse | Promise<SimulatedResponse> {
  const cached = api.responses.find(target);
  if (cached === undefined) return handle(api, target);
  const { status, caching } = cached;
  const maxAgeSeconds = sharedSeconds(caching);
  return { by: "memory", status, cache: "HIT", isPartial: false, maxAgeSeconds };
}

async function handle(api: Services["api"], target: string): Promise<SimulatedResponse> {
  const request = internalRequest(target, { clientAddress: addressFor(target) });
  const { status, headers, body, caching } = await api.replyTo(request);
  return {
    by: "handler",
    status,
    cache: headers["x-cache"] ?? "",
    isPartial: typeof body === "string" && body.includes('"warnings"'),
    maxAgeSeconds: sharedSeconds(caching),
  };
}

/** Each player is requested by another client. */
function addressFor(target: string): string {
  let hash = 0;
  for (const letter of target) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return `10.${hash & 255}.${(hash >> 8) & 255}.${(hash >> 16) & 255}`;
}
