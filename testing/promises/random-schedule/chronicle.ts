import { floodgateUuid, isXuid } from "../../../lib/contract/identifiers.ts";
import { type ProfileBody, profileBody } from "../../../lib/contract/profile.ts";
import { defaultSkinOf } from "../../../lib/textures/default-skins.ts";
import { createTestWorld } from "../../world.ts";

/** A sandbox account that schedules look up and change. */
export interface Account {
  edition: "java" | "bedrock";
  id: string;
  name: string;
  /** The other edition's account of the same person. */
  linkedTo?: string;
}

/** Java players, Bedrock players, and people with both. */
export const CAST: readonly Account[] = [
  { edition: "java", id: "a9a041d770424d1bbe1e5c603300460c", name: "Tinker_Tess" },
  { edition: "java", id: "6790b5f6bb61410a972998f020e6cc42", name: "QuietQuill" },
  { edition: "java", id: "2470f66b17d142a2aa8e1d85ef549286", name: "NoodleKnight" },
  { edition: "java", id: "4ae8ced70ac246a1b5cc1805a799491b", name: "Midnight_Mei" },
  { edition: "java", id: "49c155a09a544af1936ce5a83e29b3c8", name: "Plain_Paul" },
  { edition: "bedrock", id: "2796662987455236", name: "Mossy Minnow" },
  { edition: "bedrock", id: "2795547686368440", name: "Toast Troubador" },
  { edition: "bedrock", id: "2790695075997540", name: "Jelly Jar" },
  {
    edition: "java",
    id: "dfb83a479bf3469583e7bdc34c28fa4e",
    name: "Lantern_Lou",
    linkedTo: "2761708961228418",
  },
  {
    edition: "bedrock",
    id: "2761708961228418",
    name: "Lantern Lou",
    linkedTo: "dfb83a479bf3469583e7bdc34c28fa4e",
  },
  {
    edition: "java",
    id: "b5838d5803ac4b0d93d3c5b35df08833",
    name: "Bramble_Bard",
    linkedTo: "2743858903529114",
  },
  {
    edition: "bedrock",
    id: "2743858903529114",
    name: "Sofa Dragon",
    linkedTo: "b5838d5803ac4b0d93d3c5b35df08833",
  },
];

export function accountOf(id: string): Account | undefined {
  return CAST.find((account) => account.id === id);
}

/** Names that accounts may change to, besides those of the cast. */
export const FREE_NAMES = ["Spare_One", "Spare_Two", "Spare_Three"] as const;

/** Names of both editions in the form in which they are compared. */
export function nameKey(name: string): string {
  return name.toLowerCase().replaceAll("_", " ");
}

/** An account as a profile shows it. */
export interface ShownAccount {
  id: string;
  name: string;
  skin: string | null;
  /** True if its skin could be fetched. */
  isSkinKnown: boolean;
}

export function accountsIn({ java, bedrock }: ProfileBody): ShownAccount[] {
  const shown: ShownAccount[] = [];
  if (java) {
    const { uuid: id, username: name, skin_texture: skin, model } = java;
    shown.push({ id, name, skin, isSkinKnown: model !== null });
  }
  if (bedrock) {
    const { xuid_decimal: id, gamertag: name, skin_texture: skin, model } = bedrock;
    shown.push({ id, name, skin, isSkinKnown: model !== null });
  }
  return shown;
}

/** The state of an account during a period. */
export interface Version {
  /** Unix milliseconds; the last version has no end. */
  from: number;
  to: number;
  name: string;
  /** The hash of the own skin. */
  skin: string | null;
  exists: boolean;
}

/** Everything that was ever true upstream, and when. */
export type Chronicle = ReturnType<typeof createChronicle>;

/** Starts with the cast; `skins` are the hashes of their skins. */
export function createChronicle(skins: ReadonlyMap<string, string | null>, startedAt: number) {
  const histories = new Map<string, Version[]>(
    CAST.map(({ id, name }) => [
      id,
      [{ from: startedAt, to: Infinity, name, skin: skins.get(id) ?? null, exists: true }],
    ]),
  );
  const versionsOf = (id: string): readonly Version[] => histories.get(id) ?? [];
  const now = (id: string): Version => {
    const last = versionsOf(id).at(-1);
    if (last === undefined) throw new Error(`${id} is not of the cast`);
    return last;
  };
  const holds = (version: Version, name: string) =>
    version.exists && nameKey(version.name) === nameKey(name);

  return {
    versionsOf,
    now,
    change(id: string, change: Partial<Pick<Version, "name" | "skin" | "exists">>) {
      const before = now(id);
      const at = Date.now();
      before.to = at;
      histories.set(id, [...versionsOf(id), { ...before, ...change, from: at, to: Infinity }]);
    },
    /** The account of an edition that has a name now. */
    holderOf: (edition: Account["edition"], name: string) =>
      CAST.find((account) => account.edition === edition && holds(now(account.id), name)),
    /** Tells whether no account of an edition had a name at some time in a span. */
    lackedName(edition: Account["edition"], name: string, from: number, to: number): boolean {
      const held = CAST.filter((account) => account.edition === edition)
        .flatMap(({ id }) => versionsOf(id))
        .filter((version) => holds(version, name) && version.to > from && version.from <= to)
        .toSorted((one, other) => one.from - other.from);
      let heldUntil = from;
      for (const version of held) {
        if (version.from > heldUntil) return true;
        heldUntil = Math.max(heldUntil, version.to);
      }
      return heldUntil <= to;
    },
  };
}

/** The skins of the cast at the start, and the images of their heads. */
export type HeadGallery = Awaited<ReturnType<typeof openHeadGallery>>;

/** Fetches the skins and heads from a world without faults. */
export async function openHeadGallery() {
  const world = await createTestWorld();
  try {
    const skins = new Map<string, string | null>();
    for (const { id, edition } of CAST) {
      const reply = await world.request(`/api?username=${id}&type=${edition}`);
      skins.set(id, profileBody.parse(reply.json())[edition]?.skin_texture ?? null);
    }
    const heads = new Map<string, Buffer>();
    const hashes = [...CAST.map(({ id }) => defaultHashOf(id)), ...skins.values()];
    for (const hash of hashes) {
      if (hash === null || heads.has(hash)) continue;
      heads.set(hash, Buffer.from((await world.request(`/head?texture=${hash}`)).bytes));
    }
    return {
      /** The hash of each account's own skin. */
      skins,
      /** Tells whether an image is the head of an account in a skin; without one, in its default. */
      shows: (bytes: Uint8Array, id: string, skin: string | null) =>
        heads.get(skin ?? defaultHashOf(id))?.equals(bytes) ?? false,
    };
  } finally {
    await world.close();
  }
}

function defaultHashOf(id: string): string {
  const uuid = isXuid(id) ? floodgateUuid(id).replaceAll("-", "") : id;
  return defaultSkinOf(uuid).hash;
}
