import { sleep, type Clock } from "../../lib/time/clock.ts";
import type { Guard, UpstreamRequest } from "../../lib/providers/provider.ts";
import { checkedResponse, valueIn } from "../../lib/providers/upstream/request.ts";
import { findTarget } from "../../sandbox/handler.ts";
import { players } from "../../sandbox/players.ts";
import type { Reply } from "../../sandbox/upstreams/upstream.ts";
import { createWorld } from "../../sandbox/world.ts";

/** The origin of the providers, for the environment of a simulated service. */
export const ORIGIN = "http://providers";

export interface ProvidersOptions {
  /** How long each call takes. */
  latencyMs: number;
  /** True for the number of a player, `Extra_<number>`, who is on Bedrock. */
  isBedrock(number: number): boolean;
  /** Called for each call that is sent, with the number of players in it. */
  onCall(provider: string, players: number): void;
  clock: Clock;
}

/** Responds to calls as the sandbox does, without a network. The innermost guard. */
export function createProviders({ latencyMs, isBedrock, onCall, clock }: ProvidersOptions): Guard {
  const world = createWorld(players);
  const seen = {
    ...world,
    // In the sandbox, every Extra player is on both editions.
    bedrockByGamertag: (gamertag: string) =>
      isBedrock(numberOf(gamertag)) ? world.bedrockByGamertag(gamertag) : undefined,
  };

  const respond = ({ url, method = "GET", body }: UpstreamRequest<unknown>): Reply => {
    const target = findTarget({ method, url: url.slice(ORIGIN.length) });
    if (target?.route === null || target === null) throw new Error(`there is no route for ${url}`);
    const { route, path, search, params } = target;
    return route.respond({
      key: route.key,
      path,
      params,
      query: new URLSearchParams(search),
      headers: { "content-type": "application/json" },
      body: body === undefined ? "" : JSON.stringify(body),
      world: seen,
    });
  };

  return async (call) => {
    const request = "prepare" in call ? await call.prepare() : call;
    onCall(call.provider, Array.isArray(request.body) ? request.body.length : 1);
    await sleep(clock, latencyMs);
    const { status, body = "" } = respond(request);
    return valueIn(request, checkedResponse(call, status, "application/json", Buffer.from(body)));
  };
}

/** The number in the name of an Extra player; NaN in that of another. */
export function numberOf(name: string): number {
  return Number(/^extra[_ ](\d+)$/i.exec(name)?.[1]);
}
