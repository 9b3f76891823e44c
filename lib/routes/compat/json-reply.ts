import { ApiError } from "../../contract/errors.ts";
import {
  editionMeant,
  readingsOf,
  trimmed,
  type PlayerIdentifier,
  type TextureHash,
} from "../../contract/identifiers.ts";
import type { Edition } from "../../contract/profile.ts";
import { cachingOf, cachingOfError, ofBoth, UNCACHED } from "../../freshness.ts";
import { entityTag, jsonReply, type Reply } from "../../http/reply.ts";
import { callerOf, type ApiRequest } from "../../http/request.ts";
import type { PlayerResult } from "../../players/searches.ts";
import { bedrockNotOffered, nothingFound } from "../../players/profile.ts";
import { NOT_REQUESTED } from "../../players/searches.ts";
import { TextureError } from "../../textures/codec.ts";
import { lostTexture } from "../texture-images.ts";
import type { RouteServices } from "../route.ts";
import { createTextureFiles } from "./files.ts";
import { readers, type BulkRequest, type CompatFound, type CompatReply } from "./json.ts";
import type { JsonRequest } from "./match.ts";
import { foundPlayer, type FoundPlayer } from "./player.ts";

/** A player, and the account of the other edition where it is wanted. */
type Found = FoundPlayer & Pick<CompatFound, "linked">;

