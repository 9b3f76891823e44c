import { NOT_IN_CACHE, TOO_MUCH_TRAFFIC } from "../upstreams/geyser.ts";
import { json, type Call, type Reply, type Upstream } from "../upstreams/upstream.ts";
import type { Fault } from "./fault.ts";

interface Context {
  reply: Reply;
  upstream: Upstream;
  call: Call;
}

/** Kinds that `send.ts` makes of a reply as it is, and those of `handler.ts`. Any other needs a row of `SHAPES`. */
type Elsewhere =
  | ("drip" | "drop" | "gzip-bomb" | "hang" | "huge" | "reset-mid-body" | "truncate")
  | ("delay" | "not-found" | "wrong-identity");
type Shapes = {
  [Kind in Exclude<Fault["kind"], Elsewhere>]: (fault: Of<Kind>, context: Context) => Reply;
};
type Of<Kind extends Fault["kind"]> = Extract<Fault, { kind: Kind }>;

/** Applies a fault to a reply; faults of the connection do not change it. */
export function reshape(reply: Reply, fault: Fault | null, upstream: Upstream, call: Call): Reply {
  if (fault === null) return reply;
  // Each of them takes the fault of its kind.
  const shapes: Partial<Record<Fault["kind"], unknown>> = SHAPES;
  const shape = shapes[fault.kind] as ((one: Fault, context: Context) => Reply) | undefined;
  return shape === undefined ? reply : shape(fault, { reply, upstream, call });
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

function textOf({ body = "{}" }: Reply): string {
  return String(body);
}

type BadTextures = Of<"bad-textures">;

/** Corrupts every `value` of a `textures` property in a JSON body, or Geyser's own `value`. */
function corruptTextures(reply: Reply, fault: BadTextures): Reply {
  if (reply.status !== 200 || typeof reply.body !== "string") return reply;
  const body: unknown = JSON.parse(reply.body, (key, value: unknown) =>
    key === "value" && typeof value === "string" ? corruptValue(value, fault) : value,
  );
  return { ...reply, body: JSON.stringify(body) };
}

function corruptValue(value: string, fault: BadTextures): string {
  switch (fault.variant) {
    case "json":
      return encode("these are not the textures you are looking for");
    case "shape":
      return encode(JSON.stringify({ textures: { SKIN: ["not", "an", "object"] } }));
    case "foreign-host":
      return encode(withUrl(value, FOREIGN_URL, fault.part));
    case "url":
      return encode(withUrl(value, fault.url ?? FOREIGN_URL, fault.part));
    default:
      return `%%%${value.slice(3)}`;
  }
}

const FOREIGN_URL = "http://textures.minecraft.net.example.com/texture/0123456789abcdef";

/** A player without such a texture gets one here, or there would be no URL to replace. */
function withUrl(value: string, url: string, part?: "SKIN" | "CAPE"): string {
  const property = JSON.parse(Buffer.from(value, "base64").toString()) as {
    textures: Record<string, object>;
  };
  const { textures } = property;
  const parts = part === undefined ? ["SKIN", ...Object.keys(textures)] : [part];
  for (const one of parts) textures[one] = { ...textures[one], url };
  return JSON.stringify(property);
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}

const SHAPES: Shapes = {
  status: ({ status, contentType = "application/json", headers, body = "" }) => ({
    status,
    headers: { "content-type": contentType, ...headers },
    body,
  }),
  file: ({ bytes, headers = {} }) => ({ status: 200, headers, body: Buffer.from(bytes) }),
  throttle: ({ retryAfter }, { upstream, call }) =>
    upstream.throttled(call, retryAfter?.toString()),
  "forbidden-html": () => FORBIDDEN,
  "wrong-type": () => ({ status: 200, headers: HTML, body: page("Welcome", "sandbox") }),
  "not-json": (_, { reply: { headers = {} } }) => ({
    status: 200,
    headers,
    body: "<!-- not what you expect -->",
  }),
  "bad-textures": (fault, { reply }) => corruptTextures(reply, fault),
  "other-values": ({ values }, { reply }) => ({
    ...reply,
    body: JSON.stringify({ ...JSON.parse(textOf(reply)), ...values }),
  }),
  redirect: ({ location }) => ({ status: 302, headers: { location } }),
  "empty-object": () => json(200, {}),
  "error-envelope": (_, { upstream, call }) => upstream.envelope(call),
  "too-much-traffic": () => TOO_MUCH_TRAFFIC,
  "not-in-cache": () => NOT_IN_CACHE,
};
