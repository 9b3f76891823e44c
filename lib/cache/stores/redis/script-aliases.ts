import { createHash } from "node:crypto";

/**
 * The first line of Upstash's own scripts since @upstash/ratelimit 2.1; any other Redis answers "ERR
 * Unexpected flag in script shebang" (https://github.com/upstash/ratelimit-js/issues/154).
 */
const UPSTASH_SHEBANG = /^#!lua flags=allow-key-locking[^\n]*/;

export interface ScriptAliases {
  /**
   * The command for a Redis that is not Upstash's; what is no string is sent as JSON, as Upstash's
   * client sends it. `sha` is there for a SCRIPT LOAD whose script was
   * changed: the digest that its sender will ask by.
   */
  translate(parts: readonly unknown[]): { command: string[]; sha?: string };
}

/** Takes the line that only Upstash knows out of scripts and finds them by their old digests. */
export function createScriptAliases(): ScriptAliases {
  const known = new Map<string, string>();

  return {
    translate(parts) {
      const command = parts.map((part) =>
        typeof part === "string" ? part : (JSON.stringify(part) ?? ""),
      );
      const [name = "", ...rest] = command;
      const at = scriptPosition(name, rest);
      const script = command[at];
      if (at === 0 || script === undefined) return { command };
      if (/^EVALSHA(_RO)?$/i.test(name)) {
        command[at] = known.get(script) ?? script;
        return { command };
      }
      if (!UPSTASH_SHEBANG.test(script)) return { command };
      const plain = script.replace(UPSTASH_SHEBANG, "");
      const sha = digest(script);
      known.set(sha, digest(plain));
      command[at] = plain;
      return { command, sha };
    },
  };
}

/** Where the script or its digest stands in a command; 0 when there is none. */
function scriptPosition(name: string, [first = ""]: readonly string[]): number {
  if (/^EVAL(SHA)?(_RO)?$/i.test(name)) return 1;
  return /^SCRIPT$/i.test(name) && /^LOAD$/i.test(first) ? 2 : 0;
}

function digest(script: string): string {
  return createHash("sha1").update(script).digest("hex");
}