/** The JSON endpoints of other services. A failure is this service's own error, never "unknown". */
export function jsonReplyTo(
  request: ApiRequest,
  native: JsonRequest,
  { lookup, library, publicUrl, nameRules, offersBedrock, clock, missingMs }: RouteServices,
): Promise<Reply> {
  const isName = (text: string) => readers.name.read(text, nameRules) !== null;
  const base = publicUrl.replace(/\/+$/, "");
  const { endpoint } = native;
  const reader = readers[endpoint.reads];
  const caller = callerOf(request, endpoint.bulk?.priority);
  const files = createTextureFiles({ library, clock }, caller);

  /**
   * Looks in one edition after the other. Returns the error when no player has it.
   * @throws ApiError When that is not known.
   */
  const findIn = async (
    editions: readonly Edition[],
    identifier: PlayerIdentifier,
    signed = false,
  ): Promise<FoundPlayer | ApiError> => {
    let result: PlayerResult = { java: NOT_REQUESTED, bedrock: NOT_REQUESTED };
    for (const type of editions) {
      const looked = await lookup(identifier, { type, caller, signed });
      const found = foundPlayer(looked, { signed, base, clock, prefix: nameRules.bedrockPrefix });
      if (found !== null) return found;
      result = { ...result, [type]: looked[type] };
      const none = nothingFound(result, { now: clock.now(), missingMs, offersBedrock });
      if (none.code !== "NOT_FOUND") throw none;
    }
    return nothingFound(result, { now: clock.now(), missingMs, offersBedrock });
  };

  const find = async (identifier: PlayerIdentifier): Promise<Found | ApiError> => {
    const { signed, linked } = endpoint;
    const [first = identifier, second] = readingsOf(identifier);
    let found = await findIn(editionsOf(reader.edition, first), first, signed);
    if (found instanceof ApiError && second !== undefined) {
      found = await findIn(editionsOf(reader.edition, second), second, signed);
    }
    if (found instanceof ApiError) return found;
    // Without Bedrock, nobody knows whether there is a link.
    if (linked === "alone" && !offersBedrock) throw bedrockNotOffered();
    if (linked === undefined || !offersBedrock) return { ...found, linked: null };
    const { freshness } = found;
    const other = found.player.bedrock === undefined ? "bedrock" : "java";
    const link = await findIn([other], found.identifier);
    if (!(link instanceof ApiError)) {
      return { ...found, linked: link.player, freshness: ofBoth(freshness, link.freshness) };
    }
    const { cached = false, freshUntil = freshness.freshUntil, tags = [] } = link.details;
    const none = { cached, freshUntil, tags, stale: false };
    return { ...found, linked: null, freshness: ofBoth(freshness, none) };
  };

  const bodyFor = async (found: Found) => endpoint.write({ ...found, base, files }, native);

  /** A reply of the endpoint, with what it draws. */
  const drawn = async (reply: CompatReply): Promise<CompatReply> => {
    if (endpoint.draws === undefined) return reply;
    return { ...reply, body: await files.face(reply.body as TextureHash), type: "image/svg+xml" };
  };

  const bulkReply = async (
    { join }: Pick<BulkRequest, "join">,
    names: readonly string[],
  ): Promise<Reply> => {
    const identifiers = new Map(
      names.flatMap((name) => {
        const identifier = reader.read(name, nameRules);
        return identifier === null ? [] : [[trimmed(name).toLowerCase(), identifier] as const];
      }),
    );
    const found = await Promise.all([...identifiers.values()].map(find));
    const bodies = await Promise.all(
      found.flatMap((one) => (one instanceof ApiError ? [] : [bodyFor(one)])),
    );
    return replyOf({ status: 200, body: join?.(bodies) ?? bodies });
  };

  const replyWith = async (found: Found): Promise<Reply> => {
    const body = await bodyFor(found);
    const whole = await drawn(body === undefined ? endpoint.none(native) : { status: 200, body });
    const { freshness } = found;
    const cached = freshness.cached && files.areCached();
    const made = replyOf(whole, cachingOf({ ...freshness, cached }, clock.now()));
    made.headers["etag"] = entityTag("compat", String(made.body));
    return made;
  };

  const reply = async (): Promise<Reply> => {
    const { bulk, signed } = endpoint;
    if (bulk !== undefined) {
      const names = bulk.read((await request.readBody?.()) ?? null, native, isName);
      return "status" in names ? replyOf(names) : bulkReply(bulk, names);
    }
    const replyToUrl = (reply: CompatReply) =>
      replyOf(reply, cachingOfError(new ApiError("INVALID_PARAMETER", ""), clock.now()));
    const name = endpoint.nameIn?.(native, base) ?? native.text;
    if (typeof name !== "string") return replyToUrl(name);
    const identifier = reader.read(name, nameRules);
    if (identifier === null) {
      return replyToUrl(await drawn((endpoint.invalid ?? endpoint.none)(native)));
    }
    const found = await find(identifier);
    if (found instanceof ApiError) {
      return replyOf(await drawn(endpoint.none(native)), cachingOfError(found, clock.now()));
    }
    try {
      return await replyWith(found);
    } catch (error) {
      if (!(error instanceof TextureError)) throw error;
      // From now on, what is known of the player says that this texture cannot be used.
      const type = found.player.bedrock === undefined ? "java" : "bedrock";
      await lookup(found.identifier, { type, caller, signed, refresh: true });
      const again = await find(identifier);
      if (again instanceof ApiError) throw again;
      return replyWith(again);
    }
  };
  return reply().catch((error: unknown) => {
    throw error instanceof TextureError ? lostTexture() : error;
  });
}

/** The editions in which a player is looked up, one after the other. */
function editionsOf(edition: Edition | "floodgate", identifier: PlayerIdentifier): Edition[] {
  if (edition !== "floodgate") return [edition];
  // An old Java name may begin with a dot.
  return editionMeant(identifier) === "bedrock" ? ["bedrock", "java"] : ["java"];
}

/** A reply in the form of the other service; its type is that of its body. */
export function replyOf(
  { status, body, type = "text/plain; charset=utf-8", location }: CompatReply,
  caching = UNCACHED,
): Reply {
  const headers = location === undefined ? {} : { location };
  if (body === undefined) return { status, headers, body: "", caching };
  const isText = typeof body === "string" || body instanceof Uint8Array;
  if (!isText) return { ...jsonReply(status, body), caching };
  return { status, headers: { ...headers, "content-type": type }, body, caching };
}
