import type { Clock } from "../time/clock.ts";
import { ApiError } from "../contract/errors.ts";
import {
  editionMeant,
  readingsOf,
  trimmed,
  type NameRules,
  type PlayerIdentifier,
  type TextureHash,
} from "../contract/identifiers.ts";
import type { Edition } from "../contract/profile.ts";
import { cachingOf, cachingOfError, ofBoth } from "../freshness.ts";
import { entityTag, type Reply } from "../http/reply.ts";
import { callerOf, type ApiRequest } from "../http/request.ts";
import { lostTexture } from "../images/texture-images.ts";
import { nothingFound } from "../players/profile.ts";
import {
  bedrockNotOffered,
  NOT_REQUESTED,
  type PlayerResult,
  type Resolver,
} from "../players/resolver.ts";
import type { TextureLibrary } from "../players/texture-library.ts";
import type { Caller } from "../providers/deadline.ts";
import { TextureError } from "../textures/codec.ts";
import type { LookupRequest } from "./adapt.ts";
import { createTextureFiles, type TextureFiles } from "./files.ts";
import { readers, type BulkRequest, type CompatFound } from "./json.ts";
import { foundPlayer, type FoundPlayer } from "./player.ts";
import { writtenReply } from "./reply.ts";
import type { CompatReply } from "./terms.ts";

/** The services that lookups in the words of other services need. */
export interface LookupServices {
  lookup: Resolver["lookup"];
  library: TextureLibrary;
  publicUrl: string;
  /** How names are read. */
  nameRules: NameRules;
  offersBedrock: boolean;
  clock: Clock;
  /** How long "not found" is fresh at most. */
  missingMs: number;
}

/** One lookup, and what its steps share. */
interface Lookup extends LookupServices {
  target: LookupRequest;
  caller: Caller;
  files: TextureFiles;
  /** The base URL of this service. */
  base: string;
}

/** A player, and the account of the other edition where it is wanted. */
type Found = FoundPlayer & Pick<CompatFound, "linked">;

/**
 * The reply of a JSON endpoint of another service. A failure is this service's own error, never "unknown".
 * @throws ApiError, UpstreamFailure
 */
export async function lookupReply(
  request: ApiRequest,
  target: LookupRequest,
  services: LookupServices,
): Promise<Reply> {
  const { bulk } = target.endpoint;
  const caller = callerOf(request, bulk?.priority);
  const files = createTextureFiles(services, caller);
  const base = services.publicUrl.replace(/\/+$/, "");
  const lookup: Lookup = { ...services, target, caller, files, base };
  try {
    return await (bulk === undefined
      ? replyForOne(lookup)
      : replyForSeveral(lookup, bulk, (await request.readBody?.()) ?? null));
  } catch (error) {
    throw error instanceof TextureError ? lostTexture() : error;
  }
}

async function replyForOne(lookup: Lookup): Promise<Reply> {
  const { target, base, nameRules, clock } = lookup;
  const { endpoint, text } = target;
  const name = endpoint.nameIn?.(target, base) ?? text;
  if (typeof name !== "string") return invalidReply(lookup, name);
  const identifier = readers[endpoint.reads].read(name, nameRules);
  if (identifier === null) {
    return invalidReply(lookup, await drawn(lookup, (endpoint.invalid ?? endpoint.none)(target)));
  }
  const found = await find(lookup, identifier);
  if (found instanceof ApiError) {
    const none = await drawn(lookup, endpoint.none(target));
    return writtenReply(none, cachingOfError(found, clock.now()));
  }
  try {
    return await replyWith(lookup, found);
  } catch (error) {
    if (!(error instanceof TextureError)) throw error;
    return replyWith(lookup, await reloaded(lookup, identifier, found));
  }
}

/** The reply to a URL that can name no player. */
function invalidReply({ clock }: Lookup, reply: CompatReply): Reply {
  return writtenReply(reply, cachingOfError(new ApiError("INVALID_PARAMETER", ""), clock.now()));
}

/** Looks a player up again, whose record says from now on that a texture cannot be used. */
async function reloaded(
  lookup: Lookup,
  identifier: PlayerIdentifier,
  { player, identifier: known }: Found,
): Promise<Found> {
  const type = player.bedrock === undefined ? "java" : "bedrock";
  const { caller, target } = lookup;
  await lookup.lookup(known, { type, caller, signed: target.endpoint.signed, refresh: true });
  const found = await find(lookup, identifier);
  if (found instanceof ApiError) throw found;
  return found;
}

