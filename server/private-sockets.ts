import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { START_MS, StartError } from "./failed-start.ts";

const PREFIX = "nametag-";
/** Matches what `mkdtemp` makes of the prefix. */
const OF_A_PROCESS = /^nametag-[A-Za-z0-9]{6}$/;
/** The socket that every process opens first. */
const FIRST = "api";

const isWindows = process.platform === "win32";

export type PrivateSockets = ReturnType<typeof openPrivateSockets>;

/** Addresses on which only this user's programs can connect: in a folder of their own, or as pipes on Windows. */
export function openPrivateSockets() {
  const folder = openFolder();
  removeLeftBehind().catch(() => undefined);
  const pathOf = (name: "api" | "next") =>
    isWindows ? `\\\\.\\pipe\\${path.basename(folder)}-${name}` : path.join(folder, name);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also of a process that an error ends.
  process.once("exit", remove);
  return {
    path: pathOf,
    /** True if the sockets still have their names: programs that clean up a folder of temporary files remove sockets, too. */
    areThere: () => isWindows || (existsSync(pathOf("api")) && existsSync(pathOf("next"))),
    close(): void {
      process.off("exit", remove);
      remove();
    },
  };
}

/** A new folder that no other user may enter. */
function openFolder(): string {
  try {
    return mkdtempSync(path.join(tmpdir(), PREFIX));
  } catch (error) {
    const { message } = error as Error;
    throw new StartError(`There must be a folder for temporary files, see TMPDIR: ${message}.`);
  }
}

/** Removes the folders of this user's processes that were killed. Pipes of Windows end with their process. */
async function removeLeftBehind(): Promise<void> {
  if (isWindows) return;
  const names = (await readdir(tmpdir())).filter((name) => OF_A_PROCESS.test(name));
  for (const folder of names.map((name) => path.join(tmpdir(), name))) {
    if (await isLeftBehind(folder)) await rm(folder, { recursive: true, force: true });
  }
}

/** Not by the id of a process: containers that share the folder have ids of their own. */
async function isLeftBehind(folder: string): Promise<boolean> {
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) return false;
  const code = await refusalOf(path.join(folder, FIRST));
  // A process without a socket may be starting.
  return code === "ECONNREFUSED" || (code === "ENOENT" && Date.now() - stats.mtimeMs > START_MS);
}

/** Why nobody can connect to a socket; undefined if somebody can. */
async function refusalOf(socketPath: string): Promise<string | undefined> {
  const socket = connect(socketPath);
  try {
    await once(socket, "connect");
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    socket.destroy();
  }
}
