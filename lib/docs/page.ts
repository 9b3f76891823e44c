import type { Locale, Messages } from "next-intl";
import type { AdditionName } from "./capacity/figures.ts";
import type { PlotId } from "./capacity/plot.ts";
import type { Comparison, Descriptions, EndpointId, SchemaId } from "./contract.ts";
import type { Tile } from "./gallery.ts";
import type { CodeLanguage } from "./highlight.ts";

/** Tables. `columns` are the titles of the columns; the other titles are labels of the contract. */
export type TableBlock<Key extends string = string> =
  | { kind: "parameters"; endpoint: EndpointId }
  | { kind: "fields"; schema: SchemaId }
  /** The URLs of other services. */
  | {
      kind: "schemes";
      columns: readonly [here: Key, native: Key, compared: Key];
      /** How a URL compares with the original. */
      words: Readonly<Record<Comparison, Key>>;
    }
  /** The URLs to configure programs with. */
  | { kind: "clients"; columns: readonly [program: Key, url: Key] }
  /** Simulated days. */
  | { kind: "traffic"; columns: readonly [requests: Key, ...Key[]] }
  /** What additions do to a day, and what each addition is called. */
  | { kind: "additions"; columns: readonly Key[]; rows: readonly (Key & AdditionName)[] }
  /** The errors, the response headers, and the environment variables. */
  | { kind: "errors" | "headers" | "variables" }
  /** Which errors of the image endpoints are images. */
  | {
      kind: "imageErrors";
      columns: readonly [endpoint: Key, others: Key, json: Key, unknown: Key, unavailable: Key];
    };

/** Whose captured responses there are, besides those of the endpoints about players. */
type ExampleSource = EndpointId | "anywhere" | "getHealth" | "getReady";

interface Heading<Key extends string> {
  kind: "heading";
  id: string;
  text: Key;
  level: 2 | 3;
  /** Its part of the page is folded until the reader opens it. */
  isFolded?: boolean;
}

/**
 * A block of a page. `text` names a message of the page; the rest is rendered from the contract, so that
 * it is never out of date. In code, `{base}` stands for the public URL of the service.
 */
export type Block<Key extends string = string> =
  | Heading<Key>
  | TableBlock<Key>
  /** Markdown: paragraphs, lists and tables. A note is highlighted. */
  | { kind: "prose" | "note"; text: Key }
  /** Code that is the same in every language; `name` is the label of its copy button. */
  | { kind: "code"; language: CodeLanguage; code: string; name?: string }
  /** A file of `public/pictures`, drawn by `npm run sheet -- --docs`; the text is its alternative. */
  | { kind: "image"; file: string; text: Key; width: number; height: number }
  /**
   * An endpoint's URL and purpose, or every captured response of it. The page has already explained the URLs
   * with a player in their path.
   */
  | { kind: "endpoint"; endpoint: EndpointId; isExplained?: boolean }
  | { kind: "responses"; endpoint: EndpointId }
  /** How long responses about a player are fresh. */
  | { kind: "freshness" }
  | { kind: "samples"; endpoint: EndpointId }
  | { kind: "tryIt"; endpoint: EndpointId }
  /** What image endpoints can show, each as its image. */
  | { kind: "gallery"; tiles: readonly Tile[] }
  /** One captured response; `anywhere` has those that any URL may return. */
  | { kind: "example"; endpoint: ExampleSource; example: string }
  /** A plot of simulated days: what it shows, and what its series are called. */
  | { kind: "plot"; plot: PlotId; columns: readonly [title: Key, ...Key[]] }
  /** The values of `X-Texture-Source`, and the changelog of the project, which is in English. */
  | { kind: "textureSources" | "changelog" };

/** A heading of the second level. Its id is the same in every language, so that links keep working. */
export function section<Key extends string>(text: Key, id = hyphenated(text)): Heading<Key> {
  return { kind: "heading", id, text, level: 2 };
}

/** A heading of the third level. */
export function subsection<Key extends string>(text: Key, id = hyphenated(text)): Heading<Key> {
  return { kind: "heading", id, text, level: 3 };
}

/** A heading whose part of the page is folded. */
export function folded<Key extends string>(heading: Heading<Key>): Heading<Key> {
  return { ...heading, isFolded: true };
}