async function replyWith(lookup: Lookup, found: Found): Promise<Reply> {
  const { target, files, clock } = lookup;
  const body = await bodyFor(lookup, found);
  const reply = body === undefined ? target.endpoint.none(target) : { status: 200, body };
  const whole = await drawn(lookup, reply);
  const { freshness } = found;
  const cached = freshness.cached && files.areCached();
  const made = writtenReply(whole, cachingOf({ ...freshness, cached }, clock.now()));
  made.headers["etag"] = entityTag("compat", String(made.body));
  return made;
}

async function bodyFor({ target, base, files }: Lookup, found: Found): Promise<unknown> {
  return target.endpoint.write({ ...found, base, files }, target);
}

/** A reply of the endpoint, with the face that it draws in place of a hash. */
async function drawn({ target, files }: Lookup, reply: CompatReply): Promise<CompatReply> {
  if (target.endpoint.draws === undefined) return reply;
  return { ...reply, body: await files.face(reply.body as TextureHash), type: "image/svg+xml" };
}

/** @param sent The body of the request; null when it is too long. */
async function replyForSeveral(
  lookup: Lookup,
  bulk: BulkRequest,
  sent: string | null,
): Promise<Reply> {
  const { target, nameRules } = lookup;
  const isName = (text: string) => readers.name.read(text, nameRules) !== null;
  const names = bulk.read(sent, target, isName);
  if ("status" in names) return writtenReply(names);
  const reader = readers[target.endpoint.reads];
  const identifiers = new Map(
    names.flatMap((name) => {
      const identifier = reader.read(name, nameRules);
      return identifier === null ? [] : [[trimmed(name).toLowerCase(), identifier] as const];
    }),
  );
  const found = await Promise.all(
    [...identifiers.values()].map((identifier) => find(lookup, identifier)),
  );
  const bodies = await Promise.all(
    found.flatMap((one) => (one instanceof ApiError ? [] : [bodyFor(lookup, one)])),
  );
  return writtenReply({ status: 200, body: bulk.join?.(bodies) ?? bodies });
}

/** Finds a player, and the account of the other edition where the endpoint wants it. */
async function find(lookup: Lookup, identifier: PlayerIdentifier): Promise<Found | ApiError> {
  const { edition } = readers[lookup.target.endpoint.reads];
  const { signed } = lookup.target.endpoint;
  const [first = identifier, second] = readingsOf(identifier);
  let found = await findIn(lookup, editionsOf(edition, first), first, signed);
  if (found instanceof ApiError && second !== undefined) {
    found = await findIn(lookup, editionsOf(edition, second), second, signed);
  }
  return found instanceof ApiError ? found : withLinked(lookup, found);
}

async function withLinked(lookup: Lookup, found: FoundPlayer): Promise<Found> {
  const { target, offersBedrock } = lookup;
  const { linked } = target.endpoint;
  // Without Bedrock, no provider knows whether there is a link.
  if (linked === "alone" && !offersBedrock) throw bedrockNotOffered();
  if (linked === undefined || !offersBedrock) return { ...found, linked: null };
  const { freshness } = found;
  const other = found.player.bedrock === undefined ? "bedrock" : "java";
  const link = await findIn(lookup, [other], found.identifier);
  if (!(link instanceof ApiError)) {
    return { ...found, linked: link.player, freshness: ofBoth(freshness, link.freshness) };
  }
  const { cached = false, freshUntil = freshness.freshUntil, tags = [] } = link.details;
  const none = { cached, freshUntil, tags, stale: false };
  return { ...found, linked: null, freshness: ofBoth(freshness, none) };
}

/**
 * Looks in one edition after the other. Returns the error when no player has the identifier.
 * @throws ApiError When that is not known.
 */
async function findIn(
  { lookup, caller, base, nameRules, offersBedrock, clock, missingMs }: Lookup,
  editions: readonly Edition[],
  identifier: PlayerIdentifier,
  signed = false,
): Promise<FoundPlayer | ApiError> {
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
}

/** The editions in which a player is looked up, one after the other. */
function editionsOf(edition: Edition | "floodgate", identifier: PlayerIdentifier): Edition[] {
  if (edition !== "floodgate") return [edition];
  // An old Java name may begin with a dot.
  return editionMeant(identifier) === "bedrock" ? ["bedrock", "java"] : ["java"];
}
