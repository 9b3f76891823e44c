import {
  capturedOf,
  errorCodes,
  examplePlayer,
  type EndpointId,
  type ErrorCode,
  type SchemaId,
} from "../contract.ts";
import {
  code,
  definePage,
  folded,
  prose,
  section,
  subsection,
  topic,
  topics,
  type Block,
} from "../page.ts";
import { galleries, pictureOf } from "../gallery.ts";

/** What is said about an endpoint: the message of each part's heading, and the kind of its block. */
const parts = {
  parameters: "parameters",
  samples: "samples",
  answers: "responses",
  tryIt: "tryIt",
} as const;
type Part = keyof typeof parts;

/** Parts of what is said about an endpoint, each below its heading; the form stands beside the text. */
function endpointParts<Key extends string>(
  endpoint: EndpointId,
  heading: (part: Part) => Block<Key>,
  order: readonly Part[],
): Block<Key>[] {
  return order.flatMap((part) => [heading(part), { kind: parts[part], endpoint } as Block<Key>]);
}

/**
 * A page about one endpoint: its URL, what it can show, parameters and responses, then its rules, and samples.
 * @param rules The blocks in between.
 */
function endpointBlocks<Key extends string>(
  endpoint: EndpointId,
  rules: readonly Block<Key>[],
): Block<Key | Part>[] {
  return [
    { kind: "endpoint", endpoint },
    ...endpointParts(endpoint, section<Part>, ["parameters", "answers"]),
    // A batch has rules of its own.
    ...(endpoint === "getBatch" ? [] : [{ kind: "freshness" } as const]),
    ...endpointParts(endpoint, section<Part>, ["tryIt"]),
    ...rules,
    ...endpointParts(endpoint, section<Part>, ["samples"]),
  ];
}

/** The same with a gallery of its images below the URL. */
function imageBlocks<Key extends string>(
  endpoint: EndpointId,
  gallery: keyof typeof galleries,
  rules: readonly Block<Key>[],
): Block<Key | Part | "gallery">[] {
  const [url, ...rest] = endpointBlocks(endpoint, rules);
  return [
    ...(url === undefined ? [] : [url]),
    section("gallery"),
    { kind: "gallery", tiles: galleries[gallery] },
    ...rest,
  ];
}

/**
 * One endpoint of several on a page.
 * @param isExplained Another one explains what its URLs have in common.
 */
function endpointSection<Name extends string>(
  name: Name,
  endpoint: EndpointId,
  isExplained = false,
) {
  const order = ["parameters", "answers", "samples", "tryIt"] as const;
  return [
    { kind: "endpoint", endpoint, isExplained } as const,
    ...endpointParts(endpoint, headingOf(name), order),
  ];
}

/**
 * The headings of one endpoint of several on a page, whose messages begin with its name. All but the form's are
 * folded.
 */
function headingOf<Name extends string>(name: Name) {
  return (part: Part): Block<`${Name}${Capitalize<Part>}`> => {
    const rest = part.replace(/^./, (first) => first.toUpperCase()) as Capitalize<Part>;
    const heading = subsection(`${name}${rest}` as const);
    return part === "tryIt" ? heading : folded(heading);
  };
}

/** The fields of bodies below a heading. */
function fields<Key extends string>(key: Key, ...schemas: SchemaId[]): Block<Key>[] {
  return [
    folded(subsection(key)),
    ...schemas.map((schema) => ({ kind: "fields", schema }) as const),
  ];
}

const profile = definePage(
  "profile",
  endpointBlocks("getProfile", [
    ...topic("fields"),
    ...fields("wholeAnswer", "Profile"),
    ...fields("java", "JavaProfile"),
    ...fields("bedrock", "BedrockProfile"),
    ...fields("nameEntry", "NameHistoryEntry"),
    ...fields("warning", "Warning"),
    ...topics("editions", "linked"),
    ...topic("history", "name-history"),
    ...topics("partial", "update", "store", "oldAddress"),
  ]),
);

