import type { IncomingMessage, ServerResponse } from "node:http";
import type { SandboxParts } from "./control.ts";
import type { Fault } from "./faults/fault.ts";
import { reshape } from "./faults/reshape.ts";
import { send } from "./faults/send.ts";
import { upstreams } from "./upstreams/all.ts";
import { json, matchPath, type Call, type Route, type Upstream } from "./upstreams/upstream.ts";
import { aboutOthers, withoutPlayers, type World } from "./world.ts";

/** Handles a request to an upstream: finds the route, takes its fault, waits, responds. */
export async function handleUpstream(
  { world, faults, calls, timers }: SandboxParts,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const target = findTarget(request);
  if (!target) return send(response, NO_UPSTREAM, null, timers);
  const { upstream, route, path, search, params } = target;
  const key = route?.key ?? `${upstream.name}.unknown`;
  const full = search === "" ? path : `${path}?${search}`;
  const fault = faults.take(key, `${readable(full)}\n${body}`);
  const headers = flatten(request.headers);
  calls.add({
    route: key,
    method: request.method ?? "GET",
    path: full,
    headers,
    body,
    at: performance.now(),
    fault: fault?.kind ?? null,
  });

  await waitFor(fault, timers);
  if (response.destroyed) return;

  const query = new URLSearchParams(search);
  const call: Call = { key, path, params, query, headers, body, world: seenThrough(fault, world) };
  const reply = route ? route.respond(call) : upstream.noRoute(call);
  await send(response, reshape(reply, fault, upstream, call), fault, timers);
}

async function waitFor(fault: Fault | null, timers: SandboxParts["timers"]): Promise<void> {
  if (fault?.kind === "delay") await timers.wait(fault.ms);
  if (fault !== null && "afterMs" in fault) await timers.wait(fault.afterMs ?? 0);
}

/** The world as the upstream sees it under this fault. */
function seenThrough(fault: Fault | null, world: World): World {
  if (fault?.kind === "wrong-identity") return aboutOthers(world);
  return fault?.kind === "not-found" ? withoutPlayers(world) : world;
}

const NO_UPSTREAM = json(404, { error: `here are ${upstreams.map((one) => one.name).join(", ")}` });

export interface Target {
  readonly upstream: Upstream;
  readonly route: Route | null;
  readonly path: string;
  readonly search: string;
  readonly params: Record<string, string>;
}

/** The upstream and the route that a request is for; null when no upstream has this address. */
export function findTarget(request: Pick<IncomingMessage, "method" | "url">): Target | null {
  const [whole, search] = splitOnce(request.url ?? "/", "?");
  const [name, rest] = splitOnce(whole.slice(1), "/");
  const upstream = upstreams.find((one) => one.name === name);
  if (!upstream) return null;
  const path = `/${rest}`;
  const method = request.method === "HEAD" ? "GET" : request.method;
  for (const route of upstream.routes) {
    const params = route.method === method ? match(route, path) : null;
    if (params) return { upstream, route, path, search, params };
  }
  return { upstream, route: null, path, search, params: {} };
}

/** A path that cannot be decoded matches no route. */
function match(route: Route, path: string): Record<string, string> | null {
  try {
    return matchPath(route.path, path);
  } catch {
    return null;
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function flatten(headers: IncomingMessage["headers"]): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}
