import { readMetrics, sumOf } from "../lib/testing/metrics-text.ts";
import { childrenOf } from "./support/program.ts";
import { expect, settings, test } from "./support/test.ts";

test.use({ variables: settings.twoProcesses });

// One after the other: requests are counted from the start, and the last test loses a process.
test.describe.configure({ mode: "default" });

const requests = "nametag_requests_total";
const TESS = "a9a041d770424d1bbe1e5c603300460c";
const QUILL = "6790b5f6bb61410a972998f020e6cc42";
const REQUESTS = 40;

test("metrics of both are returned by either", async ({ service }) => {
  for (let at = 0; at < REQUESTS; at++) await get(`${service.url}/api/health`);
  let scrapes = 0;
  const scrapeBoth = async () => {
    let text = "";
    // A process that does not respond within a second is left out.
    await expect
      .poll(async () => {
        scrapes += 1;
        text = await scrape(service.url);
        return sumOf(text, "nametag_processes");
      })
      .toBe(2);
    return text;
  };
  for (let at = 0; at < 6; at++) {
    const text = await scrapeBoth();
    expect(sumOf(text, requests, { route: "/api/health" })).toBe(REQUESTS);
    expect(sumOf(text, requests, { route: "/api/metrics" })).toBe(scrapes - 1);
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

test("serve a refreshed player as soon as the refresh has responded", async ({
  service,
  sandbox,
}) => {
  const textureOf = async (query = "") => {
    const text = await get(`${service.url}/api?username=${TESS}&type=java${query}`);
    return (JSON.parse(text) as { java: { skin_texture: string } }).java.skin_texture;
  };
  await Promise.all(Array.from({ length: 40 }, () => textureOf()));
  const before = await textureOf();
  sandbox.control.change(TESS, { skin: QUILL });
  const refreshed = await textureOf("&update=true");
  expect(refreshed).not.toBe(before);
  const after = await Promise.all(Array.from({ length: 40 }, () => textureOf()));
  expect(new Set(after)).toEqual(new Set([refreshed]));
});

test("share one refresh limit and one list of recent lookups", async ({ service }) => {
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const refresh = async () =>
    (await fetch(`${service.url}/api?username=Captain_Cobble&update=true`, { headers })).status;
  const statuses = await Promise.all(Array.from({ length: 30 }, refresh));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(29);
  await expect
    .poll(async () => {
      const body = JSON.parse(await get(`${service.url}/api?recent=1`)) as {
        recent: { username: string }[];
      };
      return body.recent.map(({ username }) => username);
    })
    .toEqual(["Captain_Cobble", "Tinker_Tess"]);
});

test("serve the page of a refreshed player on the next load", async ({ service, sandbox }) => {
  const names = async () => {
    const pages = Array.from({ length: 40 }, (_, at) =>
      get(`${service.url}/${at % 2 === 0 ? "en" : "ar"}/player/${QUILL}`),
    );
    const titles = (await Promise.all(pages)).map((html) => /<title>([^<]*)/.exec(html)?.[1]);
    return [...new Set(titles)];
  };
  const [before = ""] = await names();
  expect(before).toContain("Quill");
  expect(await names()).toHaveLength(1);
  sandbox.control.change(QUILL, { name: "Renamed_Quill" });
  const headers = { "x-forwarded-for": "203.0.113.8" };
  const refreshed = await fetch(`${service.url}/api?username=${QUILL}&update=true`, { headers });
  expect(refreshed.status).toBe(200);
  expect((await names()).every((title) => title?.startsWith("Renamed_Quill"))).toBe(true);
});

test("continue when one hangs and dies, and end together", async ({ service }) => {
  const [member = 0] = childrenOf(service.pid);
  process.kill(member, "SIGSTOP");
  const leaving = new AbortController();
  const given: string[] = [];
  const texts = Array.from({ length: 6 }, async () => {
    given.push(await scrape(service.url, leaving.signal));
  });
  // A connection to the hanging process gets no response.
  await expect.poll(() => given.length).toBeGreaterThan(0);
  leaving.abort();
  await Promise.allSettled(texts);
  for (const text of given) expect(sumOf(text, "nametag_processes")).toBe(1);

  process.kill(member, "SIGKILL");
  // A connection to the process that has just died gets no response either.
  const processes = () =>
    scrape(service.url, AbortSignal.timeout(3_000)).then(
      (text) => sumOf(text, "nametag_processes"),
      () => 0,
    );
  await expect.poll(processes, { timeout: 60_000 }).toBe(2);
  expect(childrenOf(service.pid)).toHaveLength(2);
  expect(childrenOf(service.pid)).not.toContain(member);
  await service.stop();
});

function scrape(url: string, signal?: AbortSignal): Promise<string> {
  return get(`${url}/api/metrics`, signal);
}

/** Sends a request on a new connection, so that the processes take turns. */
async function get(url: string, signal: AbortSignal | null = null): Promise<string> {
  const response = await fetch(url, { headers: { connection: "close" }, signal });
  expect(response.status).toBe(200);
  return response.text();
}
