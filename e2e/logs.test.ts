import { expect, test } from "vitest";
import { freePort } from "../testing/local-server.ts";
import { preload, type Program, START, withProgram } from "./support/program.ts";
import { speak } from "./support/raw.ts";
import { LISTENING, withoutNext, withSandbox } from "./support/service.ts";

/** Characters that must be escaped: control, format and separator characters. */
const FORBIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const CLIENT = "203.0.113.77";
const CLIENT_V6 = "2001:db8:77:66::1";
const MARK = "Marked_By_Test";

const hostile = [
  `${MARK}\n{"level":60,"msg":"forged"}`,
  `${MARK}\u001b[31m\u0007\u009b`,
  `${MARK}\u202e\u2066\u061c\u2028\ufeff`,
  `${MARK}\u0000`,
  `${MARK}"}\\`,
  `<script>${MARK}</script>`,
  "__proto__",
  "../../../etc/passwd",
  "%s %d %j %o %O",
  "\ud83e\uddd1\u200d\ud83c\udf3e",
  `${MARK}${"x".repeat(1_900)}`,
];

test("prints one JSON object per line for any request and page output, and never who requested what", () =>
  withNoise(async (service) => {
    const words = () => service.log().filter(({ source }) => source === "pages");
    await expect.poll(() => words().filter(({ level }) => level === 40).length).toBeGreaterThan(4);
    const said = words().map(({ msg }) => msg);
    expect(said).toContain("one");
    expect(said.filter((msg) => msg.startsWith("two"))).not.toEqual([]);

    await expect.poll(async () => (await fetch(`${service.url}/en`)).status).toBe(200);
    for (const text of hostile) await requestEverywhere(service, text);
    await expect.poll(() => responsesIn(service).length).toBeGreaterThan(hostile.length * 10);

    expect(service.text()).not.toMatch(FORBIDDEN);
    for (const line of service.log()) {
      for (const value of Object.values(line)) {
        if (typeof value === "string") expect(value.length).toBeLessThanOrEqual(256);
      }
    }
    for (const secret of [CLIENT, "203.0.113", CLIENT_V6, "2001:db8:77", MARK]) {
      expect(service.text()).not.toContain(secret);
    }
  }));

test("logs once that an upstream is down, for any number of requests, and why", () =>
  withNoise(async (service, fail) => {
    fail();
    const names = Array.from({ length: 60 }, (_, at) => `Nobody_${at}`);
    await Promise.all(names.map((name) => fetch(`${service.url}/api?username=${name}&type=java`)));
    process.kill(service.pid, "SIGUSR2");
    expect(await service.ended()).toEqual([1, null]);
    expect(service.text()).toMatch(/\n$/);
    const failures = service.log().filter(({ provider }) => provider === "minecraftservices");
    expect(failures.length).toBeGreaterThan(0);
    const keys = failures.map(({ operation, kind }) => `${String(operation)} ${String(kind)}`);
    expect(new Set(keys).size).toBe(keys.length);

    const lines = service.log();
    const [warning, end] = lines.splice(-2);
    expect(JSON.stringify(lines)).not.toContain("node:internal");
    expect(warning).toMatchObject({ level: 40, type: "Warning" });
    expect(end).toMatchObject({
      level: 60,
      origin: "unhandledRejection",
      err: { type: "TypeError", stack: expect.stringContaining("at ") },
    });
    expect(service.text()).not.toMatch(FORBIDDEN);
  }));

test.each([
  ["1", "> /dev/full 2>&1"],
  ["2", "2>&1 | true"],
])(
  "starts and serves with %s processes when its output cannot be written: %s",
  async (processes, output) => {
    const port = String(await freePort());
    const variables = withoutNext({ WEB_CONCURRENCY: processes, PORT: port });
    await withProgram(["sh", "-c", `${START.join(" ")} ${output}`], variables, async () => {
      const metrics = () =>
        fetch(`http://127.0.0.1:${port}/api/metrics`).then(
          (response) => response.text(),
          () => "",
        );
      await expect.poll(metrics).toMatch(/^nametag_log_lines_lost_total [1-9]/m);
    });
  },
);

/** A service behind a proxy that loads noisy code; `fail` makes every upstream fail. */
function withNoise(
  use: (service: PrintingService, fail: () => void) => Promise<void>,
): Promise<void> {
  return withSandbox(async ({ sandbox, directory }) => {
    const variables = {
      ...sandbox.environment,
      DATA_DIR: directory,
      LOG_LEVEL: "debug",
      TRUSTED_PROXY_HOPS: "1",
      ...preload("noise"),
    };
    const fail = () => void sandbox.control.fault({ route: "*", fault: { kind: "drop" } });
    await withProgram(START, variables, async (program) => {
      const port = Number(new URL(await program.prints(LISTENING)).port);
      const url = `http://127.0.0.1:${port}`;
      const outputs = () => Object.values(program.printed);
      const text = () => outputs().join("");
      // The last line of an output may still be arriving.
      const lines = () => outputs().flatMap((output) => output.split("\n").slice(0, -1));
      const log = () => lines().filter(Boolean).map(readLine);
      await use({ ...program, port, url, text, log }, fail);
    });
  });
}

/** Puts a text into every part of a request that might be logged. */
async function requestEverywhere({ port }: PrintingService, text: string): Promise<void> {
  const encoded = encodeURIComponent(text);
  // As bytes, without those that would end the header.
  const raw = Buffer.from(text.replace(/[\r\n\0]/g, ""), "utf8").toString("latin1");
  const headers = [
    "Host: nametag",
    "Connection: close",
    `User-Agent: ${raw}`,
    `Referer: ${raw}`,
    `Cookie: NEXT_LOCALE=${raw}`,
    `Accept-Language: ${raw}`,
    `X-Forwarded-For: ${text.length % 2 === 0 ? CLIENT : CLIENT_V6}`,
  ];
  const targets = [
    `/api?username=${encoded}`,
    `/api?username=${raw.replaceAll(" ", "")}`,
    `/api/${encoded}`,
    `/head?username=${encoded}&update=true`,
    `/skin?texture=${encoded}`,
    `/${encoded}`,
    `/en/${encoded}`,
    `/en?username=${encoded}`,
    `/_next/static/${encoded}`,
    `/_next/data/${encoded}.json`,
  ];
  const plain = headers.filter((header) => !header.includes(raw));
  const requests = targets.flatMap((target) =>
    [headers, [...plain, "RSC: 1", `Next-Url: ${encoded}`]].map((lines) =>
      [`GET ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n"),
    ),
  );
  const responses = await Promise.all(requests.map((request) => speak(port, request)));
  for (const { status } of responses) expect(status).toBeLessThan(500);
}

function responsesIn(service: PrintingService) {
  return service.log().filter(({ msg }) => msg === "Answered");
}

/** A line of the service's log. */
type LogLine = Record<string, unknown> & { level: number; msg: string };

/** The service as in production, and everything it prints. */
interface PrintingService extends Program {
  readonly port: number;
  readonly url: string;
  /** The text of both outputs. */
  text(): string;
  /** Its complete lines, each parsed as a JSON object; fails when one is anything else. */
  log(): LogLine[];
}

function readLine(line: string): LogLine {
  const read = JSON.parse(line) as LogLine;
  expect(read).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
  return read;
}
