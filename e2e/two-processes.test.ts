import { expect, test } from "vitest";
import { readMetrics, sumOf } from "../testing/metrics-text.ts";
import { childrenOf } from "./support/program.ts";
import { settings } from "./support/settings.ts";
import { useWorld } from "./support/use.ts";

// Requests are counted from the start, and the last test loses a process.
const world = useWorld(settings.twoProcesses);

const requests = "nametag_requests_total";
const TESS = "a9a041d770424d1bbe1e5c603300460c";
const QUILL = "6790b5f6bb61410a972998f020e6cc42";
const REQUESTS = 40;

test("metrics of both, of pages as of all other responses, are returned by either", async () => {
  for (let at = 0; at < REQUESTS; at++) await get(`${world().service.url}/api/health`);
  await get(`${world().service.url}/en`);
  await get(`${world().service.url}/en/no/such/page`, { status: 404 });
  let scrapes = 0;
  const scrapeBoth = async () => {
    let text = "";
    // A process that does not respond within a second is left out.
    await expect
      .poll(async () => {
        scrapes += 1;
        text = await scrape(world().service.url);
        return sumOf(text, "nametag_processes");
      })
      .toBe(2);
    return text;
  };
  for (let at = 0; at < 6; at++) {
    const text = await scrapeBoth();
    expect(sumOf(text, requests, { route: "/api/health" })).toBe(REQUESTS);
    // Rendered at most once a second, for all who ask.
    expect(sumOf(text, requests, { route: "/api/metrics" })).toBeLessThan(scrapes);
    expect(sumOf(text, requests, { route: "page", status: "200" })).toBe(1);
    expect(sumOf(text, requests, { route: "page", status: "404" })).toBe(1);
    expect(sumOf(text, "nametag_build_info")).toBe(1);
    expect(sumOf(text, "nametag_store_up", { store: "values" })).toBe(1);
    const families = readMetrics(text);
    expect(families.get("process_resident_memory_bytes")?.lines).toHaveLength(1);
  }
  const texts = await Promise.all(Array.from({ length: 10 }, scrapeBoth));
  for (const text of texts) {
    expect(sumOf(text, requests, { route: "/api/health" })).toBe(REQUESTS);
  }
});

test("serve a refreshed player as soon as the refresh has responded", async () => {
  const textureOf = async (query = "") => {
    const text = await get(`${world().service.url}/api?username=${TESS}&type=java${query}`);
    return (JSON.parse(text) as { java: { skin_texture: string } }).java.skin_texture;
  };
  await Promise.all(Array.from({ length: 40 }, () => textureOf()));
  const before = await textureOf();
  world().sandbox.control.change(TESS, { skin: QUILL });
  const refreshed = await textureOf("&update=true");
  expect(refreshed).not.toBe(before);
  const after = await Promise.all(Array.from({ length: 40 }, () => textureOf()));
  expect(new Set(after)).toEqual(new Set([refreshed]));
});

test("share one refresh limit and one list of recent lookups", async () => {
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const refresh = async () =>
    (await fetch(`${world().service.url}/api?username=Captain_Cobble&update=true`, { headers }))
      .status;
  const statuses = await Promise.all(Array.from({ length: 30 }, refresh));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(29);
  await expect
    .poll(async () => {
      const body = JSON.parse(await get(`${world().service.url}/api?recent=1`)) as {
        recent: { username: string }[];
      };
      return body.recent.map(({ username }) => username);
    })
    .toEqual(["Captain_Cobble", "Tinker_Tess"]);
});

test("serve the page of a refreshed player on the next load", async () => {
  const names = async () => {
    const pages = Array.from({ length: 40 }, (_, at) =>
      get(`${world().service.url}/${at % 2 === 0 ? "en" : "ar"}/player/${QUILL}`),
    );
    const titles = (await Promise.all(pages)).map((html) => /<title[^>]*>([^<]*)/.exec(html)?.[1]);
    return [...new Set(titles)];
  };
  const [before = ""] = await names();
  expect(before).toContain("Quill");
  expect(await names()).toHaveLength(1);
  world().sandbox.control.change(QUILL, { name: "Renamed_Quill" });
  const headers = { "x-forwarded-for": "203.0.113.8" };
  const refreshed = await fetch(`${world().service.url}/api?username=${QUILL}&update=true`, {
    headers,
  });
  expect(refreshed.status).toBe(200);
  expect((await names()).every((title) => title?.startsWith("Renamed_Quill"))).toBe(true);
});

test("continue when one hangs and dies, and end together", async () => {
  const [member = 0] = childrenOf(world().service.pid);
  // A connection to a process that hangs, or has just died, gets no response.
  const processes = () =>
    scrape(world().service.url, AbortSignal.timeout(3_000)).then(
      (text) => sumOf(text, "nametag_processes"),
      () => 0,
    );
  process.kill(member, "SIGSTOP");
  await expect.poll(processes, { timeout: 45_000 }).toBe(1);
  process.kill(member, "SIGKILL");
  await expect.poll(processes, { timeout: 45_000 }).toBe(2);
  expect(childrenOf(world().service.pid)).toHaveLength(2);
  expect(childrenOf(world().service.pid)).not.toContain(member);
  await world().service.stop();
});

function scrape(url: string, signal: AbortSignal | null = null): Promise<string> {
  return get(`${url}/api/metrics`, { signal });
}

/** Sends a request on a new connection, so that the processes take turns. */
async function get(
  url: string,
  { signal = null, status = 200 }: { signal?: AbortSignal | null; status?: number } = {},
): Promise<string> {
  const response = await fetch(url, { headers: { connection: "close" }, signal });
  expect(response.status).toBe(status);
  return response.text();
}
