import { STATUS_CODES } from "node:http";
import { endpoints, type Endpoint } from "./endpoints.ts";
import { examplesOf } from "./examples.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import type { OpenApiDocument } from "./openapi.ts";
import type { Example, Operation, QueryParameter, Response } from "./openapi-types.ts";
import type { Folder, Item, PostmanCollection, Request, SavedAnswer } from "./postman-types.ts";

export type { PostmanCollection };

/** Where what is said here is fixed: what Postman, Bruno and others read. */
const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** One address with one shape of answer. */
interface Ask {
  id: string;
  summary: string;
  description: string;
  path: string;
  operation: Operation;
  /** The parameters that are sent; the others are there to be turned on. */
  sent: readonly string[];
  /** The parameters there are. */
  parameters: readonly QueryParameter[];
  /** The codes of its errors; undefined: all that the address has. */
  errors?: readonly string[];
}

/** The Postman collection of the service (format 2.1), made of its OpenAPI document. */
export function postmanCollection(
  document: OpenApiDocument,
  meanings: Meanings,
): PostmanCollection {
  const { info, tags, paths } = document;
  const asks = Object.entries(paths).flatMap(([path, { get }]) =>
    asksOf(document, path, get, meanings),
  );
  return {
    info: {
      name: info.title,
      description: info.description,
      version: info.version,
      schema: SCHEMA,
    },
    variable: [{ key: "baseUrl", type: "string", value: document.servers[0]?.url ?? "" }],
    item: tags.map(({ name, description }): Folder => {
      const ofTag = asks.filter(({ operation }) => operation.tags.includes(name));
      return { name, description, item: ofTag.map((ask) => itemOf(document, ask, meanings)) };
    }),
  };
}

/** Endpoints of one address that differ in their query are apart here. */
function asksOf(
  document: OpenApiDocument,
  path: string,
  operation: Operation,
  meanings: Meanings,
): Ask[] {
  const contract: readonly Endpoint[] = endpoints;
  const variants = contract.filter((endpoint) => endpoint.path.split("?")[0] === path);
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  const { summary, description } = operation;
  const whole = { id: operation.operationId, summary, description, path, operation, parameters };
  if (variants.length === 0) return [{ ...whole, sent: ["username"] }];
  return variants.map(({ id, required, query, answer, errors }) => {
    const body = answer.kind === "json" ? (answer.schema.meta()?.id ?? "") : "";
    return {
      ...whole,
      id,
      summary: meaningOf(meanings.endpoints, id),
      description: document.components.schemas[body]?.description ?? description,
      sent: required,
      errors,
      parameters: parameters.filter(({ name }) => name in query.shape),
    };
  });
}

function itemOf(document: OpenApiDocument, ask: Ask, meanings: Meanings): Item {
  const request = requestOf(ask);
  const saved = Object.entries(ask.operation.responses).flatMap(([status, response]) =>
    savedAnswers(Number(status), resolve(document, response), ask, request, meanings),
  );
  return { name: ask.summary, request, response: saved };
}

function requestOf({ path, parameters, sent, description }: Ask): Request {
  const query = parameters.map((parameter) => ({
    key: parameter.name,
    value: valueOf(parameter),
    description: parameter.description,
    disabled: !sent.includes(parameter.name),
  }));
  const search = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`)
    .join("&");
  return {
    method: "GET",
    header: [],
    description,
    url: {
      raw: [`{{baseUrl}}${path}`, search].filter(Boolean).join("?"),
      host: ["{{baseUrl}}"],
      path: path.slice(1).split("/"),
      query,
    },
  };
}

function valueOf({ schema, examples = {} }: QueryParameter): string {
  const [example] = Object.values(examples);
  const value: unknown = example?.value ?? schema.const ?? schema.default ?? schema.enum?.[0];
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

/** What GET may answer, with the bodies of the document's examples. */
function savedAnswers(
  status: number,
  { description, content = {} }: Response,
  { id, errors }: Ask,
  { method, header, url }: Request,
  meanings: Meanings,
): SavedAnswer[] {
  if (status === 405) return [];
  const query = url.query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => ({ key, value }));
  return Object.entries(content).flatMap(([type, { examples }]) => {
    const ofStatus = Object.entries<Example | undefined>(
      (status === 200 ? examplesOf(id, meanings.examples) : examples) ?? {},
    );
    const known = ofStatus.length > 0 ? ofStatus : [[description, undefined] as const];
    const own = known.filter(
      ([code, example]) =>
        status < 400 || !example || errors === undefined || errors.includes(code),
    );
    return own.map(([name, example]) => ({
      name: example?.summary ?? name,
      originalRequest: { method, header, url: { ...url, query } },
      code: status,
      status: STATUS_CODES[status] ?? "",
      header: [{ key: "Content-Type", value: type }],
      ...(example && {
        _postman_previewlanguage: "json",
        body: JSON.stringify(example.value, null, 2),
      }),
    }));
  });
}

function resolve(document: OpenApiDocument, response: Operation["responses"][string]): Response {
  if (!("$ref" in response)) return response;
  const found = document.components.responses[response.$ref.replace(/^.*\//, "")];
  if (found === undefined) throw new TypeError(`The document has no ${response.$ref}.`);
  return found;
}
