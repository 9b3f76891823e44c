import { headersWith } from "./headers.ts";
import type { Meanings } from "./meanings.ts";
import type { Route } from "./openapi-paths.ts";
import { errorAnswers, type Answer } from "./openapi-responses.ts";
import type { HeaderParameter, Operation, Parameter, Response } from "./openapi-types.ts";

/** With these the answer can be 304. */
const ifNoneMatch: HeaderParameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of a version that is at hand: 304 when it is still the current one.",
  schema: { type: "string" },
  examples: { tag: { summary: "A tag as it was given", value: '"5d1f7c3a9b2e4f60"' } },
};

/** The answers to OPTIONS, the same at every address. */
export const preflightAnswers = (meanings: Meanings): Answer[] => [
  {
    status: 204,
    name: "Preflight",
    response: {
      description: "What a page of another site may do here: all there is. No body.",
      headers: headersWith([
        "Allow",
        "Access-Control-Allow-Methods",
        "Access-Control-Allow-Headers",
        "Access-Control-Max-Age",
      ]),
    },
  },
  ...errorAnswers(["URI_TOO_LONG", "OVERLOADED"], meanings),
];

/** The operations of an address, by method. */
export function operationsOf(route: Route, meanings: Meanings) {
  return { get: get(route), head: head(route), options: options(route, meanings) };
}

function get({ answers, ...route }: Route): Operation {
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    tags: route.tags,
    parameters: parametersOf(route, answers),
    responses: responsesOf(answers),
  };
}

function head({ answers, ...route }: Route): Operation {
  return {
    operationId: `${route.operationId}Head`,
    summary: `${route.summary}: the headers alone`,
    description: "What GET answers, without the body.",
    tags: route.tags,
    parameters: parametersOf(route, answers).map(withoutExamples),
    responses: {
      ...responsesOf(answers.filter(({ status }) => status < 400).map(withoutBody)),
      "4XX": { description: "An error of the request.", headers: headersIn(answers, 400) },
      "5XX": { description: "An error of the service.", headers: headersIn(answers, 500) },
    },
  };
}

function options({ operationId, path, tags }: Route, meanings: Meanings): Operation {
  return {
    operationId: `${operationId}Options`,
    summary: `${path} for pages of other sites`,
    description: "What browsers ask before a request with headers of its own.",
    tags,
    parameters: [],
    responses: responsesOf(preflightAnswers(meanings)),
  };
}

function parametersOf(
  { parameters }: Pick<Route, "parameters">,
  answers: readonly Answer[],
): Parameter[] {
  return answers.some(({ status }) => status === 304) ? [...parameters, ifNoneMatch] : parameters;
}

/** They stand with GET. */
function withoutExamples(parameter: Parameter): Parameter {
  const { examples: _, ...rest } = parameter;
  return rest;
}

function responsesOf(answers: readonly Answer[]): Operation["responses"] {
  return Object.fromEntries(
    answers.map(({ status, name, response }) => [
      status,
      name === undefined ? response : { $ref: `#/components/responses/${name}` },
    ]),
  );
}

/** A named answer is shared with GET; those below 400 have no body where they are named. */
function withoutBody({ status, name, response }: Answer): Answer {
  if (name !== undefined) return { status, name, response };
  const { description, headers } = response;
  return { status, response: { description, headers } };
}

/** The headers of all answers of a hundred. */
function headersIn(answers: readonly Answer[], hundred: number): Response["headers"] {
  const among = answers.filter(({ status }) => status >= hundred && status < hundred + 100);
  return Object.assign({}, ...among.map(({ response }) => response.headers));
}
