import { spawnSync } from "node:child_process";
import { expect, test } from "./support/test.ts";
import { withWorld } from "./support/world.ts";

const TESS = "a9a041d770424d1bbe1e5c603300460c";
const QUILL = "6790b5f6bb61410a972998f020e6cc42";

interface Profile {
  cached: boolean;
  java: { skin_texture: string };
}

test.describe("two processes on one port", () => {
  test("show a refreshed player from the moment of the answer on", () =>
    withWorld({ WEB_CONCURRENCY: "2" }, async ({ service, sandbox }) => {
      const url = `${service.url}/api?username=${TESS}&type=java`;
      await Promise.all(Array.from({ length: 40 }, () => profileOf(url)));
      const before = await profileOf(url);
      sandbox.control.change(TESS, { skin: QUILL });
      const refreshed = await profileOf(`${url}&update=true`);
      expect(refreshed.java.skin_texture).not.toBe(before.java.skin_texture);
      const after = await Promise.all(Array.from({ length: 40 }, () => profileOf(url)));
      expect(new Set(after.map(({ java }) => java.skin_texture))).toEqual(
        new Set([refreshed.java.skin_texture]),
      );
    }));

  test("share one refresh limit and one list of recent lookups", () =>
    withWorld({ WEB_CONCURRENCY: "2" }, async ({ service }) => {
      const refresh = async () =>
        (await fetch(`${service.url}/api?username=Tinker_Tess&update=true`)).status;
      const statuses = await Promise.all(Array.from({ length: 30 }, refresh));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 429)).toHaveLength(29);
      await expect
        .poll(async () => {
          const body = (await (await fetch(`${service.url}/api?recent=1`)).json()) as {
            recent: { username: string }[];
          };
          return body.recent.map(({ username }) => username);
        })
        .toEqual(["Tinker_Tess"]);
    }));

  test("end together, and go on when one of them dies", () =>
    withWorld({ WEB_CONCURRENCY: "2" }, async ({ service }) => {
      const [member] = membersOf(service.pid);
      process.kill(member ?? 0, "SIGKILL");
      await expect.poll(() => membersOf(service.pid)).not.toContain(member);
      await expect.poll(() => membersOf(service.pid).length).toBe(2);
      await expect.poll(() => statusOf(`${service.url}/api/health`)).toBe(200);
      await service.stop();
    }));
});

test("fails no request while it drains", () =>
  withWorld({}, async ({ service }) => {
    await profileOf(`${service.url}/api?username=Lantern_Lou`);
    let stopping = false;
    const failures: unknown[] = [];
    const client = async () => {
      while (!stopping) {
        const status = await statusOf(`${service.url}/api?username=Lantern_Lou`).catch(String);
        if (status !== 200) failures.push(status);
      }
    };
    const clients = Array.from({ length: 20 }, client);
    await expect.poll(() => statusOf(`${service.url}/api/ready`)).toBe(200);
    const stopped = service.stop();
    await expect.poll(() => statusOf(`${service.url}/api/ready`)).toBe(503);
    stopping = true;
    await Promise.all(clients);
    await stopped;
    expect(failures).toEqual([]);
  }));

/** The processes that a process has started. */
function membersOf(pid: number): number[] {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  return stdout.split("\n").filter(Boolean).map(Number);
}

async function profileOf(url: string): Promise<Profile> {
  const response = await fetch(url, { headers: { connection: "close" } });
  expect(response.status).toBe(200);
  return (await response.json()) as Profile;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}
