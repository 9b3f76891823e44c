import { request as httpRequest } from "node:http";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/service.ts";

const MINNOW = "00000000-0000-0000-0009-ef8cd7ec7b04";

/** DiscordSRV's default, of which only the host is ours. */
const DISCORDSRV = "/helm/{uuid-nodashes}/128#{texture}";

test("a Bedrock name resolves for itzg's image with one variable set", async () => {
  await withWorld({}, async ({ service }) => {
    const PLAYERDB_API_BASE_URL = `${service.url}/compat/playerdb`;
    const userOf = (name: string) => fetch(`${PLAYERDB_API_BASE_URL}/api/player/minecraft/${name}`);
    for (const name of [".Mossy_Minnow", ".Mossy%20Minnow", "*Mossy_Minnow"]) {
      const response = await userOf(name);
      const { success, data } = (await response.json()) as {
        success: boolean;
        data: { player: { username: string; id: string } };
      };
      expect([response.status, success, data.player.username, data.player.id]).toEqual([
        200,
        true,
        ".Mossy_Minnow",
        MINNOW,
      ]);
    }
    expect((await userOf(".Nobody_At_All")).status).toBe(400);
  });
});

test("a Bedrock head comes through DiscordSRV's default URL, with another host", async () => {
  const COMPAT_HOSTS = "heads.example.org=crafthead,api.ashcon.app=ashcon";
  await withWorld({ COMPAT_HOSTS }, async ({ service }) => {
    const path = DISCORDSRV.replace("{uuid-nodashes}", MINNOW.replaceAll("-", "")).replace(
      /#.*/,
      "",
    );
    const native = await fetch(`${service.url}/head?username=.Mossy_Minnow&size=128`);
    const head = await get(service.port, "heads.example.org", path);
    expect([head.status, head.headers["content-type"], head.headers["x-texture-source"]]).toEqual([
      200,
      "image/png",
      "player",
    ]);
    expect(head.body.equals(Buffer.from(await native.arrayBuffer()))).toBe(true);

    const user = await get(service.port, "api.ashcon.app", "/mojang/v2/user/Lantern_Lou");
    const { textures } = JSON.parse(user.body.toString()) as {
      textures: { raw: { value: string; signature: string } };
    };
    expect(textures.raw.signature.length).toBeGreaterThan(600);
  });
});

/** A request with a Host header of its own, which `fetch` does not send. */
function get(port: number, host: string, path: string) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const request = httpRequest({ port, path, headers: { host } }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      request.once("error", reject);
      request.end();
    },
  );
}
