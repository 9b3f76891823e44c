import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve, type Served } from "../../../lib/testing/served.ts";
import { createTestWorld, type TestWorld } from "../../../lib/testing/world.ts";
import { createNametag, NametagError, type Nametag } from "./index.ts";

const SKIN = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";

let world: TestWorld;
let served: Served;
let nametag: Nametag;

beforeAll(async () => {
  world = await createTestWorld(() => ({
    SOCIAL_LINKS: '[{"platform":"git","label":"Source","url":"https://git.example.org/nametag"}]',
  }));
  served = await serve(world);
  nametag = createNametag({ baseUrl: `${served.url}/` });
});

afterAll(async () => {
  await served.close();
  await world.close();
});

/** What a promise is rejected with. */
async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.fail(`answered with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

/** Lends the address of a server that answers as told, in place of the service. */
async function elsewhere(answer: RequestListener, use: (baseUrl: string) => Promise<void>) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("JSON", () => {
  it("gets a profile", async () => {
    const profile = await nametag.getProfile({ username: "Lantern_Lou" });
    expect(profile.java?.username).toBe("Lantern_Lou");
    expect(profile.bedrock?.xuid_decimal).toBe("2761708961228418");
    const uuid: string | undefined = profile.java?.uuid;
    expect((await nametag.getProfile({ uuid: uuid ?? "", type: "java" })).bedrock).toBe(undefined);
  });

  it("gets recent lookups and links, which need no parameters", async () => {
    await nametag.getProfile({ username: "Lantern_Lou" });
    const { recent, stats } = await nametag.getRecent();
    expect([recent[0]?.username, stats.players_total > 0]).toEqual(["Lantern_Lou", true]);
    expect((await nametag.getSocial()).social).toEqual([
      { platform: "git", label: "Source", url: "https://git.example.org/nametag" },
    ]);
  });

  it("keeps names of any script whole", async () => {
    const name = "Мшистый Пень";
    expect((await nametag.getProfile({ username: name })).bedrock?.gamertag).toBe(name);
    const half = await failure(nametag.getProfile({ username: "\ud800" }));
    expect(half).toMatchObject({ code: "INVALID_PARAMETER", status: 400 });
  });
});

describe("pictures", () => {
  it("come with their type", async () => {
    const head = await nametag.getHead({ username: "Lantern_Lou", size: 80, format: "webp" });
    expect([head.type, head.size > 50]).toEqual(["image/webp", true]);
    expect((await nametag.getSkin({ texture: SKIN })).type).toBe("image/png");
    expect((await nametag.getCape({ username: "Lantern_Lou" })).type).toBe("image/png");
  });

  it("have addresses, which are those that are asked", async () => {
    expect(nametag.headUrl({ username: "a b&c", overlay: false, size: undefined })).toBe(
      `${served.url}/head?username=a+b%26c&overlay=false`,
    );
    expect(nametag.skinUrl({ username: "Lantern_Lou", type: "java" })).toBe(
      `${served.url}/skin?username=Lantern_Lou&type=java`,
    );
    const response = await fetch(nametag.capeUrl({ username: "Lantern_Lou" }));
    const cape = await nametag.getCape({ username: "Lantern_Lou" });
    expect(await cape.arrayBuffer()).toEqual(await response.arrayBuffer());
  });
});

describe("errors of the service", () => {
  it.each([
    [
      "an unknown player",
      () => nametag.getProfile({ username: "nobody_at_all" }),
      "NOT_FOUND",
      404,
    ],
    ["no player", () => nametag.getProfile({}), "MISSING_PARAMETER", 400],
    [
      "a head too large",
      () => nametag.getHead({ username: "a", size: 513 }),
      "INVALID_PARAMETER",
      400,
    ],
    [
      "a head that is a picture all the same",
      () => nametag.getHead({ username: "nobody_at_all" }),
      "NOT_FOUND",
      404,
    ],
    ["no cape", () => nametag.getCape({ username: "Tinker_Tess" }), "NOT_FOUND", 404],
    [
      "a name too long",
      () => nametag.getSkin({ username: "a".repeat(3_000) }),
      "URI_TOO_LONG",
      414,
    ],
  ])("say what is wrong: %s", async (_, ask, code, status) => {
    const error = await failure(ask());
    expect(error).toBeInstanceOf(NametagError);
    expect(error).toMatchObject({ name: "NametagError", code, status });
    expect((error as NametagError).message).toMatch(/^\S.*\.$/);
  });

  it("say when to ask again", async () => {
    await nametag.getProfile({ username: "Gramps_Gravel", update: true });
    const error = await failure(nametag.getProfile({ username: "Gramps_Gravel", update: true }));
    expect(error).toMatchObject({ code: "RATE_LIMITED", status: 429 });
    expect((error as NametagError).retryAfterSeconds).toBeGreaterThan(3_000);
  });

  it("tell a provider's failure from an absence, with pictures too", async () => {
    world.sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    for (const ask of [nametag.getProfile, nametag.getHead, nametag.getSkin]) {
      const error = await failure(ask({ username: "Nobody_Asked" }));
      expect(error).toMatchObject({ code: "BAD_GATEWAY", status: 502 });
      expect((error as NametagError).retryAfterSeconds).toBeGreaterThan(0);
    }
    world.sandbox.control.clearFaults();
  });
});

describe("what is not the service", () => {
  it.each([
    ["a page", 200, "text/html", "<!doctype html>"],
    ["JSON of another kind", 200, "application/json", '{"data":[]}'],
    ["an error page", 502, "text/html", "<h1>Bad gateway</h1>"],
    ["an error of another kind", 404, "application/json", '{"message":"none"}'],
    ["a picture of an error", 404, "image/png", "png"],
  ])("is told from it: %s", async (_, status, type, body) => {
    await elsewhere(
      (_request, response) => response.writeHead(status, { "content-type": type }).end(body),
      async (baseUrl) => {
        const other = createNametag({ baseUrl });
        const expected = { code: "UNREADABLE_ANSWER", status };
        expect(await failure(other.getSocial())).toMatchObject(expected);
        if (type === "image/png") return;
        expect(await failure(other.getHead({ username: "a" }))).toMatchObject(expected);
      },
    );
  });

  it("is unreachable when nothing answers, and the cause is kept", async () => {
    const nobody = createNametag({ baseUrl: "http://127.0.0.1:1" });
    const error = await failure(nobody.getSocial());
    expect(error).toMatchObject({ code: "UNREACHABLE", status: undefined });
    expect((error as NametagError).cause).toBeInstanceOf(TypeError);
  });

  it("is unreachable when its answer ends halfway", async () => {
    await elsewhere(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"success":', () => response.destroy());
      },
      async (baseUrl) => {
        const error = await failure(createNametag({ baseUrl }).getSocial());
        expect(error).toMatchObject({ code: "UNREACHABLE" });
        expect((error as NametagError).cause).toBeDefined();
      },
    );
  });
});

describe("requests", () => {
  it("end with their signal, which says why", async () => {
    await elsewhere(
      () => undefined,
      async (baseUrl) => {
        const silent = createNametag({ baseUrl });
        const controller = new AbortController();
        const reason = new Error("the page was left");
        const asked = failure(silent.getProfile({ username: "a" }, { signal: controller.signal }));
        controller.abort(reason);
        expect(await asked).toBe(reason);
      },
    );
  });

  it("carry headers, by a fetch of one's own", async () => {
    const asked: unknown[][] = [];
    const own = createNametag({
      baseUrl: `${served.url}/`,
      headers: { "x-page": "mine" },
      fetch: (input, init) => {
        asked.push([input, init?.headers]);
        return fetch(input, init);
      },
    });
    await own.getRecent();
    expect(asked).toEqual([[`${served.url}/api?recent=1`, { "x-page": "mine" }]]);
  });
});

it("has types that refuse what the service does not know", () => {
  const neverCalled = async () => {
    // @ts-expect-error There is no such edition.
    await nametag.getProfile({ username: "a", type: "console" });
    // @ts-expect-error A size is a number.
    nametag.headUrl({ username: "a", size: "80" });
    // @ts-expect-error There is no such parameter.
    await nametag.getSkin({ name: "a" });
    // @ts-expect-error A profile is always of somebody.
    await nametag.getProfile();
    // @ts-expect-error There is no such field.
    return (await nametag.getProfile({ username: "a" })).java?.nick;
  };
  expect(neverCalled).toBeTypeOf("function");
});
