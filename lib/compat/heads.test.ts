import { describe, expect, it } from "vitest";
import { decodeImage } from "../textures/images.fixture.ts";
import { LOU } from "../../testing/world.ts";
import { textOf, UNKNOWN, useCompatImages } from "./images.fixture.ts";

const { world, request, shapeOf } = useCompatImages();

describe("Mineatar", () => {
  it.each([
    [`face/${LOU}`, 32, 32],
    [`face/${LOU}?scale=8`, 64, 64],
    [`head/${LOU}`, 55, 64],
    [`head/${LOU}?scale=10`, 138, 160],
    [`body/full/${LOU}`, 70, 156],
    [`body/full/${LOU}?scale=12`, 208, 468],
    ["body/Lantern_Lou", 70, 156],
    [`body/front/${LOU}`, 64, 128],
    [`body/left/${LOU}`, 64, 128],
    [`body/right/${LOU}?scale=1`, 16, 32],
    [`body/back/${LOU}?scale=99`, 512, 1_024],
    [`body/left/${LOU}?square=true`, 128, 128],
    [`body/full/${LOU}?square=1&scale=2`, 78, 78],
    [`body/left/${LOU}?square=false`, 64, 128],
  ])("draws %s in the size that it has there", async (path, width, height) => {
    expect(await shapeOf(`mineatar/${path}`)).toEqual([200, "image/png", width, height]);
  });

  it("centres a figure in its square", async () => {
    const image = await decodeImage(
      (await request(`mineatar/body/front/${LOU}?square=true`)).bytes,
    );
    const native = await decodeImage((await world.request(`/body?username=${LOU}&size=128`)).bytes);
    const row = (from: typeof image, y: number, x: number) =>
      from.data.subarray((y * from.width + x) * 4, (y * from.width + x + 64) * 4);
    expect(Buffer.compare(row(image, 60, 32), row(native, 60, 0))).toBe(0);
    expect(
      row(image, 60, 0)
        .subarray(0, 32 * 4)
        .every((byte) => byte === 0),
    ).toBe(true);
  });

  it.each([
    ["jpg", "image/jpeg", [0xff, 0xd8, 0xff]],
    ["JPEG", "image/jpeg", [0xff, 0xd8, 0xff]],
    ["gif", "image/gif", [...Buffer.from("GIF89a")]],
    ["png", "image/png", [0x89, 0x50]],
    ["tiff", "image/png", [0x89, 0x50]],
  ])("sends format=%s as %s", async (format, type, signature) => {
    for (const path of [`face/${LOU}`, `body/front/${LOU}`, `skin/${LOU}`]) {
      const reply = await request(`mineatar/${path}?format=${format}`);
      expect([path, reply.status, reply.headers["content-type"]]).toEqual([path, 200, type]);
      expect([...reply.bytes.subarray(0, signature.length)]).toEqual(signature);
      const again = await request(`mineatar/${path}`);
      expect(again.headers["content-type"]).toBe("image/png");
    }
  });

  it("leaves the second layer out only where that is said", async () => {
    const shown = await request(`mineatar/face/${LOU}`);
    for (const [value, isShown] of [
      ["true", true],
      ["1", true],
      ["false", false],
      ["0", false],
      ["no", false],
    ] as const) {
      const reply = await request(`mineatar/face/${LOU}?overlay=${value}`);
      expect([value, Buffer.compare(reply.bytes, shown.bytes) === 0]).toEqual([value, isShown]);
    }
  });

  it.each([
    ["uuid/Lantern_Lou", 200, LOU],
    [`uuid/${LOU}`, 200, LOU],
    ["uuid/nobody_at_all", 404, "Not Found"],
    ["uuid/no!pe", 404, "Not Found"],
    ["ping", 200, "OK"],
  ])("says in plain text at %s: %i %s", async (path, status, text) => {
    expect(textOf(await request(`mineatar/${path}`))).toEqual([
      status,
      "text/plain; charset=utf-8",
      text,
    ]);
  });

  it("has a default skin for an unknown player unless fallback is false", async () => {
    expect((await request(`mineatar/face/${UNKNOWN}`)).headers["x-texture-source"]).toBe("default");
    expect((await request(`mineatar/face/${UNKNOWN}?fallback=true`)).status).toBe(200);
    expect((await request(`mineatar/face/${UNKNOWN}?fallback=false`)).status).toBe(404);
    expect((await request(`mineatar/face/${LOU}?fallback=false`)).status).toBe(200);
  });
});

