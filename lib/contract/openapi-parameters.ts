import { z } from "zod";
import { examplePlayer } from "./examples.ts";
import { dashed } from "./identifiers.ts";
import { meaningOf, type Meanings } from "./meanings.ts";
import type { Example, QueryParameter, Schema } from "./openapi-types.ts";

/** A parameter without what it means: that depends on the language. */
export type BareParameter = Pick<QueryParameter, "name" | "schema" | "examples">;

/** What a query takes, in the contract's order. */
export function bareParameters(query: z.ZodObject): BareParameter[] {
  return Object.entries(query.shape).map(([name, parameter]) => {
    const given = examples.get(name);
    return { name, schema: parameterSchema(parameter), ...(given && { examples: given }) };
  });
}

/**
 * The parameters of a query. None is marked as required: each endpoint takes a player by one of
 * several, which OpenAPI cannot say of query parameters.
 */
export function queryParameters(query: z.ZodObject, meanings: Meanings): QueryParameter[] {
  return bareParameters(query).map(({ name, ...rest }) => ({
    name,
    in: "query",
    required: false,
    description: meaningOf(meanings.parameters, name),
    ...rest,
  }));
}

const byId: Record<string, Example> = {
  uuid: { summary: "A Java UUID", value: dashed(examplePlayer.uuid) },
  plain: { summary: "A Java UUID without dashes", value: examplePlayer.uuid },
  floodgate: { summary: "A Floodgate UUID", value: examplePlayer.floodgateUuid },
  xuid: { summary: "An XUID", value: examplePlayer.xuid },
};

/** For the parameters that take more than a few fixed values. */
const examples = new Map<string, Record<string, Example>>([
  [
    "username",
    {
      name: { summary: "A name, asked for in both editions", value: examplePlayer.javaName },
      gamertag: { summary: "A Bedrock gamertag", value: examplePlayer.gamertag },
      prefixed: { summary: "A gamertag as Floodgate writes it", value: ".Lantern_Lou" },
      ...byId,
    },
  ],
  ["uuid", byId],
  ["texture", { skin: { summary: "The hash of a skin", value: examplePlayer.skinTexture } }],
  [
    "size",
    {
      list: { summary: "A head beside a name", value: 80 },
      largest: { summary: "The largest", value: 512 },
    },
  ],
]);

/**
 * What a client writes. Where that text stands for a number or a truth value, the schema says so
 * instead of describing digits: both are written the same in a query.
 */
function parameterSchema(parameter: z.core.$ZodType): Schema {
  const meant = jsonSchema(parameter, "output");
  if (meant.type !== undefined) return meant;
  if (typeof meant.default === "boolean") return { ...meant, type: "boolean" };
  return jsonSchema(parameter, "input");
}

function jsonSchema(parameter: z.core.$ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(parameter, { io, unrepresentable: "any" });
  return schema;
}
