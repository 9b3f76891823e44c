import { describe, expect, it } from "vitest";
import { compatServices } from "../contract/paths.ts";
import { useWorld } from "../testing/world.ts";
import { compatRows, schemeOf } from "./compat/index.ts";

/* What the documentation says of each URL of another service. */

const world = await useWorld();
const rows = compatServices.flatMap((service) =>
  compatRows(service).map((row) => ({ service, ...row })),
);
const filled = (path: string) =>
  path
    .replace("{id}", "Lantern_Lou")
    .replace("{size}", "64")
    .replace("{any}", "default")
    .replace("{prefix}", ".");

describe("a URL in the table of other services", () => {
  const offered = rows.flatMap(({ old, here }) => (here === undefined ? [] : [{ old, here }]));
  it.each(offered)("is there: $here", async ({ old, here }) => {
    const method = old.startsWith("POST ") ? "POST" : "GET";
    const reply = await world.request(filled(here), { method, body: "[]" });
    expect(reply.status).toBeLessThan(500);
    expect(reply.status).not.toBe(405);
    expect(reply.bytes.toString()).not.toContain("ROUTE_NOT_FOUND");
  });

  const missing = rows.filter(({ here }) => here === undefined);
  it.each(missing)("is not offered, and its error says so: $old", async ({ service, old }) => {
    const path = new URL(old).pathname.replace(/%7B/g, "{").replace(/%7D/g, "}");
    const reply = await world.request(`/compat/${service}${filled(path)}`);
    expect(reply.json()).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
    const { error } = reply.json();
    expect(error).toContain(`of ${schemeOf(service).name} is not offered here`);
    expect(error).toContain(path.replace(/\{(\w+)\}/g, ":$1"));
  });
});
