import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compatServices, type CompatService } from "../configuration/compat-services.ts";
import { adapt } from "./adapt.ts";
import { DIFFERENCES, REASONS } from "./terms.ts";
import { compatClients, compatRows } from "./documented.ts";
import { schemeOf } from "./services/index.ts";
import { anyUnit } from "../../testing/seed.ts";
import { parseQuery } from "../contract/parse-query.ts";
import {
  bodyQuery,
  bustQuery,
  capeQuery,
  cardQuery,
  headQuery,
  skinQuery,
} from "../contract/queries.ts";

const UUID = "dfb83a47-9bf3-4695-83e7-bdc34c28fa4e";
const HASH = "83910c212b86cf4367352b2106b0ea5555072d7dd21c4ac5d3ab829cdff3360b";

/** The meaning of a URL of a service. */
const meaningOf = (service: CompatService, path: string, search: URLSearchParams) =>
  adapt(`/compat/${service}/${path.replace(/^\//, "")}?${search}`, undefined)?.meaning();

function native(service: CompatService, target: string): string | null {
  const { pathname, search } = new URL(`http://host/${target.replace(/^\//, "")}`);
  const found = meaningOf(service, pathname, new URLSearchParams(search));
  return found?.kind === "image" ? found.target : null;
}

const head = (size: number, overlay = true, who = `username=${UUID}`) =>
  `/head?${who}&size=${size}${overlay ? "" : "&overlay=false"}&default=auto`;
const view = (path: string, name: string, size: number, overlay = true) =>
  `${path}?username=${UUID}&view=${name}&size=${size}${overlay ? "" : "&overlay=false"}&default=auto`;

const shot = (size: number, yaw: number, pitch: number) =>
  `/bust?username=${UUID}&yaw=${yaw}&pitch=${pitch}&projection=perspective&cape=true&size=${size}&default=auto`;

/** The same with a 404 for an unknown player. */
const missing = (target: string) => target.replace("default=auto", "default=404");

