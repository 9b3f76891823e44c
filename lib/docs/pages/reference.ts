import {
  capturedOf,
  endpoints,
  errorCodes,
  examplePlayer,
  skinViews,
  viewName,
  type EndpointId,
  type ErrorCode,
  type SchemaId,
} from "../contract.ts";
import {
  code,
  definePage,
  prose,
  section,
  subsection,
  topic,
  topics,
  type Block,
} from "../page.ts";
import imageSizes from "./image-sizes.json" with { type: "json" };

/** What is said about an endpoint: the message of each part's heading, and the kind of its block. */
const parts = {
  parameters: "parameters",
  samples: "samples",
  answers: "responses",
  tryIt: "tryIt",
} as const;
type Part = keyof typeof parts;

/** All about an endpoint, each part below its heading. */
function endpointParts<Key extends string>(
  endpoint: EndpointId,
  heading: (part: Part) => Block<Key>,
  order: readonly Part[] = ["parameters", "samples", "answers", "tryIt"],
): Block<Key>[] {
  return [
    { kind: "endpoint", endpoint },
    ...order.flatMap((part) => [heading(part), { kind: parts[part], endpoint } as Block<Key>]),
  ];
}

/** The headings of one endpoint of several on a page, whose messages begin with its name. */
function headingOf<Name extends string>(name: Name) {
  return (part: Part): Block<`${Name}${Capitalize<Part>}`> => {
    const rest = part.replace(/^./, (first) => first.toUpperCase()) as Capitalize<Part>;
    return subsection(`${name}${rest}` as const);
  };
}

/** The fields of bodies below a heading. */
function fields<Key extends string>(key: Key, ...schemas: SchemaId[]): Block<Key>[] {
  return [subsection(key), ...schemas.map((schema) => ({ kind: "fields", schema }) as const)];
}

const profile = definePage("profile", [
  ...endpointParts("getProfile", section<Part>),
  ...topic("fields"),
  ...fields("wholeAnswer", "Profile"),
  ...fields("java", "JavaProfile"),
  ...fields("bedrock", "BedrockProfile"),
  ...fields("nameEntry", "NameHistoryEntry"),
  ...fields("warning", "Warning"),
  ...topics("editions", "linked"),
  ...topic("history", "name-history"),
  ...topics("partial", "update", "store", "oldAddress"),
]);

const batch = definePage("batch", [
  ...endpointParts("getBatch", section<Part>),
  ...topic("fields"),
  { kind: "fields", schema: "Batch" },
  { kind: "fields", schema: "BatchProfile" },
  { kind: "fields", schema: "BatchError" },
  ...topic("reading"),
  code(
    "javascript",
    `
    for (const result of body.results) {
      if (result.success) console.log(result.username, result.java?.uuid);
      else console.log(result.username, result.code);
    }
    `,
    "JavaScript",
  ),
  ...topics("order", "limits", "caching"),
]);

const head = definePage("head", [
  ...endpointParts("getHead", section<Part>),
  ...topic("sharp"),
  code(
    "html",
    `
    <img
      src="{base}/head/Lantern_Lou/128"
      alt="Lantern_Lou"
      width="64"
      height="64"
      style="image-rendering: pixelated"
    >
    `,
    "HTML",
  ),
  ...topics("edition", "unknown", "source"),
  { kind: "textureSources" },
  prose("sourceMore"),
  ...topic("texture"),
  code("http", `{base}/head?texture=${examplePlayer.skinTexture}&size=64`, "URL"),
]);

const skin = definePage("skin", [
  ...endpointParts("getSkin", section<Part>),
  ...topics("format", "edition", "none", "texture"),
  code("http", `{base}/skin?texture=${examplePlayer.skinTexture}`, "URL"),
]);

const cape = definePage("cape", [
  ...endpointParts("getCape", section<Part>),
  ...topics("none", "bedrock", "failing", "texture"),
  code("http", `{base}/cape?texture=${examplePlayer.capeTexture}`, "URL"),
]);

/** An image in its own size, which the script that draws it writes. */
function image<Key extends string>(file: string, text: Key): Block<Key> {
  const sizes: Readonly<Record<string, readonly number[]>> = imageSizes;
  const [width = 0, height = 0] = sizes[file] ?? [];
  return { kind: "image", file, text, width, height };
}

/** Views with an endpoint of their own. */
function viewSections() {
  const paths = new Set(skinViews.map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const name = viewName(path);
    if (name === "head") return [];
    const endpoint = endpoints.find((one) => one.path === path);
    if (endpoint === undefined) throw new TypeError(`No endpoint has the path ${path}.`);
    const order = ["parameters", "samples", "tryIt", "answers"] as const;
    return [
      ...topic(name, name),
      image(name, `${name}Picture` as const),
      ...endpointParts(endpoint.id, headingOf(name), order),
    ];
  });
}

/** Images of bodies and other views, and what `/head` and `/cape` can show besides. */
const views = definePage("views", [
  ...topic("isoHead", "isometric-head"),
  image("head", "headPicture"),
  code("http", `{base}/head?username=${examplePlayer.javaName}&view=iso&size=128`, "URL"),

  ...viewSections(),
  ...topic("cameras"),
  image("poses", "posesPicture"),
  code(
    "http",
    `{base}/body?username=${examplePlayer.javaName}&yaw=30&pitch=15&projection=perspective&pose=waving&cape=true&shadow=true`,
    "URL",
  ),
  ...topic("capes"),
  image("cape", "capesPicture"),
  ...topics("rules", "names", "texture"),
  code("http", `{base}/body?texture=${examplePlayer.skinTexture}&view=iso&size=256`, "URL"),
]);

const history = definePage("history", [
  ...endpointParts("getHistory", section<Part>),
  section("fields"),
  ...fields("wholeAnswer", "History"),
  ...fields("java", "JavaHistory"),
  ...fields("bedrock", "BedrockHistory"),
  ...fields("seenSkin", "SeenSkin"),
  ...fields("seenCape", "SeenCape"),
  ...topics("observed", "images", "former"),
]);

const activity = definePage("activity", [
  ...topic("recent"),
  ...endpointParts("getRecent", headingOf("recent")),
  ...fields("recentFields", "Recent", "RecentLookup", "LookupStatistics"),
  ...topic("social"),
  ...endpointParts("getSocial", headingOf("social")),
  ...fields("socialFields", "Social", "SocialLink"),
  ...topic("together"),
]);

type CamelCase<Code extends string> = Code extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Code>;
type ErrorKey = CamelCase<ErrorCode>;

/** What a code means, and a response with it. The message of `NOT_FOUND` is `notFound`. */
function errorSection(code: ErrorCode): Block<ErrorKey | `${ErrorKey}Text`>[] {
  const key = code
    .toLowerCase()
    .replace(/_./g, ([, first = ""]) => first.toUpperCase()) as ErrorKey;
  const isOfProfile = code in capturedOf("getProfile");
  return [
    subsection(key),
    prose(`${key}Text`),
    { kind: "example", endpoint: isOfProfile ? "getProfile" : "anywhere", example: code },
  ];
}

const errors = definePage("errors", [
  section("shape"),
  { kind: "fields", schema: "Error" },
  { kind: "fields", schema: "FormerPlayer" },
  section("table"),
  { kind: "errors" },
  section("codes"),
  ...errorCodes.flatMap(errorSection),
  ...topic("pictures"),
  {
    kind: "imageErrors",
    columns: ["endpoint", "otherErrors", "json", "defaultImage", "placeholder"],
  },
  ...topic("retry"),
]);

export const reference = [profile, batch, head, skin, cape, views, history, activity, errors];
