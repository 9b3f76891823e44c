import { describe, expect, it } from "vitest";
import { capturedOf } from "../../lib/contract/captured.ts";
import { useWorld } from "../../testing/world.ts";
import { endpoints, type Endpoint } from "./contract.ts";

/*
 * The requests of the examples are copied: each has the parameters of its endpoint, and leads to the response that is
 * shown with it. A failure that no request causes has a request that otherwise succeeds.
 */

const world = useWorld();
const contract: readonly Endpoint[] = endpoints;

const requests = contract.flatMap((endpoint) =>
  Object.entries(capturedOf(endpoint.id)).map(
    ([name, { request, status }]) =>
      [`${endpoint.id} ${name}`, request.replace(/^GET /, ""), { endpoint, status }] as const,
  ),
);

/** Statuses of what the service or its providers can't do at the moment, and of what headers ask for. */
const PASSING = new Set([412, 429, 431, 500, 502, 503]);
const isWhole = (target: string) => !target.endsWith("…");

describe.each(requests)("%s: %s", (_, target, { endpoint: { path, query } }) => {
  it("has parameters of its endpoint alone", () => {
    const [route, search = ""] = target.split("?");
    expect(route).toBe(path.replace(/\?.*/, ""));
    const names = [...new URLSearchParams(search).keys()];
    expect(names.filter((name) => !(name in query.shape))).toEqual([]);
  });
});

describe.each(requests.filter(([, target]) => isWhole(target)))("%s: %s", (_, target, example) => {
  it("has the status that is shown", async () => {
    const reply = await world.request(target.replace("&update=true", ""));
    expect(reply.status).toBe(PASSING.has(example.status) ? 200 : example.status);
  });
});
