import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { serve, type Served } from "../testing/served.ts";
import { createTestWorld, type TestWorld } from "../testing/world.ts";
import { endpoints, type Endpoint } from "./endpoints.ts";
import { errorCodes, ERRORS } from "./errors.ts";
import english from "../../messages/en.json";
import { openApiDocument } from "./openapi.ts";
import { postmanCollection } from "./postman.ts";

const { Contract: meanings } = english;
const document = openApiDocument({ baseUrl: "https://nametag.test", version: "1.2.3", meanings });
const collection = postmanCollection(document, meanings);
const items = collection.item.flatMap(({ item }) => item);

/** What the format 2.1 asks of the parts that are used; whatever else is refused. */
const pair = z.strictObject({ key: z.string().min(1), value: z.string() });
const url = z.strictObject({
  raw: z.string().startsWith("{{baseUrl}}/"),
  host: z.tuple([z.literal("{{baseUrl}}")]),
  path: z.array(z.string().regex(/^[^/?]+$/)).min(1),
  query: z.array(pair),
});
const sentRequest = z.strictObject({ method: z.literal("GET"), header: z.array(pair), url });
const explained = pair.extend({ description: z.string(), disabled: z.boolean() });
const request = sentRequest.extend({
  description: z.string(),
  url: url.extend({ query: z.array(explained) }),
});
const answer = z.strictObject({
  name: z.string().min(1),
  originalRequest: sentRequest,
  code: z.int().min(100).max(599),
  status: z.string().min(1),
  header: z.array(pair),
  _postman_previewlanguage: z.literal("json").optional(),
  body: z.string().optional(),
});
const format = z.strictObject({
  info: z.strictObject({
    name: z.string().min(1),
    description: z.string(),
    version: z.string(),
    schema: z.literal("https://schema.getpostman.com/json/collection/v2.1.0/collection.json"),
  }),
  variable: z.array(pair.extend({ type: z.literal("string") })),
  item: z.array(
    z.strictObject({
      name: z.string().min(1),
      description: z.string(),
      item: z.array(
        z.strictObject({ name: z.string().min(1), request, response: z.array(answer) }),
      ),
    }),
  ),
});

function itemNamed(name: string) {
  const item = items.find((one) => one.name === name);
  if (item === undefined) throw new Error(`no ${name}`);
  return item;
}

describe("the collection", () => {
  it("keeps the format, also through JSON", () => {
    expect(format.parse(JSON.parse(JSON.stringify(collection)))).toEqual(collection);
  });

  it("asks the instance it comes from until told otherwise", () => {
    expect(collection.variable).toEqual([
      { key: "baseUrl", type: "string", value: "https://nametag.test" },
    ]);
  });

  it("has every endpoint and every other address, each once", () => {
    const asked = items.map(({ request: { url } }) => `/${url.path.join("/")}`);
    expect(asked.toSorted()).toEqual([...Object.keys(document.paths), "/api", "/api"].toSorted());
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s has its parameters, those it needs turned on, and its errors",
    (id, endpoint: Endpoint) => {
      const { query, required, errors, imageErrors = [] } = endpoint;
      const item = itemNamed(meanings.endpoints[id]);
      const { url } = item.request;
      expect(url.query.map(({ key }) => key)).toEqual(Object.keys(query.shape));
      const sent = url.query.filter(({ disabled }) => !disabled);
      expect(sent.map(({ key }) => key)).toEqual(required);
      for (const { key, value, description } of url.query) {
        const parameter = query.shape[key] as z.ZodType;
        expect([key, value, parameter.safeParse(value).success]).toEqual([key, value, true]);
        expect(description).toMatch(/^\S.*\.$/);
      }
      const told = item.response.flatMap(({ code, body }) =>
        code < 400 || body === undefined ? [] : [(JSON.parse(body) as { code: string }).code],
      );
      const inJson = errors.filter(
        (code) => code !== "METHOD_NOT_ALLOWED" && !imageErrors.includes(ERRORS[code]),
      );
      expect(told).toEqual(expect.arrayContaining([...inJson]));
      expect(told.filter((code) => !errors.some((own) => own === code))).toEqual([]);
      expect(errorCodes).toEqual(expect.arrayContaining(told));
    },
  );

  it("shows answers", () => {
    expect(itemNamed("Recent lookups and statistics").response[0]).toMatchObject({
      code: 200,
      status: "OK",
      header: [{ key: "Content-Type", value: "application/json" }],
      body: expect.stringContaining('"recent": [') as string,
    });
  });
});

describe("each request", () => {
  let world: TestWorld;
  let served: Served;
  beforeAll(async () => {
    world = await createTestWorld();
    served = await serve(world);
  });
  afterAll(async () => {
    await served.close();
    await world.close();
  });

  it.each(items.map((item) => [item.name, item] as const))(
    "gets what it shows: %s",
    async (_, { request: { url }, response }) => {
      const { status, headers } = await fetch(url.raw.replace("{{baseUrl}}", served.url));
      expect(status).toBe(200);
      const shown = response.filter(({ code }) => code === 200).flatMap(({ header }) => header);
      expect(shown.map(({ value }) => value)).toContain(headers.get("content-type")?.split(";")[0]);
    },
  );

  it("is understood with its other parameters turned on", async () => {
    const aboutPlayers = items
      .map(({ request: { url } }) => url)
      .filter(({ query }) => query.some(({ key }) => key === "username"));
    expect(aboutPlayers).toHaveLength(5);
    for (const { path, query } of aboutPlayers) {
      const others = query.filter(({ key }) => !/^(uuid|texture|social|recent)$/.test(key));
      const search = new URLSearchParams(others.map(({ key, value }) => [key, value]));
      const { status } = await fetch(`${served.url}/${path.join("/")}?${search.toString()}`);
      expect([path, status]).toEqual([path, 200]);
    }
  });
});
