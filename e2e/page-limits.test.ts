import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Pool } from "undici";
import { expect, test } from "vitest";
import { routing } from "../site/i18n/routing.ts";
import { freePort } from "../testing/local-server.ts";
import { preload } from "./support/program.ts";
import { withSandbox, withWorld } from "./support/service.ts";

const PAGES = 600;
const PATIENCE_MS = 60_000;

test("a flood of player pages: each request gets the page or a 503, and the API still responds", () =>
  withWorld({}, async ({ service, sandbox }) => {
    const names: string[] = [];
    for (const { java } of sandbox.players) {
      const known = java && (await statusOf(`${service.url}/api?username=${java.name}`)) === 200;
      if (known) names.push(java.name);
    }
    const known = `${service.url}/api?username=${names[0]}`;
    let flooding = true;
    const requestApi = async () => {
      const statuses = new Set<number>();
      while (flooding) statuses.add(await statusOf(known));
      return statuses;
    };
    const apiStatuses = requestApi();
    const pool = new Pool(service.url, { connections: PAGES, headersTimeout: PATIENCE_MS });
    const responses = await Promise.all(
      Array.from({ length: PAGES }, async (_, at) => {
        // Far more than may wait to be rendered.
        const locale = routing.locales[at % routing.locales.length];
        const path = `/${locale}/player/${names[at % names.length]}`;
        const { statusCode, headers, body } = await pool.request({ method: "GET", path });
        return { statusCode, headers, text: await body.text() };
      }),
    );
    flooding = false;
    await pool.close();

    expect([...(await apiStatuses)]).toEqual([200]);
    const [pages, refused] = [200, 503].map((status) =>
      responses.filter(({ statusCode }) => statusCode === status),
    );
    expect((pages?.length ?? 0) + (refused?.length ?? 0)).toBe(PAGES);
    expect(pages?.length).toBeGreaterThan(16);
    for (const { text } of pages ?? []) expect(text).toContain("</html>");
    // More arrived at once than may wait.
    expect(refused?.length).toBeGreaterThan(0);
    for (const { headers, text } of refused ?? []) {
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "retry-after": "5",
      });
      expect(text).toMatch(/<title[^>]*>.+ · Nametag<\/title>/);
    }
    expect(await statusOf(`${service.url}/en`)).toBe(200);
    expect(await statusOf(`${service.url}/api/ready`)).toBe(200);
  }));

test("at the start: not ready until pages are, and a requested page waits", () =>
  withSandbox(async ({ start, directory }) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const PAGES_BEGIN = path.join(directory, "pages-begin");
    const starting = start({ PORT: String(port), PAGES_BEGIN, ...preload("late pages") });
    await expect
      .poll(() => statusOf(`${url}/api/health`).catch(() => 0), { interval: 5 })
      .toBe(200);
    const page = fetch(`${url}/en/player/Lantern_Lou`);
    const first = await fetch(`${url}/api/ready`);
    expect(first.status).toBe(503);
    expect(await first.json()).toMatchObject({ code: "OVERLOADED", missing: ["pages"] });
    expect(first.headers.get("retry-after")).toBe("1");
    await writeFile(PAGES_BEGIN, "");
    const response = await page;
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Lantern_Lou");
    expect(await statusOf(`${url}/api/ready`)).toBe(200);
    const service = await starting;
    await service.stop();
  }));

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}
