import { createHash } from "node:crypto";
import sharp from "sharp";
import { skinViews, viewUrl } from "../lib/contract/views.ts";
import { requestFromPage, test } from "./support/elsewhere.ts";
import { expect, provoking } from "./support/test.ts";

test(
  "a page of another origin reads errors",
  provoking("400 /api?username=%3F", "404 /api?username=Nobody_Abroad", "404 /api/nowhere"),
  async ({ page, service }) => {
    for (const [path, status, code] of [
      ["/api?username=%3F", 400, "INVALID_PARAMETER"],
      ["/api?username=Nobody_Abroad", 404, "NOT_FOUND"],
      ["/api/nowhere", 404, "ROUTE_NOT_FOUND"],
    ] as const) {
      const seen = await requestFromPage(page, service.url + path);
      expect([seen.status, JSON.parse(seen.text)]).toMatchObject([status, { code }]);
    }
  },
);

test(
  "a page of another origin reads that a refresh is used up, and for how long",
  provoking("429 /api?username=PicklePilot&update=true"),
  async ({ page, service }) => {
    const url = `${service.url}/api?username=PicklePilot&update=true`;
    // A client has one refresh an hour.
    const client = { "x-forwarded-for": "203.0.113.4" };
    await page.setExtraHTTPHeaders(client);
    expect((await fetch(url, { headers: client })).status).toBe(200);
    const { status, text, headers } = await requestFromPage(page, url);
    expect(status).toBe(429);
    expect(JSON.parse(text)).toMatchObject({ success: false, code: "RATE_LIMITED", status: 429 });
    expect(headers["retry-after"]).toMatch(/^3[56]\d\d$/);
    expect(headers["ratelimit"]).toBe(`"refresh";r=0;t=${headers["retry-after"]}`);
    expect(headers["ratelimit-policy"]).toBe('"refresh";q=1;w=3600');
  },
);

test("a page of another origin reads profiles and headers, with custom headers of its own", async ({
  page,
  service,
}) => {
  const redirected = await requestFromPage(page, `${service.url}/api.php?username=Saffron_Sky`);
  const url = `${service.url}/api?username=Saffron_Sky`;
  expect(redirected).toMatchObject({ status: 200, url });
  expect(JSON.parse(redirected.text)).toMatchObject({ java: { username: "Saffron_Sky" } });
  const custom = { "if-none-match": redirected.headers["etag"] ?? "", "x-page": "elsewhere" };
  const again = await requestFromPage(page, url, { headers: custom });
  expect(again).toMatchObject({ status: 304, text: "" });

  const { headers } = await requestFromPage(page, `${service.url}/head?username=ZapZucchini`);
  expect(headers["x-cache"]).toBe("MISS");
  expect(headers["x-texture-source"]).toBe("player");
  expect(headers["etag"]).toMatch(/^"[\w-]{27}"$/);
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test(
  "a page of another origin shows every view in every format, and a face for an unknown player",
  provoking("404 /head?username=Nobody_Faceless"),
  async ({ page, service }) => {
    const player = { username: "Lantern_Lou", type: "java" } as const;
    const capeViews = ["front", "back", "elytra"].map((view) => ({ path: "/cape", view }));
    for (const view of [...skinViews, ...capeViews]) {
      for (const format of ["png", "webp"] as const) {
        const url = service.url + viewUrl(view, { ...player, size: 96, format });
        expect([url, await page.evaluate(heightOf, url)]).toEqual([url, 96]);
      }
    }
    const url = `${service.url}/head?username=Nobody_Faceless`;
    expect(await page.evaluate(heightOf, url)).toBe(64);
    expect((await requestFromPage(page, url)).status).toBe(404);
  },
);

// `lib/http/head.test.ts` checks each pixel of the file.
test("a page of another origin reads the pixels of a head exactly as they are in the file", async ({
  page,
  service,
}) => {
  for (const size of [8, 64, 100, 512]) {
    for (const options of ["", "&overlay=false", "&format=webp", "&format=webp&overlay=false"]) {
      const url = `${service.url}/head?username=NoodleKnight&size=${size}${options}`;
      const file = Buffer.from(await (await fetch(url)).arrayBuffer());
      const pixels = await sharp(file).ensureAlpha().raw().toBuffer();
      expect(pixels.length).toBe(size * size * 4);
      const digest = createHash("sha256").update(pixels).digest("hex");
      expect(await page.evaluate(digestOf, url), url).toBe(digest);
    }
  }
});

test("an image that is opened alone is in the middle of its page", async ({ page, service }) => {
  for (const path of ["/head/Lantern_Lou/64.png", "/skin?username=Lantern_Lou"]) {
    await page.goto(service.url + path);
    const { x, y, width, height } = await page.locator("img").evaluate((image) => {
      const box = image.getBoundingClientRect();
      return {
        x: box.x,
        y: box.y,
        width: innerWidth - box.right,
        height: innerHeight - box.bottom,
      };
    });
    expect([x, y], path).toEqual([width, height]);
    expect(Math.min(x, y), path).toBeGreaterThan(0);
  }
});

async function heightOf(url: string): Promise<number> {
  const image = new Image();
  image.src = url;
  document.body.append(image);
  await image.decode();
  return image.naturalHeight;
}

/** The SHA-256 of an image's pixels, as a script reads them. Runs in the page. */
async function digestOf(url: string): Promise<string> {
  const image = new Image();
  image.crossOrigin = "anonymous";
  image.src = url;
  await image.decode();
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d", { colorSpace: "srgb" });
  if (context === null) throw new Error("There is no canvas.");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