describe("an address of another service", () => {
  it.each([
    ["crafthead", `/helm/${UUID}/128`, head(128)],
    ["crafthead", `/avatar/${UUID}/24.png`, head(24, false)],
    ["crafthead", `/helm/${UUID}`, head(180)],
    ["crafthead", `/cube/${UUID}/64`, view("/head", "iso", 64, false)],
    ["crafthead", `/armor/body/${UUID}/190.png`, view("/body", "front", 380)],
    ["crafthead", `/body/${UUID}/190`, view("/body", "front", 380, false)],
    ["crafthead", `/skin/${UUID}`, `/skin?username=${UUID}&default=auto`],
    ["crafthead", `/cape/${UUID}`, `/cape?username=${UUID}&view=front&size=180&default=auto`],
    ["crafthead", `/minecraft/helm/${UUID}/64`, head(64)],
    ["minotar", `/cube/${UUID}/64`, view("/head", "iso", 64, false)],
    ["minotar", `/cubehelm/${UUID}/64`, view("/head", "iso", 64)],
    ["minotar", `/armour/bust/${UUID}/64`, `/bust?username=${UUID}&size=64&default=auto`],
    ["cravatar", `/3d/${UUID}/64`, view("/head", "iso", 64)],
    ["visage", `/front/${UUID}`, `/bust?username=${UUID}&size=256&default=auto`],
    ["tydium", `/skin?uuid=${UUID}&type=player`, view("/body", "iso", 128)],
    ["mc-heads", `/avatar/${UUID}/100/nohelm`, head(100, false)],
    ["mc-heads", `/avatar/${UUID}/nohelm`, head(180, false)],
    ["mc-heads", `/head/${UUID}/right`, view("/head", "iso", 180)],
    [
      "mc-heads",
      `/head/${UUID}/60/left.png`,
      view("/head", "iso", 60).replace("&size", "&yaw=45&size"),
    ],
    ["mc-heads", `/player/${UUID}/60`, view("/body", "front", 120)],
    ["mc-heads", `/combo/${UUID}/512`, `/player?username=${UUID}&size=512&default=auto`],
    ["mc-heads", `/avatar/${HASH}/128.png`, head(128, true, `texture=${HASH}`)],
    ["mc-heads", `/avatar/000${HASH.slice(3)}/128`, head(128, true, `texture=${HASH.slice(3)}`)],
    ["crafatar", `/avatars/${UUID}.png?size=64&overlay`, head(64)],
    ["crafatar", `/avatars/${UUID}?size=64&overlay=false`, head(64)],
    ["crafatar", `/avatars/${UUID}?size=64`, head(64, false)],
    ["crafatar", `/avatars/${UUID}?size=64.png&helm`, head(64)],
    ["crafatar", `/skins/${UUID}.png`, `/skin?username=${UUID}&default=auto`],
    ["minotar", `/helm/${UUID}/128.1699999999.png`, head(128)],
    ["minotar", `/avatar/${UUID}/64`, head(64, false)],
    ["cravatar", `/helmavatar/${UUID}/8.png`, head(8)],
    ["cravatar", `/helmhead/${UUID}/1024`, view("/head", "iso", 512)],
    ["visage", `/face/256/${UUID}.png`, head(256)],
    [
      "visage",
      `/front/9/${UUID}?no=shadow,overlay`,
      `/bust?username=${UUID}&size=16&overlay=false&default=auto`,
    ],
    [
      "crafthead",
      `/bust/${UUID}?model=default`,
      `/bust?username=${UUID}&model=classic&size=180&overlay=false&default=auto`,
    ],
    ["visage", `/bust/512/${UUID}`, shot(512, -20, 20)],
    ["visage", `/bust/500/${UUID}.jxl?y=-40&p=-100`, shot(504, 20, 90)],
    ["visage", `/face/${UUID}`, head(256)],
    ["nmsr", `/front/${UUID}`, missing(`/bust?username=${UUID}&size=512&default=auto`)],
    ["nmsr", `/cloak/${UUID}`, missing(`/cape?username=${UUID}&default=auto`)],
    ["nmsr", `/texture/${UUID}`, missing(`/skin?username=${UUID}&default=auto`)],
    ["minotar", `/armor/body/${UUID}/100`, view("/body", "front", 200)],
    ["crafthead", `/body/${UUID}`, view("/body", "front", 360, false)],
    ["crafthead", `/helm/${UUID}/400`, head(300)],
    ["mineskin", `/body/${UUID}/64`, view("/body", "front", 128, false)],
    ["discordsrv", `/${UUID}/helm/128`, missing(head(128))],
    ["discordsrv", `/${UUID}/head`, missing(head(64, false))],
    [
      "discordsrv",
      `/${UUID}/player/right?yaw=-268`,
      missing(`/body?username=${UUID}&yaw=90&pitch=15&default=auto`),
    ],
    ["discordsrv", `/${UUID}/body/helm/999`, missing(view("/body", "front", 1_024))],
    ["mineatar", `/face/${UUID}?scale=8&overlay=true&format=png`, head(64)],
    ["mineatar", `/face/${UUID}?scale=8&overlay=false`, head(64, false)],
    ["mineatar", `/face/${UUID}?scale=99`, head(512)],
    ["mineskin", `/headhelm/${UUID}/100`, view("/head", "iso", 100)],
    ["tydium", `/v1/players/skin?uuid=${UUID}&type=avatar&size=80`, head(80)],
    ["tydium", `/v1/players/skin?uuid=${UUID}`, view("/body", "iso", 128)],
    ["tydium", `/skin?uuid=${UUID}&type=skin`, `/skin?username=${UUID}&default=auto`],
    ["starlight", `/render/pixel/${UUID}/face?randomuuid=1`, missing(head(512))],
    [
      "starlight",
      `/render/isometric/${UUID}/full`,
      missing(view("/body", "iso", 512).replace("&size", "&cape=true&size")),
    ],
  ] as const)("of %s: %s", (service, target, expected) => {
    expect(native(service, target)).toBe(expected);
  });

  it.each([
    ["crafthead", "/"],
    ["crafthead", "/nothing/x"],
    ["crafthead", "/hytale/helm/x"],
    ["crafatar", "/heads/x"],
    ["discordsrv", `/${UUID}/nothing`],
    ["visage", "/"],
  ] as const)("that %s does not have is none: %s", (service, target) => {
    expect(native(service, target)).toBeNull();
  });

  it.each([
    ["0", 180],
    ["-5", 180],
    ["NaN", 180],
    ["x.png", 180],
    ["64.5", 64],
    ["1", 8],
    ["99999999999999999999", 300],
    ["64abc", 64],
  ])("may have the size %s", (size, expected) => {
    expect(native("crafthead", `/helm/${UUID}/${size}`)).toBe(head(expected));
  });

  it("says whether anything in its query counts for nothing", () => {
    const isPlain = (query: string) => {
      const found = meaningOf("crafatar", `/avatars/${UUID}`, new URLSearchParams(query));
      return found?.kind === "image" && found.isPlain;
    };
    expect(["", "size=64&overlay", "scale=2&default=alex"].map(isPlain)).toEqual([
      true,
      true,
      true,
    ]);
    expect(["randomuuid=1", "size=64&v=2"].map(isPlain)).toEqual([false, false]);
  });

  it.each([
    ["minotar", "/avatar/x.svg", "svg"],
    ["minotar", "/avatar/x/64.SVG", "svg"],
    ["visage", "/face/64/x.jxl", "webp"],
    ["mineatar", "/face/x?format=JPG", "jpeg"],
    ["minotar", "/avatar/svg", undefined],
    ["minotar", "/avatar/.svg", undefined],
    ["minotar", "/avatar/constructor", undefined],
    ["visage", "/face/64/webp", undefined],
    ["visage", "/face/64/__proto__", undefined],
    ["mineatar", "/face/jpg?format=constructor", undefined],
  ] as const)(
    "of %s has a format only in its extension or parameter: %s",
    (service, target, is) => {
      const { pathname, search } = new URL(`http://host${target}`);
      const found = meaningOf(service, pathname, new URLSearchParams(search));
      expect(found?.kind === "image" ? found.manner.format : "no image").toBe(is);
    },
  );

  it("takes the default that Crafatar takes, and no address", () => {
    const byDefault = (text: string) =>
      native("crafatar", `/avatars/${UUID}?overlay&default=${text}`);
    expect(byDefault("MHF_Alex")).toBe(head(160).replace("auto", "alex"));
    expect(byDefault("steve")).toBe(head(160).replace("auto", "steve"));
    expect(byDefault("https://evil.example/")).toBe(head(160));
    const elsewhere = (path: string) => {
      const search = new URLSearchParams({ default: UUID });
      const found = meaningOf("crafatar", path, search);
      return found?.kind === "image" ? found.changes.replacement?.location : found?.kind;
    };
    const uuid = UUID.replaceAll("-", "");
    expect(elsewhere(`/Avatars.png/${HASH}`)).toBe(`/compat/crafatar/Avatars.png/${uuid}`);
    expect(elsewhere(`/RENDERS/Head/${HASH}/`)).toBe(`/compat/crafatar/RENDERS/Head/${uuid}`);
    expect(["/avatars.png", "/Avatars", "/Renders/Head"].map(elsewhere)).toEqual([
      "fixed",
      "fixed",
      "fixed",
    ]);
  });
});

