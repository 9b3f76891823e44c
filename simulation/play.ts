import type { Services } from "../lib/services.ts";
import { ask, type Answer } from "./ask.ts";
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
    const answered = at < 0 ? () => undefined : tally.asked(at);
    if ((cdn?.get(target) ?? 0) > Date.now()) {
      answered({ by: "cdn" });
      continue;
    }
    const keep = (answer: Answer) => {
      cdn?.set(target, Date.now() + answer.maxAgeSeconds * 1_000);
      answered(answer);
    };
    const service = services[Math.floor(Math.random() * services.length)];
    const answer = service && ask(service, target);
    if (answer instanceof Promise) {
      void answer.then(keep);
      await time.settled();
    } else if (answer !== undefined) keep(answer);
  }
  tally.end();
  await time.advanceTo(time.now() + END_SECONDS);
}
