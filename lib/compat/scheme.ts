import type { NameRules, PlayerIdentifier } from "../contract/identifiers.ts";
import type { OutputFormat } from "../textures/output.ts";
import type { ImageRoute, Parameters, SizeOf } from "./images.ts";
import type { FixedEndpoint, JsonEndpoints } from "./json.ts";
import type { CompatReply, CompatUrl, Reason } from "./terms.ts";

/** The URL scheme of another service: its table of `services/`. */
export interface CompatScheme {
  name: string;
  /** The host where the service is, or was. */
  host: string;
  /** Hosts of paths that are not on `host`, by their first segment. */
  otherHosts?: Readonly<Record<string, string>>;
  /**
   * The image at each path, written without its first slash. `:id` is a player or a texture, `:size` a
   * height in pixels, `:any` any text. A query says which value a parameter has. What follows may be a
   * size, and `nohelm`, which leaves the second layer out.
   */
  routes?: Readonly<Record<string, ImageRoute>>;
  /**
   * The JSON at each path, in the same grammar; nothing but a slash may follow. A parameter in its query may have
   * a placeholder as its value: `?u=:id`.
   */
  json?: JsonEndpoints;
  /** The reply at each path where it is the same for everybody, or depends on the URL alone. */
  fixed?: Readonly<Record<string, FixedEndpoint>>;
  /** URLs that are a 404 here, in the same grammar. */
  notOffered?: Readonly<Record<string, Reason>>;
  /** How large an image is. */
  size?: SizeOf;
  /**
   * Says what is shown for a player whom no provider knows: a default skin ("auto"), a certain one, this service's own
   * 404, or a reply in its place; a reply that leads elsewhere, in place of every default skin.
   * @param who The text in the URL, and how it names a player: one that can name none, as a name.
   */
  unknown?(
    who: { text: string; kind: PlayerIdentifier["kind"] | undefined },
    url: CompatUrl,
  ): "auto" | "steve" | "404" | CompatReply;
  /** Parameters that this service takes, from what the URL says. */
  parameters?(url: CompatUrl, image: ImageRoute): Parameters;
  /** Parameters that name the player where the path has no `:id`, the most exact first. */
  playerParameters?: readonly string[];
  /** Formats besides PNG by their names, in a parameter or else in the extension of the URL. */
  formats?: { parameter?: string; byName: ReadonlyMap<string, OutputFormat> };
  /** The parameter that makes an image a file to be saved. */
  download?: string;
  /** The reply to a URL that is refused there; undefined for any other. */
  refusal?(
    segments: readonly string[],
    search: URLSearchParams,
    rules: NameRules | undefined,
  ): CompatReply | undefined;
  /** Parameters that mean something at the other service, also where an image does not depend on them. */
  heeds?: readonly string[];
}
