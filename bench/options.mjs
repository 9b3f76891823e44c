import { parseArgs } from "node:util";
import { fail } from "../scripts/prepare.mjs";

/**
 * The command line.
 *
 * @param {readonly string[]} args
 * @param {readonly string[]} groups  Names of all groups.
 */
export function readOptions(args, groups) {
  const usage = `Usage: npm run bench -- [--only ${groups.join(",")}] [--full] [--out file.md]`;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: "string" },
        full: { type: "boolean", default: false },
        out: { type: "string" },
      },
    });
    const only = values.only?.split(",") ?? groups;
    const unknown = only.find((name) => !groups.includes(name));
    if (unknown !== undefined) fail(`There is no group "${unknown}". ${usage}`);
    return { only, full: values.full, out: values.out };
  } catch (error) {
    return fail(`${error.message}\n${usage}`);
  }
}
