import type { Reply } from "../upstreams/upstream.ts";
import type { Fault } from "./fault.ts";

type Variant = NonNullable<Extract<Fault, { kind: "bad-textures" }>["variant"]>;

/** Spoils every `value` of a `textures` property in a JSON answer, or Geyser's own `value`. */
export function spoilTextures(reply: Reply, variant: Variant, url?: string): Reply {
  if (reply.status !== 200 || typeof reply.body !== "string") return reply;
  const body: unknown = JSON.parse(reply.body, (key, value: unknown) => {
    if (key === "properties" && variant === "missing") return [];
    if (key === "value" && typeof value === "string") return spoilValue(value, variant, url);
    return value;
  });
  return { ...reply, body: JSON.stringify(body) };
}

function spoilValue(value: string, variant: Variant, url = FOREIGN_URL): string {
  switch (variant) {
    case "base64":
      return `%%%${value.slice(3)}`;
    case "json":
      return encode("these are not the textures you are looking for");
    case "shape":
      return encode(JSON.stringify({ textures: { SKIN: ["not", "an", "object"] } }));
    case "missing":
      return value;
    case "foreign-host":
    case "url":
      return encode(withUrl(value, variant === "url" ? url : FOREIGN_URL));
  }
}

const FOREIGN_URL = "http://textures.minecraft.net.example.com/texture/0123456789abcdef";

function withUrl(value: string, url: string): string {
  const textures: unknown = JSON.parse(
    Buffer.from(value, "base64").toString(),
    (key, inner: unknown) => {
      if (key === "url") return url;
      // A player without a skin of their own gets one here, or there would be nothing to follow.
      return key === "textures" ? { SKIN: { url }, ...(inner as object) } : inner;
    },
  );
  return JSON.stringify(textures);
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}
