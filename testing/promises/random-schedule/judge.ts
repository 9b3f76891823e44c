import { STORE_READ_INTERVAL_MS } from "../../../lib/cache/tiers.ts";
import { profileBody, type ProfileBody } from "../../../lib/contract/profile.ts";
import {
  type Account,
  accountOf,
  accountsIn,
  CAST,
  type Chronicle,
  type HeadGallery,
  nameKey,
  type ShownAccount,
  type Version,
} from "./chronicle.ts";
import type { Exchange } from "./stage.ts";
import type { RequestStep } from "./steps.ts";

/** How long data may be shown, in seconds. */
export interface Limits {
  fresh: number;
  missing: number;
  stale: number;
}

/** Tolerance, since the steps of a schedule take time, too. */
const SLACK_MS = 15_000;

/** Checks all responses of one schedule. */
export function createJudge(chronicle: Chronicle, heads: HeadGallery, limits: Limits) {
  /**
   * The oldest versions of a field that may be shown, by account, each from some time on: another process may
   * serve an older one for a moment, until it reads the store again.
   */
  const floors = new Map<string, { oldest: number; from: number }[]>();

  const within = (id: string, from: number, to: number): Version[] =>
    chronicle.versionsOf(id).filter((one) => one.exists && one.to > from && one.from <= to);

  /** New floors, which apply once all responses of one moment are checked. */
  let rising: [string, { oldest: number; from: number }][] = [];

  const backOf = (
    field: string,
    id: string,
    { request, startedAt, endedAt }: Exchange,
    matches: (version: Version) => boolean,
  ): boolean => {
    const key = `${field} ${id}`;
    const known = (floors.get(key) ?? []).filter(({ from }) => from <= startedAt);
    const floor = Math.max(0, ...known.map(({ oldest }) => oldest));
    const indexes = chronicle.versionsOf(id).flatMap((one, at) => (matches(one) ? [at] : []));
    const allowed = indexes.filter((at) => at >= floor);
    const [first] = allowed;
    if (first === undefined) return true;
    // After a refresh, no process serves anything older.
    rising.push([
      key,
      { oldest: first, from: endedAt + (request.update ? 0 : STORE_READ_INTERVAL_MS) },
    ]);
    return false;
  };

  const linkExists = ({ id, linkedTo }: Account): boolean =>
    linkedTo !== undefined && chronicle.now(id).exists && chronicle.now(linkedTo).exists;

  /** Tells whether an edition may be reported as missing for what was requested. */
  const mayBeMissing = (edition: Account["edition"], exchange: Exchange): boolean => {
    const { value } = exchange.request;
    const requested = accountOf(value);
    if (requested?.edition === edition) return !chronicle.now(requested.id).exists;
    if (requested !== undefined) return !linkExists(requested);
    if (edition === "java" && value.includes(" ")) return true;
    const from = exchange.startedAt - limits.missing * 1_000 - SLACK_MS;
    return chronicle.lackedName(edition, value, from, exchange.endedAt);
  };

  /** Tells whether an account may be shown for what was requested. */
  const matchesRequest = (account: Account, name: string, shown: ProfileBody, value: string) => {
    const requested = accountOf(value);
    if (requested !== undefined)
      return requested.id === account.id || requested.linkedTo === account.id;
    if (nameKey(name) === nameKey(value)) return true;
    const held = (id: string) =>
      chronicle.versionsOf(id).some((one) => nameKey(one.name) === nameKey(value));
    // A stale response may show an old name, and a link leads on from the account that had the name.
    if (shown.stale && held(account.id)) return true;
    const otherId = account.edition === "java" ? shown.bedrock?.xuid_decimal : shown.java?.uuid;
    return otherId !== undefined && otherId === account.linkedTo && held(otherId);
  };

  const judgeEdition = (shown: ShownAccount, body: ProfileBody, exchange: Exchange): string[] => {
    const { request, startedAt, endedAt } = exchange;
    const account = accountOf(shown.id);
    if (account === undefined) return [`shows the unknown account ${shown.id}`];
    const seconds = body.stale ? limits.stale + limits.fresh : limits.fresh;
    const from = startedAt - seconds * 1_000 - SLACK_MS;
    const versions = within(shown.id, from, endedAt);
    const sameName = (one: Version) => one.name === shown.name;
    const sameSkin = (one: Version) => one.skin === shown.skin;
    return [
      ...(matchesRequest(account, shown.name, body, request.value) ? [] : [`shows ${shown.name}`]),
      ...(versions.some(sameName)
        ? []
        : [`calls ${shown.id} ${shown.name}, which was not so then`]),
      ...(!shown.isSkinKnown || versions.some(sameSkin)
        ? []
        : [`dresses ${shown.id} in ${shown.skin}, which was not so then`]),
      ...(backOf("name", shown.id, exchange, sameName)
        ? [`goes back to the name ${shown.name}`]
        : []),
      ...(shown.isSkinKnown && backOf("skin", shown.id, exchange, sameSkin)
        ? [`goes back to the skin ${shown.skin}`]
        : []),
    ];
  };

  const judgeProfile = (exchange: Exchange): string[] => {
    const body = profileBody.parse(exchange.reply.json());
    return [
      ...accountsIn(body).flatMap((shown) => judgeEdition(shown, body, exchange)),
      ...editionsLeftOut(body, exchange),
      ...wrongLinks(body),
      ...namesThatNeverWere(body.java),
    ];
  };

  const editionsLeftOut = (body: ProfileBody, exchange: Exchange): string[] => {
    const isLeftOut = (edition: Account["edition"]) =>
      exchange.request.type !== (edition === "java" ? "bedrock" : "java") &&
      body[edition] === undefined &&
      !body.warnings?.some((one) => one.edition === edition) &&
      !mayBeMissing(edition, exchange);
    return [
      // While `linked` is null, it is not known whether a Java account is linked.
      ...(isLeftOut("java") && body.bedrock?.linked !== null
        ? ["leaves out Java without a warning"]
        : []),
      ...(isLeftOut("bedrock") ? ["leaves out Bedrock without a warning"] : []),
    ];
  };

  const wrongLinks = ({ java, bedrock }: ProfileBody): string[] => {
    const pair = accountOf(bedrock?.xuid_decimal ?? "");
    if (bedrock?.linked === true) {
      if (pair?.linkedTo === undefined) return ["invents a link"];
      return java === undefined || pair.linkedTo === java.uuid ? [] : ["links two people"];
    }
    if (bedrock?.linked !== false || pair === undefined || !linkExists(pair)) return [];
    return java === undefined || java.uuid === pair.linkedTo ? ["denies a link"] : [];
  };

  const namesThatNeverWere = (java: ProfileBody["java"]): string[] =>
    (java?.name_history ?? [])
      .filter(
        ({ name }) => !chronicle.versionsOf(java?.uuid ?? "").some((one) => one.name === name),
      )
      .map(({ name }) => `remembers ${name}, which never was`);

  const judgeHead = (exchange: Exchange): string[] => {
    const { request, reply, startedAt, endedAt } = exchange;
    const isStale = reply.headers["x-cache"] === "STALE";
    const source = reply.headers["x-texture-source"];
    if (source === "placeholder") return [];
    const seconds = isStale ? limits.stale + limits.fresh : limits.fresh;
    const from = startedAt - seconds * 1_000 - SLACK_MS;
    const requested = accountOf(request.value);
    const candidates =
      requested === undefined
        ? CAST.filter(({ id }) =>
            chronicle.versionsOf(id).some((one) => nameKey(one.name) === nameKey(request.value)),
          ).flatMap(({ id, linkedTo }) => [id, ...(linkedTo ? [linkedTo] : [])])
        : [requested.id, ...(requested.linkedTo ? [requested.linkedTo] : [])];
    const isRight = candidates.some((id) =>
      within(id, from, endedAt).some(({ skin }) => heads.shows(reply.bytes, id, skin)),
    );
    return isRight ? [] : [`shows a head of no account it may show (${source})`];
  };

  const isTrueMiss = (exchange: Exchange): boolean => {
    const { request } = exchange;
    const mayLackJava = request.type === "bedrock" || mayBeMissing("java", exchange);
    const mayLackBedrock =
      request.type === "java" || mayBeMissing("bedrock", exchange) || isJavaHead(request);
    return mayLackJava && mayLackBedrock;
  };

  const judgeOne = (exchange: Exchange): string[] => {
    const { request, reply } = exchange;
    switch (reply.status) {
      case 200:
        return request.path === "/api" ? judgeProfile(exchange) : judgeHead(exchange);
      case 404:
        return isTrueMiss(exchange) ? [] : ["is a false miss"];
      case 502:
        return [];
      case 429:
        return request.update ? [] : ["is limited without a refresh"];
      default:
        return [`is ${reply.status}`];
    }
  };

  return {
    /** Describes what is wrong with responses to requests of one moment; empty when all are right. */
    check(exchanges: readonly Exchange[]): string[] {
      const wrong = exchanges.flatMap((exchange) =>
        judgeOne(exchange).map(
          (text) =>
            `${exchange.request.path} ${exchange.request.value} ${exchange.request.type}: ${text}`,
        ),
      );
      for (const [key, floor] of rising) floors.set(key, [...(floors.get(key) ?? []), floor]);
      rising = [];
      return wrong;
    },
  };
}

/** A head by id is looked up only in the edition of the id. */
function isJavaHead({ path, value }: RequestStep): boolean {
  return path === "/head" && CAST.some(({ id }) => id === value);
}