describe("DiscordSRV Heads", () => {
  it.each([
    ["head", 64, 64],
    ["overlay/9999", 512, 512],
    ["bust/helm/100", 100, 100],
    ["body/100", 100, 200],
    ["body/overlay", 64, 128],
    ["player", 256, 512],
    ["player/right/128?yaw=-120&pitch=20", 128, 256],
    ["skull/isometric/right/helm/96", 96, 110],
    ["skull/96", 96, 110],
    ["texture", 64, 64],
    ["texture/100", 128, 128],
    ["texture/9999", 512, 512],
    ["texture/1", 64, 64],
  ])("draws %s in the size that it has there", async (path, width, height) => {
    const shape = await shapeOf(`discordsrv/Lantern_Lou/${path}`);
    expect(shape).toEqual([200, "image/png", width, height]);
  });

  it("scales a texture without smoothing, and sends it as it is unless a size is named", async () => {
    const skin = await world.request("/skin?username=Lantern_Lou");
    expect((await request("discordsrv/Lantern_Lou/texture")).bytes).toEqual(skin.bytes);
    const [small, large] = await Promise.all(
      [skin, await request("discordsrv/Lantern_Lou/texture/192")].map(({ bytes }) =>
        decodeImage(bytes),
      ),
    );
    const word = ({ data, width }: NonNullable<typeof small>, x: number, y: number) => [
      ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
    ];
    if (small === undefined || large === undefined) throw new Error("There are two.");
    for (let at = 0; at < 64; at++) {
      expect(word(large, 3 * at, 3 * at + 2)).toEqual(word(small, at, at));
    }
  });

  it("refuses what is no angle", async () => {
    for (const [query, text] of [
      ["pitch=91", "pitch must be between -90.0 and 90.0"],
      ["yaw=abc", "yaw must be a number"],
      ["pitch=Infinity", "pitch must be a finite number"],
    ] as const) {
      const reply = await request(`discordsrv/Lantern_Lou/player?${query}`);
      expect(textOf(reply)).toEqual([400, "text/plain; charset=utf-8", text]);
    }
    expect((await request("discordsrv/Lantern_Lou/player?yaw={yaw}&pitch=")).status).toBe(200);
  });

  it.each([
    [`texture={texture}&uuid=${LOU}&name=Lou&overlay`, `${LOU}/overlay`],
    ["texture=&uuid=&name=Lantern_Lou", "Lantern_Lou/head"],
    ["texture=83910c21&uuid=x&overlay=false", "83910c21/overlay"],
    ["name=../../evil%0D%0Ax", "..%2F..%2Fevil%0D%0Ax/head"],
    ["name=https://evil.example/", "https%3A%2F%2Fevil.example%2F/head"],
  ])("redirects head.png?%s to %s", async (query, location) => {
    const reply = await request(`discordsrv/head.png?${query}`);
    expect([reply.status, reply.headers["location"]]).toEqual([302, location]);
  });

  it.each(["", "?overlay", "?texture={texture}&uuid={uuid}", "?name=.."])(
    "refuses head.png%s, which names no player",
    async (query) => expect((await request(`discordsrv/head.png${query}`)).status).toBe(400),
  );

  it("has a default skin for the UUID of an offline server, and a 404 for an unknown player", async () => {
    const offline = await request("discordsrv/b50ad385-829d-3141-a216-7e7d7539ba7f/head");
    expect([offline.status, offline.headers["x-texture-source"]]).toEqual([200, "default"]);
    for (const who of ["nobody_at_all", UNKNOWN, "{texture}"]) {
      const reply = await request(`discordsrv/${encodeURIComponent(who)}/head`);
      expect([who, reply.status]).toEqual([who, 404]);
    }
  });
});
