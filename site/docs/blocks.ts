import type { CompatService, EndpointId, SchemaId } from "./contract.ts";
import type { GalleryName } from "./gallery.ts";
import type { CodeLanguage } from "./highlight.ts";

/** Components that are tables, made from the contract. */
export type TableBlock =
  | { kind: "Parameters"; endpoint: EndpointId }
  | { kind: "Fields"; schema: SchemaId }
  /** The URLs of another service, and those to configure programs with. */
  | { kind: "CompatUrls"; service: CompatService }
  | { kind: "CompatClients" }
  /** Errors, those with an image, response headers, and environment variables. */
  | { kind: "Errors" | "ImageErrors" | "Headers" | "Configuration" };

/**
 * A part of a page: its Markdown, or a component with its attributes. `scripts/remark-docs.mjs` exports them; what
 * is in a `<Fold>` is not told apart. In code, `{base}` stands for the public URL of the service.
 */
export type Block =
  | TableBlock
  | { kind: "prose" | "note"; text: string }
  | { kind: "heading"; id: string; text: string; level: number }
  | { kind: "code"; language: CodeLanguage; code: string }
  /** A program of `content/recipes`. */
  | { kind: "Recipe"; file: string }
  /** A file of `public/pictures`, drawn by `npm run sheet -- --docs`. */
  | { kind: "Picture"; file: string; alt: string }
  /** An endpoint's URL and purpose; `explained`: the page has explained URLs with a player in their path. */
  | { kind: "Endpoint"; id: EndpointId; explained?: true }
  /** Every captured response, and code that sends a request. */
  | { kind: "Responses" | "Samples"; endpoint: EndpointId }
  /** A form, which stands beside the text. */
  | { kind: "TryIt"; endpoint: EndpointId; id: string; title: string }
  /** The images that endpoints can show: all, or the first few. */
  | { kind: "Gallery"; of: GalleryName; first?: string }
  /** One captured response; `anywhere` has those that any URL may return. */
  | { kind: "Example"; endpoint: ExampleSource; name: string }
  | SiteText;

/** How long data is fresh, the values of `X-Texture-Source`, where the source code is, and the project's changelog. */
export type SiteText = { kind: "Freshness" | "TextureSources" | "SourceCode" | "Changelog" };

/** The sources of captured responses: endpoints about players, and these. */
type ExampleSource = EndpointId | "anywhere" | "getHealth" | "getReady";

/** The components that pages are written with, besides Markdown. */
export type ComponentName =
  | Exclude<Block["kind"], "prose" | "note" | "heading" | "code">
  /** Parts that begin with their heading and can be opened, and that stand out. */
  | "Fold"
  | "Note";