const withUrl = compatClients.filter(({ setting }) => setting === undefined);

it.each(withUrl)("knows what $name is configured with", ({ url }) => {
  const filled = url
    .replace(/\$?\{size\}/, "64")
    .replace(/\$?\{[\w-]+\}|%\w+%/, UUID)
    .replace(/#.*/, "");
  const [service = "", ...rest] = filled.split("/");
  expect(native(service as CompatService, rest.join("/"))).toContain(`username=${UUID}`);
});

it("lists every URL once, there, here and as a request of this service", () => {
  const rows = compatServices.flatMap(compatRows);
  expect(new Set(rows.map(({ old, here }) => here ?? old)).size).toBe(rows.length);
  expect(rows).toContainEqual({
    old: "https://crafthead.net/avatar/{id}",
    here: "/compat/crafthead/avatar/{id}",
    native: "/head?overlay=false",
    compared: "same",
  });
  expect(rows).toContainEqual({
    old: "https://sessionserver.mojang.com/blockedservers",
    compared: "blocked",
  });
  const compared = new Set(rows.map((row) => row.compared));
  expect(compared).toEqual(new Set(["same", ...DIFFERENCES, ...REASONS]));
});

const queries = {
  "/head": headQuery,
  "/bust": bustQuery,
  "/body": bodyQuery,
  "/player": cardQuery,
  "/skin": skinQuery,
  "/cape": capeQuery,
};

const DEFAULTS = ["", "MHF_Alex", "constructor", UUID, UUID.replaceAll("-", ""), `{${UUID}}`];

/** How a client may spell a segment of a path; undefined leaves it out. */
const spelled: readonly ((segment: string) => string | undefined)[] = [
  (segment) => segment,
  (segment) => segment.toUpperCase(),
  (segment) => `${segment}.png`,
  (segment) => segment.replace(/^./, percentOf),
  () => undefined,
];

function percentOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

/** Every path that a scheme has, whatever it leads to. */
const routesOf = (service: CompatService) => {
  const { routes, json, fixed, notOffered } = schemeOf(service);
  return [routes, json, fixed, notOffered].flatMap((rows) => Object.keys(rows));
};

it("is always a request that this service takes, however its URL is spelled", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...compatServices),
      fc.nat(),
      fc.oneof(
        fc.string({ unit: anyUnit, maxLength: 70 }),
        fc.constantFrom(UUID, HASH, "", "..", "constructor", "__proto__", "svg", "x.svg"),
      ),
      fc.array(fc.constantFrom(...spelled), { minLength: 6, maxLength: 6 }),
      fc.array(fc.oneof(fc.string({ maxLength: 12 }), fc.integer().map(String)), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom("size", "scale", "overlay", "uuid", "texture", "type", "x", "model", "y"),
        fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom("constructor", "__proto__")),
      ),
      fc.constantFrom(...DEFAULTS),
      (service, row, id, spellings, rest, query, byDefault) => {
        const all = routesOf(service);
        const [route = "", fixed = ""] = (all[row % all.length] ?? "").split("?");
        const well = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"));
        const values = new Map([
          [":id", well(id)],
          [":size", "64"],
          [":any", "default"],
        ]);
        const segments = route
          .split("/")
          .map((segment, at) => spellings[at]?.(values.get(segment) ?? segment));
        const path = [...segments.filter((one) => one !== undefined), ...rest.map(well)].join("/");
        const search = new URLSearchParams({ ...query, default: byDefault });
        for (const [name, value] of new URLSearchParams(fixed)) search.set(name, value);
        const found = meaningOf(service, path, search);
        if (found?.kind !== "image") return;
        const { pathname, searchParams } = new URL(found.target, "http://host");
        const schema: (typeof queries)["/skin"] = queries[pathname as keyof typeof queries];
        const parsed = parseQuery(searchParams, schema);
        expect(parsed.texture ?? parsed.username).toBeDefined();
        expect([undefined, "webp", "jpeg", "gif", "svg"]).toContain(found.manner.format);
      },
    ),
    { numRuns: 1_000 },
  );
});

it("reads any target at any host without an error, as a URL under /compat or as none of its own", () => {
  const mounts = { hosts: new Map([["heads.example", "crafatar"]] as const), root: undefined };
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(anyUnit, fc.constantFrom(..."/?#%&=.:@-_~+az09".split(""))) }),
      fc.constantFrom("", "/", "/compat/", "/compat/nmsr/", "/compat/geyser/v2/skin/"),
      fc.oneof(fc.string(), fc.constantFrom(undefined, "heads.example", "WWW.heads.example.:80")),
      (target, folder, host) => {
        const adapted = adapt(folder + target, host, { mounts });
        adapted?.meaning();
        expect(adapted?.url ?? "/compat/").toMatch(/^\/compat\//);
      },
    ),
    { numRuns: 1_000 },
  );
});
