import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { endpoints } from "../routes/index.ts";
import { parseQuery } from "./parse-query.ts";
import { address, profileUrl, withSize } from "./urls.ts";
import { skinViews, viewUrl } from "./views.ts";

describe("profileUrl", () => {
  it("names only what differs from the default", () => {
    expect(profileUrl("Lantern_Lou")).toBe("/api?username=Lantern_Lou");
    expect(profileUrl("Lantern_Lou", { type: "all", update: false })).toBe(
      "/api?username=Lantern_Lou",
    );
    expect(profileUrl("Lantern_Lou", { type: "bedrock" })).toBe(
      "/api?username=Lantern_Lou&type=bedrock",
    );
    expect(profileUrl("Lantern_Lou", { type: "java", update: true })).toBe(
      "/api?username=Lantern_Lou&type=java&update=true",
    );
  });

  it.each([
    ["", "/api?username="],
    ["Lantern Lou", "/api?username=Lantern%20Lou"],
    ["a&update=true", "/api?username=a%26update%3Dtrue"],
    ["#1 + 1/2?", "/api?username=%231%20%2B%201%2F2%3F"],
    ["Łucja", "/api?username=%C5%81ucja"],
    ["😀", "/api?username=%F0%9F%98%80"],
    ["half \uD83D", "/api?username=half%20%EF%BF%BD"],
  ])("encodes %j", (username, url) => {
    expect(profileUrl(username)).toBe(url);
    expect(new URL(url, "http://localhost").searchParams.getAll("update")).toEqual([]);
  });
});

describe("image URLs", () => {
  it("leave out parameters that are undefined", () => {
    expect(address("/skin", { username: "Lou", type: "java", size: undefined })).toBe(
      "/skin?username=Lou&type=java",
    );
    expect(address("/skin", { size: undefined })).toBe("/skin");
  });

  it("carry a size", () => {
    const url = address("/head", { username: "2535432196048835", type: "bedrock" });
    expect(withSize(url, 160)).toBe("/head?username=2535432196048835&type=bedrock&size=160");
    expect(withSize("/head", 8)).toBe("/head?size=8");
  });
});

describe("viewUrl", () => {
  const lou = { username: "Lantern Lou", type: "java" } as const;

  it("names what is requested", () => {
    expect(viewUrl(skinViews[7], lou)).toBe("/body?username=Lantern%20Lou&type=java&view=iso");
    expect(viewUrl(skinViews[2], { ...lou, size: 80, format: "webp", overlay: false })).toBe(
      "/bust?username=Lantern%20Lou&type=java&size=80&format=webp&overlay=false",
    );
  });

  const capeViews = ["front", "back", "elytra"].map((view) => ({ path: "/cape", view }));

  it.each([...skinViews, ...capeViews])("is understood by its endpoint: %j", (view) => {
    const { pathname, searchParams } = new URL(viewUrl(view, lou), "http://localhost");
    const endpoint = endpoints.find(({ path }) => path === pathname);
    if (endpoint === undefined) throw new Error(`There is no ${pathname}.`);
    const query: z.ZodObject = endpoint.query;
    expect(parseQuery(searchParams, query)).toMatchObject({ type: "java", format: "png" });
  });
});