const batch = definePage(
  "batch",
  endpointBlocks("getBatch", [
    folded(section("fields")),
    prose("fieldsText"),
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
  ]),
);

const head = definePage(
  "head",
  imageBlocks("getHead", "head", [
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
    ...topics("edition", "unknown"),
    folded(section("source")),
    prose("sourceText"),
    { kind: "textureSources" },
    prose("sourceMore"),
    folded(section("texture")),
    prose("textureText"),
    code("http", `{base}/head?texture=${examplePlayer.skinTexture}&size=64`, "URL"),
  ]),
);

const skin = definePage(
  "skin",
  endpointBlocks("getSkin", [
    ...topics("format", "edition", "none", "texture"),
    code("http", `{base}/skin?texture=${examplePlayer.skinTexture}`, "URL"),
  ]),
);

const cape = definePage(
  "cape",
  imageBlocks("getCape", "cape", [
    ...topics("none", "bedrock", "failing", "texture"),
    code("http", `{base}/cape?texture=${examplePlayer.capeTexture}`, "URL"),
  ]),
);

/** Views with an endpoint of their own. */
const drawn = [
  ["bust", "getBust"],
  ["body", "getBody"],
  ["card", "getPlayerCard"],
] as const;

/** Images of bodies and other views, and what `/head` and `/cape` can show besides. */
const views = definePage("views", [
  section("gallery"),
  { kind: "gallery", tiles: galleries.views },
  ...drawn.flatMap(([name, endpoint]) => [
    ...topic(name, name),
    // The first explains its URLs for all.
    ...endpointSection(name, endpoint, name !== "bust"),
  ]),
  ...topic("isoHead", "isometric-head"),
  ...topic("cameras"),
  {
    kind: "image",
    text: "posesPicture",
    ...(pictureOf("poses") ?? { file: "poses", width: 0, height: 0 }),
  },
  code(
    "http",
    `{base}/body?username=${examplePlayer.javaName}&yaw=30&pitch=15&projection=perspective&pose=waving&cape=true&shadow=true`,
    "URL",
  ),
  ...topics("capes", "rules", "names", "texture"),
  code("http", `{base}/body?texture=${examplePlayer.skinTexture}&view=iso&size=256`, "URL"),
]);

const history = definePage(
  "history",
  endpointBlocks("getHistory", [
    section("fields"),
    ...fields("wholeAnswer", "History"),
    ...fields("java", "JavaHistory"),
    ...fields("bedrock", "BedrockHistory"),
    ...fields("seenSkin", "SeenSkin"),
    ...fields("seenCape", "SeenCape"),
    ...topics("observed", "images", "former"),
  ]),
);

const activity = definePage("activity", [
  ...topic("recent"),
  ...endpointSection("recent", "getRecent"),
  ...fields("recentFields", "Recent", "RecentLookup", "LookupStatistics"),
  ...topic("social"),
  ...endpointSection("social", "getSocial"),
  ...fields("socialFields", "Social", "SocialLink"),
  ...topic("together"),
]);

/** Endpoints about the service itself. */
const monitoring = definePage("monitoring", [
  ...topic("status"),
  code("http", "{base}/api/status", "URL"),
  folded(subsection("statusFields")),
  { kind: "fields", schema: "Status" },
  { kind: "fields", schema: "ProviderStatus" },
  { kind: "fields", schema: "ProviderHour" },
  { kind: "fields", schema: "Outage" },
  ...topic("health"),
  { kind: "example", endpoint: "getHealth", example: "alive" },
  ...topic("ready"),
  { kind: "example", endpoint: "getReady", example: "ready" },
  prose("notReadyText"),
  { kind: "example", endpoint: "getReady", example: "OVERLOADED" },
  folded(subsection("readyFields")),
  { kind: "fields", schema: "Health" },
  { kind: "fields", schema: "NotReady" },
  ...topic("metrics"),
  code("bash", `curl "{base}/api/metrics"`, "curl"),
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

export const reference = [
  profile,
  batch,
  head,
  skin,
  cape,
  views,
  history,
  activity,
  monitoring,
  errors,
];
