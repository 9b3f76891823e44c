import { describe, expect, it } from "vitest";
import { compatServices } from "../configuration/compat-services.ts";
import { useWorld } from "../../testing/world.ts";
import { compatRows } from "./documented.ts";
import { schemeOf } from "./services/index.ts";

/* The list of URLs of other services in the documentation. */

const world = useWorld();
const rows = compatServices.flatMap((service) =>
  compatRows(service).map((row) => ({ service, ...row })),
);
const filled = (path: string) =>
  path
    .replace("{id}", "Lantern_Lou")
    .replace("{size}", "64")
    .replace("{any}", "default")
    .replace("{prefix}", ".");

describe("the URLs in the table of other services", () => {
  it("are all there that are offered", async () => {
    const wrong: string[] = [];
    for (const { old, here } of rows) {
      if (here === undefined) continue;
      const method = old.startsWith("POST ") ? "POST" : "GET";
      const { status, bytes } = await world.request(filled(here), { method, body: "[]" });
      const isRoute = !Buffer.from(bytes).includes("ROUTE_NOT_FOUND");
      const isThere = status < 500 && status !== 405 && isRoute;
      if (!isThere) wrong.push(`${method} ${here}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it("have an error that says so when they are not offered", async () => {
    const missing = rows.filter(({ here }) => here === undefined);
    expect(missing).not.toEqual([]);
    for (const { service, old } of missing) {
      const path = new URL(old).pathname.replace(/%7B/g, "{").replace(/%7D/g, "}");
      const reply = await world.request(`/compat/${service}${filled(path)}`);
      expect(reply.json(), old).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
      const { error } = reply.json();
      expect(error).toContain(`of ${schemeOf(service).name} is not offered here`);
      expect(error).toContain(path.replace(/\{(\w+)\}/g, ":$1"));
    }
  });
});
