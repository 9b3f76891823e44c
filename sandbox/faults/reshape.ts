import { NOT_IN_CACHE, TOO_MUCH_TRAFFIC } from "../upstreams/geyser-json.ts";
import { json } from "../upstreams/upstream.ts";
import type { Call, Reply, Upstream } from "../upstreams/upstream.ts";
import { spoilTextures } from "./bad-textures.ts";
import type { Fault } from "./fault.ts";

/** What a fault makes of an answer; faults of the connection leave it as it is. */
export function reshape(reply: Reply, fault: Fault | null, upstream: Upstream, call: Call): Reply {
  switch (fault?.kind) {
    case "status":
      return {
        status: fault.status,
        headers: { "content-type": fault.contentType ?? "application/json", ...fault.headers },
        body: fault.body ?? "",
      };
    case "throttle":
      return upstream.throttled(call, fault.retryAfter?.toString());
    case "forbidden-html":
      return FORBIDDEN;
    case "wrong-type":
      return { status: 200, headers: HTML, body: page("Welcome", "sandbox") };
    case "not-json":
      return { status: 200, headers: reply.headers ?? {}, body: "<!-- not what you expect -->" };
    case "bad-textures":
      return spoilTextures(reply, fault.variant ?? "base64", fault.url);
    case "redirect":
      return { status: fault.status ?? 302, headers: { location: fault.location } };
    case "empty-object":
      return json(200, {});
    case "error-envelope":
      return upstream.envelope(call);
    case "too-much-traffic":
      return TOO_MUCH_TRAFFIC;
    case "not-in-cache":
      return NOT_IN_CACHE;
    case undefined:
    case "delay":
    case "hang":
    case "drop":
    case "drip":
    case "truncate":
    case "huge":
    case "wrong-identity":
    case "not-found":
    case "gzip-bomb":
    case "reset-mid-body":
      return reply;
  }
}

const HTML = { "content-type": "text/html" };

const FORBIDDEN: Reply = {
  status: 403,
  headers: { ...HTML, server: "Microsoft-Azure-Application-Gateway/v2" },
  body: page("403 Forbidden", "Microsoft-Azure-Application-Gateway/v2"),
};

function page(title: string, server: string): string {
  return [
    "<html>",
    `<head><title>${title}</title></head>`,
    "<body>",
    `<center><h1>${title}</h1></center>`,
    `<hr><center>${server}</center>`,
    "</body>",
    "</html>",
    "",
  ].join("\r\n");
}
