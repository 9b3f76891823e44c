import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { listApp } from "../../scripts/app-routes.mjs";
import { appRoutes } from "./app-routes.ts";

it.each([
  ["[locale]/page.tsx", ["/en"], ["/xx", "/en/a", "/"]],
  ["[locale]/about-us/page.mdx", ["/de/about-us"], ["/xx/about-us", "/about-us", "/de/about-us/a"]],
  ["(site)/hello/route.ts", ["/hello"], ["/site/hello", "/hello/a"]],
  ["@slot/a.b/page.tsx", ["/a.b"], ["/aXb"]],
  ["shop/[id]/page.tsx", ["/shop/1"], ["/shop", "/shop/1/2"]],
  ["files/[...rest]/route.ts", ["/files/a/b"], ["/files"]],
  ["feed/[[...rest]]/route.ts", ["/feed", "/feed/a/b"], ["/feeds", "/feed/a%2Fb"]],
  ["_parts/page.tsx", [], ["/_parts"]],
  ["feed/(..)photo/page.tsx", [], ["/feed/photo", "/photo"]],
  ["docs/layout.tsx", [], ["/docs"]],
  ["avatar/[[...rest]]/route.ts", [], ["/avatar/Lou"]],
])("a file is a route as Next has it: %s", async (file, matching, others) => {
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-routes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "app", path.dirname(file)), { recursive: true });
  await writeFile(path.join(folder, "app", file), "");
  const { hasRoute } = appRoutes(listApp(folder));
  expect(matching.filter((one) => !hasRoute(one))).toEqual([]);
  expect(others.filter(hasRoute)).toEqual([]);
});

it("lists the files of public by their paths", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "nametag-routes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, "public", "press"), { recursive: true });
  await writeFile(path.join(folder, "public", "press", "a b.pdf"), "");
  const { hasFile } = appRoutes(listApp(folder));
  expect(["/press/a%20b.pdf", "/press"].map(hasFile)).toEqual([true, false]);
});
