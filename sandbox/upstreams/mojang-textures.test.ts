import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { startSandbox } from "../server.ts";

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

const ask = (hash: string) => fetch(`${sandbox.url}/mojang-textures/texture/${hash}`);

it("serves a texture under a hash nobody has asked a profile for yet", async () => {
  const response = await ask("83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(
    "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b",
  );
});

it.each([
  [
    "classic Steve of before 1.19.3",
    "1a4af718455d4aab528e7a61f86fa25e6a369d1768dcb13f7df319a713eb810b",
  ],
  ["slim Makena", "7cb3ba52ddd5cc82c0b050c3f920f87da36add80165846f479079663805433db"],
  ["classic Zuri", "f5dddb41dcafef616e959c2817808e0be741c89ffbfed39134a13e75b811863d"],
])("serves a drawing of its own under the hash of a default: %s", async (_, hash) => {
  const bytes = Buffer.from(await (await ask(hash)).arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 64, height: 64 });
});

it.each(["deadbeef", "not-a-hash", ""])("has no texture %j", async (hash) => {
  expect((await ask(hash)).status).toBe(404);
});

it("can give a JSON document instead of a picture", async () => {
  const fault = { kind: "error-envelope" } as const;
  sandbox.control.fault({ route: "mojang-textures.texture", fault, times: 1 });
  const response = await ask("deadbeef");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
});
