import type { Cache } from "../cache/cache.ts";
import type { Store } from "../cache/stores/store.ts";
import { isXuid, type JavaUuid, type Xuid } from "../contract/identifiers.ts";
import type { BedrockRecord } from "./records.ts";

export interface ExclusionOptions {
  /** Java UUIDs and XUIDs. */
  excluded: ReadonlySet<string>;
  /** Keeps the links of excluded players, since what caches know of them expires. */
  store: Store;
  records: Pick<Cache<BedrockRecord>, "peek">;
  links: Pick<Cache<Xuid>, "peek">;
  /** Called when a link of an excluded player becomes known, since earlier responses may show the other account. */
  onLink(uuid: JavaUuid, xuid: Xuid): void;
}

/** Every key of a link begins with this. */
export const LINK_PREFIX = "excluded-link:v1:";

export type Exclusion = ReturnType<typeof createExclusion>;

/**
 * The players who are excluded: those who are listed, and the accounts linked to theirs, once such a link was seen.
 * Their data stays in the stores and is not shown, so that a wrong entry in the list loses nothing.
 */
export function createExclusion({ excluded, store, records, links, onLink }: ExclusionOptions) {
  const known = new Map<string, string>();

  /** Remembers a link that was seen, if it is one of an excluded player. */
  const note = async (uuid: JavaUuid, xuid: Xuid): Promise<void> => {
    if (!excluded.has(uuid) && !excluded.has(xuid)) return;
    if (known.get(uuid) === xuid && known.get(xuid) === uuid) return;
    known.set(uuid, xuid).set(xuid, uuid);
    onLink(uuid, xuid);
    await Promise.all([store.set(keyOf(uuid), xuid), store.set(keyOf(xuid), uuid)])
      // This process remembers it, and the next lookup of another one sees it again.
      .catch(() => undefined);
  };

  /** Takes over what the caches know of an account. */
  const look = async (id: string): Promise<void> => {
    if (isXuid(id)) {
      const { link } = (await records.peek(id).catch(() => undefined))?.value ?? {};
      if (link) await note(link, id);
    } else {
      const xuid = (await links.peek(id).catch(() => undefined))?.value;
      if (xuid) await note(id as JavaUuid, xuid);
    }
  };
  const looked = Promise.all([...excluded].map(look));

  const isExcluded = (id: string | undefined) => id !== undefined && excluded.has(id);

  return {
    note,

    /** Says whether a player may be listed: neither this ID nor that of a linked account is excluded. */
    async isListed(id: string): Promise<boolean> {
      if (excluded.size === 0) return true;
      if (excluded.has(id)) return false;
      await looked;
      await look(id);
      if (isExcluded(known.get(id))) return false;
      return !isExcluded(await store.get(keyOf(id)).catch(() => undefined));
    },
  };
}

function keyOf(id: string): string {
  return `${LINK_PREFIX}${id}`;
}
