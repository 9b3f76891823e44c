import { describe, expect, it } from "vitest";
import { compatServices, type CompatService } from "../lib/configuration/compat-services.ts";
import { internalRequest } from "../lib/http/request.ts";
import { schemeOf } from "../lib/compat/services/index.ts";
import { useFront } from "../testing/served.ts";
import { LOU, useWorld } from "../testing/world.ts";
import { received, responsesIn, type RawResponse } from "../e2e/support/raw.ts";
import { MOST_PIPELINED } from "./connections.ts";

const world = useWorld();
/** Each service's URLs are at the root of a host of its own. */
const hosts = new Map(compatServices.map((service) => [`${service}.example`, service]));
const front = useFront(world, { mounts: { hosts, root: undefined } });
/** A part that throws: the net below is for bugs that nobody knows. */
const broken = new Map<string, CompatService>();
broken.get = (host) => {
  if (host !== "broken.example") return undefined;
  throw new Error("A bug");
};
const brokenFront = useFront(world, { mounts: { hosts: broken, root: "crafatar" } });

/** The responses to requests, of which each connection sends as many at once as one may. */
async function responsesTo(port: number, targets: readonly (readonly [string, string])[]) {
  const responses: RawResponse[] = [];
  for (let from = 0; from < targets.length; from += MOST_PIPELINED) {
    const some = targets.slice(from, from + MOST_PIPELINED);
    const requests = some.map(([host, target], at) => {
      const end = at === some.length - 1 ? "Connection: close\r\n" : "";
      return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${end}\r\n`;
    });
    responses.push(...responsesIn(await received(port, requests.join(""))));
  }
  return responses;
}

/** The media types that the API sends. */
const TYPES = /^(?:application\/json|text\/plain)(?:;|$)|^image\/(?:png|webp|svg\+xml|jpeg|gif)$/;

/** Says what is wrong with a response to any GET, if anything is. */
function faultOf({ status, headers, body }: RawResponse): string | undefined {
  if (status >= 500) return `is a ${status}`;
  if (status === 204 || status === 304) return undefined;
  const { location, "content-type": type = "none" } = headers;
  if (!TYPES.test(type) && location === undefined) return `has the type ${type}`;
  // Crafatar's error for a player without a cape has no body there either.
  return body === "" && status < 300 ? "has no body" : undefined;
}

/** How a client may spell a segment of a path; undefined leaves it out. */
const spellings: readonly ((segment: string) => string | undefined)[] = [
  (segment) => segment,
  (segment) => segment.toUpperCase(),
  (segment) => `${segment}.png`,
  (segment) => `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}`,
  () => undefined,
];

/** Every path of a service, in all spellings of each of its segments. */
function pathsOf(service: CompatService, id: string): string[] {
  const { routes, json, fixed, notOffered } = schemeOf(service);
  const all = [routes, json, fixed, notOffered].flatMap((rows) => Object.keys(rows));
  const paths = all.flatMap((route) => {
    const [path = "", query = ""] = route
      .replace(":any", "default")
      .replace(":size", "8")
      .replaceAll(":id", id)
      .split("?");
    const whole = path.split("/");
    // Without what comes last, other segments may be what names the player.
    return [whole, whole.slice(0, -1)].flatMap((segments) =>
      segments.flatMap((_, at) =>
        spellings.map((spell) => {
          const spelled = segments.map((one, index) => (index === at ? spell(one) : one));
          return `${spelled.filter((one) => one !== undefined).join("/")}?${query}`;
        }),
      ),
    );
  });
  return [...new Set(paths)];
}

describe("every URL of another service, in any spelling, has a response with a body", () => {
  it.each(compatServices)("%s", async (service) => {
    // Each path is requested for one of the players, at one of its places: both lead to the same adapter.
    const targets = [LOU, "constructor"].flatMap((id, turn) =>
      pathsOf(service, id).flatMap((path, at): (readonly [host: string, target: string])[] => {
        if (at % 2 !== turn) return [];
        const odd = ["model=constructor", "format=__proto__", "type=toString"][at % 3];
        const target = `${path}&size=8&default=${LOU}&${odd}`;
        const isMounted = Math.floor(at / 2) % 2 === 0;
        return isMounted
          ? [["nametag.example", `/compat/${service}/${target}`]]
          : [[`${service}.example`, `/${target}`]];
      }),
    );
    const responses = await responsesTo(front.port, targets);
    const wrong = targets.map((target, at) => {
      const response = responses[at];
      const fault = response === undefined ? "is missing" : faultOf(response);
      // A page is none of the API's.
      return fault !== undefined && response?.body !== "a page" && [...target, fault];
    });
    expect(wrong.filter(Boolean)).toEqual([]);
  });
});

describe("a bug in reading a request", () => {
  it("of the server is a 500 in JSON, and ends nothing", async () => {
    const targets = ["/api?social=1", "/avatars/x", "/api?social=1"];
    const responses = await responsesTo(
      brokenFront.port,
      targets.map((target, at) => [at === 1 ? "broken.example" : "any.example", target] as const),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 500, 200]);
    expect(JSON.parse(responses[1]?.body ?? "")).toMatchObject({ code: "INTERNAL_ERROR" });
  });

  it("of the application is a 500 in JSON", async () => {
    const request = internalRequest("/api", { clientAddress: "203.0.113.1" });
    const search = new URLSearchParams();
    search.has = () => {
      throw new Error("A bug");
    };
    const reply = await world.services.api.replyTo({ ...request, search });
    expect([reply.status, JSON.parse(String(reply.body))]).toMatchObject([
      500,
      { code: "INTERNAL_ERROR" },
    ]);
  });
});
