import { describe, expect, it } from "vitest";
import { useRedis } from "./use-redis.ts";

const { bridge } = useRedis("file");

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(bridge().url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${bridge().token}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe("the Upstash bridge", () => {
  it("runs a command, and returns its error", async () => {
    expect(await post("/", ["SET", "a", "é"])).toEqual({ status: 200, body: { result: "OK" } });
    expect(await post("/", ["GET", "a"])).toEqual({ status: 200, body: { result: "é" } });
    expect(await post("/", ["GET", "none"])).toEqual({ status: 200, body: { result: null } });
    expect(await post("/", ["INCR", "a"])).toMatchObject({
      status: 400,
      body: { error: "ERR value is not an integer or out of range" },
    });
  });

  it("encodes strings on demand, statuses never", async () => {
    const encoding = { "upstash-encoding": "base64" };
    expect((await post("/", ["SET", "b", "OK"], encoding)).body).toEqual({ result: "OK" });
    expect((await post("/", ["GET", "b"], encoding)).body).toEqual({ result: "T0s=" });
    expect((await post("/", ["MGET", "b", "none"], encoding)).body).toEqual({
      result: ["T0s=", null],
    });
  });

  it("returns a result for each command of a pipeline", async () => {
    const { status, body } = await post("/pipeline", [
      ["SET", "p", "x"],
      ["INCR", "p"],
      ["nosuch"],
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([
      { result: "OK" },
      { error: "ERR value is not an integer or out of range" },
      { error: expect.stringContaining("unknown command") },
    ]);
  });

  it("rejects requests without the token", async () => {
    const refused = { status: 401, body: { error: "Unauthorized" } };
    expect(await post("/", ["GET", "a"], { authorization: "Bearer other" })).toEqual(refused);
    expect(await post("/pipeline", [], { authorization: "" })).toEqual(refused);
  });

  it("rejects bodies that are not a list of commands", async () => {
    for (const body of ["", "{}", "7", "nonsense"]) {
      expect((await post("/pipeline", body)).status).toBe(400);
    }
  });
});
