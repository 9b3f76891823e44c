import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  statfsSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { thisUser } from "../cache/stores/sqlite.ts";
import { findingsOf, shortReason, type Finding } from "./finding.ts";

/** Less free space is a warning, as in the alerts. */
const FREE_BYTES = 512 * 2 ** 20;

/** Checks that the service could keep its data in a folder, where it leaves nothing behind. */
export function checkFolder(directory: string): Finding[] {
  const { ok, warning, error } = findingsOf("data folder");
  const folder = path.resolve(directory);
  const existing = nearestExisting(folder);
  const user = thisUser();
  const files = filesIn(folder);
  const refusal = refusalOf(() => {
    // Some folders refuse new files although their rights allow them.
    rmdirSync(mkdtempSync(path.join(existing, ".nametag-")));
    for (const file of files) accessSync(file, constants.R_OK | constants.W_OK);
  });
  if (refusal !== undefined) {
    return [
      error(
        `${folder} cannot be used by ${user}: ${refusal}. Give the folder to the user who runs the service (chown -R), or set DATA_DIR to another one.`,
      ),
    ];
  }
  const strange = files.find((file) => statSync(file).uid !== statSync(folder).uid);
  const { bavail, bsize } = statfsSync(existing);
  return [
    existing === folder
      ? ok(`${folder} can be written to by ${user}.`)
      : ok(`${folder} does not exist yet, and ${user} may make it.`),
    ...(strange === undefined
      ? []
      : [
          warning(
            `${strange} does not belong to the owner of its folder, who could not write to it: run chown --reference=${folder} ${strange}.`,
          ),
        ]),
    ...(bavail * bsize < FREE_BYTES
      ? [warning(`The disk of ${folder} has ${Math.floor((bavail * bsize) / 2 ** 20)} MB left.`)]
      : []),
  ];
}

function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}

/** The files of the stores, with their journals. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => /^(?:cache|durable)\b.*\.sqlite/.test(file))
      .map((file) => path.join(folder, file));
  } catch {
    return [];
  }
}

/** Why something cannot be done; undefined if it can. */
function refusalOf(attempt: () => void): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return shortReason(error);
  }
}