/** `publicAddress` as `public-address`. */
function hyphenated(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function prose<Key extends string>(text: Key): Block<Key> {
  return { kind: "prose", text };
}

export function note<Key extends string>(text: Key): Block<Key> {
  return { kind: "note", text };
}

/** A section and its text, whose message key is the heading's plus `Text`. */
export function topic<Key extends string>(key: Key, id?: string): Block<Key | `${Key}Text`>[] {
  return [section(key, id), prose(`${key}Text`)];
}

/** Several sections, each with its text. */
export function topics<Key extends string>(...keys: Key[]): Block<Key | `${Key}Text`>[] {
  return keys.flatMap((key) => topic(key));
}

/** The URL of an image file. */
export function imageUrl(file: string): string {
  return `/pictures/${file}.png`;
}

/** Code, its common indentation removed. */
export function code(language: CodeLanguage, text: string, name?: string): Block<never> {
  return { kind: "code", language, code: dedent(text), ...(name !== undefined && { name }) };
}

function dedent(text: string): string {
  const lines = text.replace(/^\n/, "").trimEnd().split("\n");
  const indents = lines.flatMap((line) => (line.trim() === "" ? [] : [line.search(/\S/)]));
  const common = Math.min(...indents);
  return lines.map((line) => line.slice(common)).join("\n");
}

/** The messages of all pages: `title`, `description` and those that the blocks name. */
type PageMessages = Messages["DocsPages"];
export type PageId = keyof PageMessages;

/** The path of each page under `/docs`; empty for the first page. */
export const docsSlugs: Readonly<Record<PageId, string>> = {
  quickStart: "",
  conventions: "conventions",
  profile: "profile",
  head: "head",
  skin: "skin",
  cape: "cape",
  batch: "batch",
  history: "history",
  views: "views",
  activity: "recent-and-social",
  errors: "errors",
  identifiers: "identifiers",
  caching: "caching",
  rateLimits: "rate-limits",
  recipes: "recipes",
  compat: "moving",
  selfHosting: "self-hosting",
  capacity: "capacity",
  privacy: "privacy",
  faq: "faq",
  changelog: "changelog",
  yourSite: "your-site",
  monitoring: "monitoring",
};

export interface DocsPage {
  /** The page's namespace in `DocsPages` of the messages. */
  id: PageId;
  /** Its URL under `/docs`; empty for the first page. */
  slug: string;
  blocks: readonly Block[];
}

/**
 * Defines a page, which begins with its text `intro`. The types check that the page has the messages its
 * blocks name.
 */
export function definePage<Id extends PageId>(
  id: Id,
  blocks: readonly Block<keyof PageMessages[Id] & string>[],
): DocsPage {
  const intro = prose("intro");
  const [first, ...others] = blocks;
  // An endpoint begins with its URL and its image.
  const isEndpoint = first?.kind === "endpoint";
  return {
    id,
    slug: docsSlugs[id],
    blocks: isEndpoint ? [first, intro, ...others] : [intro, ...blocks],
  };
}

/** A form with the heading above it, which stand beside the text. */
export interface PageForm {
  heading: Heading<string>;
  form: Extract<Block, { kind: "tryIt" }>;
}

/** The blocks of a page's text, and its forms. */
export function partsOf({ blocks }: Pick<DocsPage, "blocks">): {
  text: Block[];
  forms: PageForm[];
} {
  const forms = blocks.flatMap((form, at): PageForm[] => {
    const heading = blocks[at - 1];
    return form.kind === "tryIt" && heading?.kind === "heading" ? [{ heading, form }] : [];
  });
  const beside = new Set<Block>(forms.flatMap(({ heading, form }) => [heading, form]));
  return { text: blocks.filter((block) => !beside.has(block)), forms };
}

/** The path of a page, without the language. */
export function docsPath({ slug }: Pick<DocsPage, "slug">): string {
  return slug === "" ? "/docs" : `/docs/${slug}`;
}

/** The section of the errors page that explains a code: `NOT_FOUND` is `not-found`. */
export function errorAnchor(code: string): string {
  return code.toLowerCase().replaceAll("_", "-");
}

/** The texts of the documentation in one language. */
export interface DocsTexts {
  locale: Locale;
  /** The public URL of the service, without a trailing slash. */
  base: string;
  /** A message of a page, as Markdown. */
  text(page: PageId, key: string): string;
  /** Explanations of the contract. */
  descriptions: Descriptions;
  /** The changelog of the project without its title, as Markdown. It is in English. */
  changelog: string;
  /** Labels such as titles of groups and columns. */
  labels: Messages["Docs"];
  /** What the button that copies something is called. */
  copyLabel(label: string): string;
  /** A label with placeholders. */
  label(key: keyof Messages["Docs"], values: Record<string, string | number>): string;
  /** The description of each environment variable. */
  configuration: Readonly<Record<string, string>>;
}

/** Fills the URL of this service into code of the documentation. */
export function withBase(code: string, { base }: Pick<DocsTexts, "base">): string {
  return code.replaceAll("{base}", base);
}

/** The values of `X-Texture-Source` as a Markdown list. */
export function textureSourceList({ descriptions }: DocsTexts): string {
  return Object.values(descriptions.textureSources)
    .map((text) => `- ${text}`)
    .join("\n");
}
