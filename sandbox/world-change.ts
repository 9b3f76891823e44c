import {
  parseUuid,
  xuidOfFloodgate,
  type JavaAccount,
  type PastName,
  type SandboxPlayer,
  type Skin,
} from "./player.ts";
import type { TextureStore } from "./textures.ts";

/**
 * A change to an account. A texture is the id of a player who has it, a hash, a `data:image/png;base64,…`
 * URL with any bytes, or null for none.
 */
export interface PlayerChange {
  name?: string;
  gamertag?: string;
  skin?: string | null;
  model?: "classic" | "slim";
  cape?: string | null;
  deleted?: boolean;
}

/** Changes the account with this UUID or XUID; returns the new list and the new player. */
export function applyChange(
  players: readonly SandboxPlayer[],
  id: string,
  change: PlayerChange,
  textures: TextureStore,
): { players: readonly SandboxPlayer[]; player: SandboxPlayer } {
  const before = findPlayer(players, id);
  if (!before) throw new Error(`no player has the id ${id}`);

  const newSkin = (worn: Skin | null): Skin | null => {
    if (change.skin === null) return null;
    const other = change.skin === undefined ? undefined : findPlayer(players, change.skin);
    if (change.skin !== undefined && !other) {
      const model = change.model ?? worn?.model ?? "classic";
      return { hash: toHash(change.skin, textures), model };
    }
    const skin = other ? (other.java?.skin ?? other.bedrock?.skin ?? null) : worn;
    return skin && change.model ? { ...skin, model: change.model } : skin;
  };
  const newCape = (worn: string | undefined): string | undefined => {
    if (change.cape === undefined) return worn;
    if (change.cape === null) return undefined;
    const other = findPlayer(players, change.cape);
    return other ? other.java?.cape : toHash(change.cape, textures);
  };

  const player = { ...before };
  if (before.java && before.java.uuid === parseUuid(id)) {
    const { cape: worn, ...rest } = before.java;
    const cape = newCape(worn);
    const account = { ...rest, skin: newSkin(rest.skin), ...(cape ? { cape } : {}) };
    if (change.deleted) delete player.java;
    else player.java = { ...account, ...rename(account, change.name) };
  } else if (before.bedrock) {
    // A rename removes the two parts of a modern gamertag.
    const { modern: _, ...rest } = before.bedrock;
    const { gamertag } = change;
    const account = gamertag === undefined ? before.bedrock : { ...rest, gamertag };
    if (change.deleted) delete player.bedrock;
    else player.bedrock = { ...account, skin: newSkin(account.skin) };
  }
  return { players: players.map((one) => (one === before ? player : one)), player };
}

function findPlayer(players: readonly SandboxPlayer[], id: string): SandboxPlayer | undefined {
  const uuid = parseUuid(id);
  const xuid = (uuid && xuidOfFloodgate(uuid)) ?? id;
  return players.find(
    (one) => (uuid !== undefined && one.java?.uuid === uuid) || one.bedrock?.xuid === xuid,
  );
}

/** laby.net records a rename at once; the first name in its history has no date. */
function rename(account: JavaAccount, name = account.name): Partial<JavaAccount> {
  if (name === account.name) return {};
  const { keys = "name", names = [{ name: account.name, changedAt: null }] } =
    account.history ?? {};
  const taken: PastName = { name, changedAt: new Date().toISOString() };
  return { name, history: { keys, names: [...names, taken] } };
}

function toHash(source: string, textures: TextureStore): string {
  const data = /^data:image\/png;base64,(.*)$/s.exec(source)?.[1];
  if (data !== undefined) return textures.add(Buffer.from(data, "base64"));
  if (/^[0-9a-f]{1,64}$/.test(source)) return source;
  throw new Error(`${source} is neither a player's id, nor a texture hash, nor a PNG data address`);
}
