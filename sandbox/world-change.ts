import type { BedrockAccount, JavaAccount, PastName, SandboxPlayer, Skin } from "./player.ts";
import type { TextureStore } from "./textures.ts";
import { parseUuid, xuidOfFloodgate } from "./uuid.ts";

/**
 * What may happen to an account. A texture is the id of a player whose own to wear, a hash, a
 * `data:image/png;base64,…` address with any bytes at all, or null for none.
 */
export interface PlayerChange {
  readonly name?: string | undefined;
  readonly gamertag?: string | undefined;
  readonly skin?: string | null | undefined;
  readonly model?: Skin["model"] | undefined;
  readonly cape?: string | null | undefined;
  readonly deleted?: boolean | undefined;
}

/** Changes the account with this UUID or XUID and gives the new list and the new player. */
export function applyChange(
  players: readonly SandboxPlayer[],
  id: string,
  change: PlayerChange,
  textures: TextureStore,
): { players: readonly SandboxPlayer[]; player: SandboxPlayer } {
  const before = findPlayer(players, id);
  if (!before) throw new Error(`no player has the id ${id}`);
  const player = { ...before };
  if (before.java && before.java.uuid === parseUuid(id)) {
    if (change.deleted) delete player.java;
    else player.java = changeJava(before.java, change, players, textures);
  } else if (before.bedrock) {
    if (change.deleted) delete player.bedrock;
    else player.bedrock = changeBedrock(before.bedrock, change, players, textures);
  }
  return { players: players.map((one) => (one === before ? player : one)), player };
}

function findPlayer(players: readonly SandboxPlayer[], id: string): SandboxPlayer | undefined {
  const uuid = parseUuid(id);
  const xuid = (uuid && xuidOfFloodgate(uuid)) ?? id;
  return players.find((one) => (uuid && one.java?.uuid === uuid) || one.bedrock?.xuid === xuid);
}

function changeJava(
  account: JavaAccount,
  change: PlayerChange,
  players: readonly SandboxPlayer[],
  textures: TextureStore,
): JavaAccount {
  const { cape: oldCape, ...rest } = account;
  const skin = changeSkin(account, change, players, textures);
  const cape = change.cape === undefined ? oldCape : changeCape(change.cape, players, textures);
  const renamed = change.name !== undefined && change.name !== account.name;
  return {
    ...rest,
    skin,
    ...(cape ? { cape } : {}),
    ...(renamed ? rename(account, change.name ?? account.name) : {}),
  };
}

/** laby.net notices a rename at once; the first name it ever saw gets no date. */
function rename(account: JavaAccount, name: string): Pick<JavaAccount, "name" | "history"> {
  const { keys = "name", names = [{ name: account.name, changedAt: null }] } =
    account.history ?? {};
  const taken: PastName = { name, changedAt: new Date().toISOString() };
  return { name, history: { keys, names: [...names, taken] } };
}

function changeBedrock(
  account: BedrockAccount,
  change: PlayerChange,
  players: readonly SandboxPlayer[],
  textures: TextureStore,
): BedrockAccount {
  const { modern, ...rest } = account;
  const skin = changeSkin(account, change, players, textures);
  if (change.gamertag !== undefined) return { ...rest, skin, gamertag: change.gamertag };
  return { ...rest, skin, ...(modern ? { modern } : {}) };
}

function changeSkin(
  account: JavaAccount | BedrockAccount,
  change: PlayerChange,
  players: readonly SandboxPlayer[],
  textures: TextureStore,
): Skin | null {
  if (change.skin === null) return null;
  const model = change.model ?? account.skin?.model ?? "classic";
  const skin = change.skin === undefined ? account.skin : wear(change.skin, model);
  return skin && change.model ? { ...skin, model } : skin;

  function wear(source: string, worn: Skin["model"]): Skin | null {
    const other = findPlayer(players, source);
    if (other) return other.java?.skin ?? other.bedrock?.skin ?? null;
    return { hash: toHash(source, textures), model: worn };
  }
}

function changeCape(
  source: string | null,
  players: readonly SandboxPlayer[],
  textures: TextureStore,
): JavaAccount["cape"] {
  if (source === null) return undefined;
  const other = findPlayer(players, source);
  return other ? other.java?.cape : toHash(source, textures);
}

function toHash(source: string, textures: TextureStore): string {
  const data = /^data:image\/png;base64,(.*)$/s.exec(source)?.[1];
  if (data !== undefined) return textures.add(Buffer.from(data, "base64"));
  if (/^[0-9a-f]{1,64}$/.test(source)) return source;
  throw new Error(`${source} is neither a player's id, nor a texture hash, nor a PNG data address`);
}
