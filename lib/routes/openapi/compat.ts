import { z } from "zod";
import type {
  oas31,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import type { Descriptions } from "../../contract/descriptions.ts";
import { examplePlayer } from "../../contract/examples.ts";
import { compatServices, type CompatService } from "../../contract/paths.ts";
import { splitOnce } from "../../http/request.ts";
import { schemeOf } from "../compat/index.ts";
import type { BulkRequest, JsonEndpoint } from "../compat/json.ts";
import { compatRequest } from "../compat/match.ts";
import { MEDIA_TYPES } from "../../textures/output.ts";
import { skin } from "../images.ts";
import { commonErrors } from "../route.ts";
import { ifNoneMatch, parameter } from "./operations.ts";
import { imageContent, json, response, type Responses } from "./responses.ts";

const errorsOfJson = [...commonErrors, "BAD_GATEWAY"] as const;
const errorsOfImages = ["METHOD_NOT_ALLOWED", ...errorsOfJson] as const;

/** The URLs of other services under `/compat`. Rows that differ in their query are one path. */
export function compatPaths(
  descriptions: Descriptions,
  responses: Responses,
): ZodOpenApiPathsObject {
  const images = compatServices.flatMap((service) =>
    Object.entries(schemeOf(service).routes).map(([row, { path }]) => {
      const { refusals, formats } = schemeOf(service);
      const others = formats?.byName.values() ?? [];
      const types = new Set(
        ["png" as const, ...others].flatMap((one) => (one ? MEDIA_TYPES[one] : [])),
      );
      const { uuid } = examplePlayer;
      const { target, instead } = exampleAt(service, row, uuid, `default=${uuid}`);
      const { instead: forName } = exampleAt(service, row, "unknown");
      const isShown = !target.includes("default=404");
      const isMissing = !isShown || path === "/cape";
      const isFile = path === "/skin" || path === "/cape";
      // Without a default there is no image for a failure, either.
      const source = { ...skin, id: "compat", ...(!isShown && !isFile && { imageErrors: [] }) };
      const shown = [
        "ETag",
        "X-Texture-Source",
        path !== "/head" && !isFile && "X-Partial",
      ] as const;
      const text = `Shows what \`${path}\` shows, as PNG unless the URL names another format. An unknown player is a ${isShown ? "default skin" : "404"}.`;
      return pathAt(service, row, text, {
        parameters: [...imageParameters(service, row, descriptions), ifNoneMatch],
        responses: {
          200: response("The picture.", shown, imageContent([...types])),
          304: responses.notModified(true),
          ...(instead?.location !== undefined && {
            307: response("The player in `default` is there.", ["Location"]),
          }),
          ...(forName && { [forName.status]: response("No player has this name.") }),
          ...(refusals && { [refusals.status]: response("The service refuses such a URL.") }),
          ...responses.errors(
            isMissing ? ["NOT_FOUND", ...errorsOfImages] : errorsOfImages,
            source,
          ),
        },
      });
    }),
  );
  const text = "Returns what the other service returns.";
  const bodies = compatServices.flatMap((service) => {
    const rows = Object.entries(schemeOf(service).json);
    return rows.map(([row, endpoint]) => {
      const errors = responses.errors(errorsOfJson);
      if (endpoint.bulk !== undefined) {
        const all = { ...errors, ...bulkReplies(endpoint) };
        return pathAt(service, row, text, { requestBody: listIn(endpoint.bulk), responses: all });
      }
      const isSigned = rows.some(([other]) => other === `${row}?unsigned=false`);
      return pathAt(service, row, text, {
        parameters: [
          ...placeholders(row, descriptions),
          ...(isSigned ? [unsigned] : []),
          ifNoneMatch,
        ],
        responses: { ...errors, ...jsonReplies(endpoint), 304: responses.notModified(false) },
      });
    });
  });
  const fixed = compatServices.flatMap((service) =>
    Object.entries(schemeOf(service).fixed).flatMap(([row, { reply, schema }]) => {
      if (typeof reply === "function") return [];
      const body = response(text, [], schema && json(schema));
      const replies = { ...responses.errors(commonErrors), [reply.status]: body };
      return [pathAt(service, row, text, { responses: replies })];
    }),
  );
  return Object.fromEntries([...images, ...bodies, ...fixed]);
}

/** What the URL of a row with this player means. */
function exampleAt(service: CompatService, row: string, player: string, query = "") {
  const [path, own] = splitOnce(row.replace(":id", player).replace(":size", "64"), "?");
  const request = compatRequest(service, path, new URLSearchParams(`${own}&${query}`));
  if (request?.kind !== "image") throw new TypeError(`${service}/${row} is no image.`);
  return request;
}

/** The path of a row with its operation: POST if that has a body. */
function pathAt(
  service: CompatService,
  row: string,
  description: string,
  operation: Pick<ZodOpenApiOperationObject, "parameters" | "requestBody" | "responses">,
) {
  const route = row.replace(/\?.*/, "");
  const path = `compat/${service}/${route.replace(":any", "default").replace(/:(\w+)/g, "{$1}")}`;
  const method = operation.requestBody === undefined ? "get" : "post";
  const whole: ZodOpenApiOperationObject = {
    operationId: path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
    summary: `${schemeOf(service).name}: ${route}`,
    description,
    tags: ["Compatibility"],
    parameters: [],
    ...operation,
  };
  return [`/${path}`, { [method]: whole }] as const;
}

function listIn({ schema, example }: BulkRequest) {
  return { required: true, content: { "application/json": { schema, example } } };
}

function bulkReplies({ schema }: JsonEndpoint): ZodOpenApiResponsesObject {
  return {
    200: response("The players that were found.", [], json(schema)),
    400: response("The body is not such a list."),
    413: response("The body is too long."),
  };
}

/** For a player, for an unknown one, and for a text that can name none. */
function jsonReplies(endpoint: JsonEndpoint): ZodOpenApiResponsesObject {
  const { none, invalid, schema, nameIn, draws } = endpoint;
  const target = { text: "unknown", path: "/unknown" };
  const unknown = none(target).status;
  const malformed = invalid?.(target).status ?? unknown;
  const textType = draws === undefined ? "text/plain" : "image/svg+xml";
  const orNone = draws === undefined ? "The player; empty if there is none." : "The face.";
  return {
    ...(nameIn && {
      302: response("The name is one of Java Edition: its profile is there.", ["Location"]),
      400: response("The prefix is missing or too long."),
    }),
    [malformed]: response("The ID is malformed."),
    [unknown]: response("No player has this ID."),
    200: response(
      unknown === 200 ? orNone : "The player.",
      ["ETag"],
      schema instanceof z.ZodString ? { [textType]: { schema } } : json(schema),
    ),
  };
}

/** The parameters that a row has placeholders for. */
function placeholders(row: string, { parameters }: Descriptions): oas31.ParameterObject[] {
  const [path = "", query = ""] = row.split("?");
  const ofPlayer = (location: "path" | "query", name: string) =>
    textParameter(location, name, parameters.username, examplePlayer.javaName);
  return [
    ...(path.includes(":id") ? [ofPlayer("path", "id")] : []),
    ...[...new URLSearchParams(query)].flatMap(([name, value]) => {
      if (value === ":id") return [ofPlayer("query", name)];
      const text = "What Floodgate puts before the names of Bedrock players.";
      return value === ":prefix" ? [textParameter("query", name, text, ".")] : [];
    }),
  ];
}

function textParameter(
  location: "path" | "query",
  name: string,
  description: string,
  value: string,
) {
  return parameter(location, name, description, { usual: { value } });
}

const unsigned: oas31.ParameterObject = {
  ...textParameter("query", "unsigned", "`false` adds the signature of the textures.", "false"),
  schema: { type: "string", enum: ["true", "false"] },
};

function imageParameters(
  service: CompatService,
  route: string,
  { parameters }: Descriptions,
): oas31.ParameterObject[] {
  const { playerParameters = [], query = {} } = schemeOf(service);
  const player = (location: "path" | "query", name: string) =>
    textParameter(location, name, parameters.username, examplePlayer.uuid);
  const inPath = route.includes(":id");
  return [
    ...(inPath ? [player("path", "id")] : playerParameters.map((name) => player("query", name))),
    ...Object.entries(query).flatMap(([name, value]) => {
      const text = value === true ? parameters.overlay : parameters.size;
      if (!name.startsWith(":")) return [textParameter("query", name, text, String(value))];
      return route.includes(name)
        ? [textParameter("path", name.slice(1), text, String(value))]
        : [];
    }),
  ];
}
