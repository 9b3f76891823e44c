import { requestFromPage, test } from "./support/elsewhere.ts";
import { expect, provoking } from "./support/test.ts";

test("a page of another origin reads a profile", async ({ page, service }) => {
  const { status, text } = await requestFromPage(page, `${service.url}/api?username=NoodleKnight`);
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ success: true, java: { username: "NoodleKnight" } });
});

test(
  "a page of another origin reads errors",
  provoking("400 /api?username=%3F", "404 /api?username=Nobody_Abroad", "404 /api/nowhere"),
  async ({ page, service }) => {
    const codeOf = async (path: string) => {
      const { status, text } = await requestFromPage(page, service.url + path);
      return [status, (JSON.parse(text) as { code: string }).code];
    };
    expect(await codeOf("/api?username=%3F")).toEqual([400, "INVALID_PARAMETER"]);
    expect(await codeOf("/api?username=Nobody_Abroad")).toEqual([404, "NOT_FOUND"]);
    expect(await codeOf("/api/nowhere")).toEqual([404, "ROUTE_NOT_FOUND"]);
  },
);

test(
  "a page of another origin reads that a refresh is used up, and for how long",
  provoking("429 /api?username=PicklePilot&update=true"),
  async ({ page, service }) => {
    const url = `${service.url}/api?username=PicklePilot&update=true`;
    await fetch(url);
    const { status, text, headers } = await requestFromPage(page, url);
    expect(status).toBe(429);
    expect(JSON.parse(text)).toMatchObject({ success: false, code: "RATE_LIMITED", status: 429 });
    expect(headers["retry-after"]).toMatch(/^3[56]\d\d$/);
    expect(headers["ratelimit"]).toBe(`"refresh";r=0;t=${headers["retry-after"]}`);
    expect(headers["ratelimit-policy"]).toBe('"refresh";q=1;w=3600');
  },
);

test("a page of another origin follows the redirect of the old URL", async ({ page, service }) => {
  const response = await requestFromPage(page, `${service.url}/api.php?username=Saffron_Sky`);
  expect(response).toMatchObject({ status: 200, url: `${service.url}/api?username=Saffron_Sky` });
  expect(JSON.parse(response.text)).toMatchObject({ java: { username: "Saffron_Sky" } });
});

test("a page of another origin reads the headers of a response", async ({ page, service }) => {
  const { headers } = await requestFromPage(page, `${service.url}/head?username=ZapZucchini`);
  expect(headers["x-cache"]).toBe("MISS");
  expect(headers["x-texture-source"]).toBe("player");
  expect(headers["etag"]).toMatch(/^"[\w-]{27}"$/);
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a page of another origin sends requests with custom headers", async ({ page, service }) => {
  const url = `${service.url}/api?username=OrbitOpal`;
  const first = await requestFromPage(page, url, { headers: { "x-page": "elsewhere" } });
  expect(first.status).toBe(200);
  const again = await requestFromPage(page, url, {
    headers: { "if-none-match": first.headers["etag"] ?? "" },
  });
  expect(again).toMatchObject({ status: 304, text: "" });
});

test("a page of another origin shows heads", async ({ page, service }) => {
  const width = await page.evaluate(
    widthOfImage,
    `${service.url}/head?username=Lantern_Lou&size=96`,
  );
  expect(width).toBe(96);
});

test(
  "a page of another origin shows a face for an unknown player",
  provoking("404 /head?username=Nobody_Faceless"),
  async ({ page, service }) => {
    const url = `${service.url}/head?username=Nobody_Faceless`;
    expect(await page.evaluate(widthOfImage, url)).toBe(64);
    expect((await requestFromPage(page, url)).status).toBe(404);
  },
);

test("a page of another origin reads the pixels of a head", async ({ page, service }) => {
  const url = `${service.url}/head?username=Lantern_Lou&size=8`;
  const [first, alpha] = await page.evaluate(async (address) => {
    const image = new Image();
    image.crossOrigin = "anonymous";
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(8, 8).getContext("2d");
    canvas?.drawImage(image, 0, 0);
    const data = canvas?.getImageData(0, 0, 8, 8).data ?? new Uint8ClampedArray();
    return [data.length, data[3]];
  }, url);
  expect([first, alpha]).toEqual([256, 255]);
});

async function widthOfImage(url: string): Promise<number> {
  const image = new Image();
  image.src = url;
  document.body.append(image);
  await image.decode();
  return image.naturalWidth;
}
