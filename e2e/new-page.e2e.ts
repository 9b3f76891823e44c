import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import type { Browser } from "playwright/test";
import { freePort, programOf, root } from "../scripts/prepare.mjs";
import { copyTracked } from "./support/copy.ts";
import { withProgram } from "./support/program.ts";
import { withSandbox } from "./support/service.ts";
import { complaintsOf, expect, noteHydration, test } from "./support/test.ts";

/*
 * A page, a route handler and files that somebody adds as Next's documentation says (`e2e/new-page`) behave alike in
 * `npm start`, `next start` and `next dev`.
 */

const BUILD_MS = 1_200_000;
/** A gamertag that no provider can look up. */
const UNSEARCHABLE = `/en/player/${encodeURIComponent("숲속오두막")}`;
const run = promisify(execFile);

test("what is new in app and public works alike in all three ways of starting", async ({
  browser,
}) => {
  test.setTimeout(BUILD_MS);
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-new-page-"));
  try {
    await copyTracked(folder);
    const mode = constants.COPYFILE_FICLONE;
    const options = { recursive: true, verbatimSymlinks: true, mode };
    await cp(path.join(root, "node_modules"), path.join(folder, "node_modules"), options);
    await cp(path.join(root, "e2e", "new-page"), folder, options);
    await run(process.execPath, [path.join(folder, "scripts", "build.mjs")], { cwd: folder });
    await withSandbox(async ({ sandbox, directory }) => {
      const start = path.join(folder, "scripts", "start.mjs");
      const next = programOf("next", folder);
      for (const [words, ready] of [
        [[start], /ready at http/],
        [[next, "start"], /Ready in/],
        // By another name, its pages would not come to life: Next refuses it their updates.
        [[next, "dev", "--hostname", "127.0.0.1"], /Ready in/],
      ] as const) {
        const port = String(await freePort());
        const isDev = words.includes("dev");
        const variables = {
          ...sandbox.environment,
          NODE_ENV: isDev ? "development" : "production",
          NEXT_TELEMETRY_DISABLED: "1",
          DATA_DIR: directory,
          PORT: port,
        };
        const use = async ({ prints }: { prints(pattern: RegExp): Promise<string> }) => {
          await prints(ready);
          const url = `http://127.0.0.1:${port}`;
          await expectRows(url, isDev);
          await expectAttacksToFail(url);
          await expectPagesToLive(browser, url);
        };
        await withProgram([process.execPath, ...words], variables, use, { cwd: folder });
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
}

interface Received {
  /** Status, and where a redirect leads. */
  status: string;
  type: string | undefined;
  policy: string;
  isKept: boolean;
  body: string;
}

/** Unlike `fetch`, this sends any header. */
function ask(url: string, { method = "GET", headers = {} }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { "accept-language": "de", ...headers } });
    sent.on("response", (response) => {
      const { statusCode, headers: fields } = response;
      const { location = "", "content-type": type, "cache-control": caching = "" } = fields;
      text(response).then(
        (body) =>
          resolve({
            status: `${statusCode} ${location}`.trim(),
            type: type?.split(";", 1)[0],
            policy: String(fields["content-security-policy"]),
            isKept: !caching.includes("no-store"),
            body,
          }),
        reject,
      );
    });
    sent.on("error", reject).end();
  });
}

async function expectRows(url: string, isDev: boolean): Promise<void> {
  const headers = { cookie: "flavour=7", "x-agent": "me" };
  const page = await ask(`${url}/en/about-us?q=1`, { headers });
  expect(page).toMatchObject({ status: "200", type: "text/html", isKept: false });
  expect(page.body).toContain("flavour=7 q=1 agent=me");
  expect(page.body).toContain("<title>About us</title>");
  const other = await ask(`${url}/de/about-us?q=2`);
  expect(other.body).toContain("flavour=none q=2 agent=none");
  expect(other.body).toContain('<html lang="de"');
  const head = await ask(`${url}/en/about-us`, { method: "HEAD" });
  expect(head).toMatchObject({ status: "200", body: "" });
  expect(head.policy).toContain("nonce-");

  await expectToStream(url);

  const [one, two] = [await ask(`${url}/hello-there?q=1`), await ask(`${url}/hello-there?q=2`)];
  expect(one).toMatchObject({ status: "200", type: "application/json", isKept: false });
  const [first, second] = [one, two].map(({ body }) => JSON.parse(body) as { count: number });
  expect(second).toEqual({ count: (first?.count ?? 0) + 1, q: "2" });

  for (const file of ["/google-verify.html", "/notes.xyz"]) {
    expect(await ask(url + file), file).toMatchObject({ status: "200", isKept: true });
  }

  const statuses = {
    "/about-us?q=3": "307 /de/about-us?q=3",
    "/xx/about-us": "307 /de/xx/about-us",
    "/de/xx/about-us": "404",
    "/nowhere": "307 /de/nowhere",
    "/de/nowhere": "404",
    "/no.such.txt": "307 /de/no.such.txt",
    "/en/docs/nowhere": "404",
    "/en/player/Lantern_Lou": "200",
    "/en/player/Nobody_Here": "404",
    [UNSEARCHABLE]: "502",
    "/en/player/a%2Fb": "400",
    "/en/player?username=..": "400",
  };
  const found: Record<string, string> = {};
  for (const target of Object.keys(statuses)) {
    const { status, body } = await ask(url + target);
    found[target] = status;
    // An empty document would be filled by scripts alone.
    if (!status.startsWith("307")) expect(body, target).toMatch(/<h1[\s>]/);
  }
  expect(found).toEqual(statuses);

  const failed = await ask(`${url}/en/about-us?fail=1`);
  expect(failed).toMatchObject({ status: "500", type: "text/html", isKept: false });
  expect((await ask(`${url}/en/about-us`)).status).toBe("200");

  for (const method of ["POST", "PUT", "DELETE"]) {
    for (const target of ["/en/about-us", "/hello-there"]) {
      const { status, body } = await ask(url + target, { method });
      expect([status, body]).toEqual(["405", expect.stringContaining("Only GET, HEAD")]);
      expect(body.includes("server actions")).toBe(isDev);
    }
  }
  const preflight = await ask(`${url}/en/about-us`, { method: "OPTIONS" });
  expect(preflight.status).toBe("204");
}

/** The page is begun before all of it is there: a second request lets the rest come. */
async function expectToStream(url: string): Promise<void> {
  const response = await fetch(`${url}/en/about-us?wait=a`);
  const decoder = new TextDecoder();
  let seen = "";
  let isReleased = false;
  for await (const part of response.body ?? []) {
    seen += decoder.decode(part, { stream: true });
    if (isReleased || !seen.includes("Still waiting")) continue;
    expect(seen).not.toContain("Here at last");
    isReleased = true;
    await ask(`${url}/hello-there?release=a`);
  }
  expect(seen).toContain("Here at last");
}

/** What worked on some version of Next, or would on a careless front. */
async function expectAttacksToFail(url: string): Promise<void> {
  const before = await ask(`${url}/en/docs`);
  const skip = { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" };
  for (const headers of [skip, { "next-action": "a" }, { "x-nextjs-data": "1" }]) {
    const { status, policy, body } = await ask(`${url}/en/about-us`, { headers });
    expect([status, policy], JSON.stringify(headers)).toEqual([
      "200",
      expect.stringMatching(/script-src 'self' 'nonce-/),
    ]);
    expect(body).toContain("flavour=none");
    const posted = await ask(`${url}/en/about-us`, { method: "POST", headers });
    expect(posted.status).toBe("405");
  }
  const nonce = { "x-nametag-nonce": "evil", "content-security-policy": "script-src 'nonce-evil'" };
  for (const target of ["/en/about-us", "/en/docs"]) {
    const { policy, body } = await ask(url + target, { headers: nonce });
    expect(policy + body).not.toContain("evil");
  }
  const inAnotherLanguage = { "x-next-intl-locale": "ja", "x-nametag-path": "/evil" };
  const { body } = await ask(`${url}/en/about-us`, { headers: inAnotherLanguage });
  expect(body).toContain('<html lang="en"');
  expect(body).not.toContain("/evil");

  // Nothing that the router asks for is kept in place of a page, and the other way round.
  const components = await ask(`${url}/en/docs?_rsc`, { headers: { rsc: "1" } });
  expect(components).toMatchObject({ status: "200", type: "text/x-component", isKept: false });
  const html = await ask(`${url}/en/docs?_rsc=evil`);
  expect(html).toMatchObject({ status: "200", type: "text/html", isKept: false });
  const missing = await ask(`${url}/en/nowhere?_rsc`, { headers: { rsc: "1" } });
  expect(missing.status).toBe("404");
  const after = await ask(`${url}/en/docs`);
  expect(after).toMatchObject({ status: "200", type: "text/html", isKept: before.isKept });
  if (before.isKept) expect(after).toEqual(before);
}

/** `<Link>` and `router.refresh()` load no document, and nothing of them is against the policy. */
async function expectPagesToLive(browser: Browser, baseURL: string): Promise<void> {
  const page = await browser.newPage({ baseURL });
  await noteHydration(page);
  const complaints = complaintsOf(page);
  // In development, it is compiled when it is first requested.
  await ask(`${baseURL}/en/status`);
  await page.goto("/en/about-us?q=1");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const rendered = page.getByText(/^render \d+$/);
  const before = (await rendered.textContent()) ?? "";
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(rendered).not.toHaveText(before, { timeout: 1_000 });
  }).toPass();
  await page.getByRole("link", { name: "To the status" }).click();
  await expect(page).toHaveURL("/en/status");
  await expect(page).toHaveTitle(/Status/);
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);
  expect([...complaints]).toEqual([]);
  await page.close();
}
