import type { Services } from "../lib/services.ts";
import { request, type SimulatedResponse } from "./request.ts";
import type { Request } from "./requests.ts";
import type { Tally } from "./tally.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** How long requests that are under way at the end have to end. */
const END_SECONDS = 10;

export interface PlayOptions {
  time: VirtualTime;
  /** Each request goes to one of these. */
  services: readonly Services[];
  /** Whether a CDN stands in front. */
  cdn: boolean;
  tally: Tally;
}

/** Sends requests to simulated services, and counts those of the day. */
export async function play(requests: Iterable<Request>, options: PlayOptions): Promise<void> {
  const { time, services, tally } = options;
  /** Until when the CDN answers for a target, in Unix milliseconds. */
  const cdn = options.cdn ? new Map<string, number>() : undefined;
  let startedAt: number | undefined;

  for (const { at, atSeconds, target } of requests) {
    startedAt ??= time.now() - atSeconds;
    await time.advanceTo(startedAt + atSeconds);
    const respond = at < 0 ? () => undefined : tally.requested(at);
    if ((cdn?.get(target) ?? 0) > Date.now()) {
      respond({ by: "cdn" });
      continue;
    }
    const keep = (response: SimulatedResponse) => {
      cdn?.set(target, Date.now() + response.maxAgeSeconds * 1_000);
      respond(response);
    };
    const service = services[Math.floor(Math.random() * services.length)];
    const response = service && request(service, target);
    if (response instanceof Promise) {
      void response.then(keep);
      await time.settled();
    } else if (response !== undefined) keep(response);
  }
  tally.end();
  await time.advanceTo(time.now() + END_SECONDS);
}
