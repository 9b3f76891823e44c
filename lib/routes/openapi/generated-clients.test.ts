import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { bodies, document } from "./openapi.fixture.ts";

const ids = Object.keys(bodies);
const compiler = path.resolve("node_modules/typescript/bin/tsc");

/** Both need TypeScript 5, so npm installs them in a folder of its own. */
const TYPESCRIPT = "typescript@5.9.3";

/** Generators of clients: how they are called, and what imports their types of schemas. */
const generators = {
  "openapi-typescript@7.13.0": {
    command: ["openapi-typescript", "openapi.json", "--output", "types.ts"],
    imports: `import type { components } from "./types.js"; type Schemas = components["schemas"];`,
  },
  "@hey-api/openapi-ts@0.94.0": {
    command: ["openapi-ts", "--input", "openapi.json", "--output", "client"],
    imports: `import type * as client from "./client/types.gen.js";
      type Schemas = { ${ids.map((id) => `${id}: client.${id}`).join("; ")} };`,
  },
};

/** A program that reads each documented field, and is wrong where a type says nothing. */
const READS = `
  function read<Value>(...unknownType: unknown extends Value ? [never] : []): void {}
  ${Object.entries(bodies)
    .flatMap(([id, { shape }]) =>
      Object.keys(shape).map((name) => `read<Schemas["${id}"]["${name}"]>();`),
    )
    .join("\n")}
`;

it.each(Object.entries(generators))(
  "%s knows the type of each documented field",
  async (name, { command, imports }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "nametag-client-"));
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, {
        cwd: folder,
        encoding: "utf8",
        stdio: "pipe",
        // One of them keeps files there.
        env: { ...process.env, TMPDIR: folder },
      });
    try {
      writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
      const packages = [name, TYPESCRIPT].map((one) => `--package=${one}`);
      run("npm", "exec", "--yes", "--prefer-offline", ...packages, "--", ...command);
      writeFileSync(path.join(folder, "reads.ts"), imports + READS);
      const options = "--ignoreConfig --noEmit --strict --skipLibCheck --target es2023";
      const modules = "--module nodenext --lib es2023,dom,dom.iterable";
      run(process.execPath, compiler, ...`${options} ${modules}`.split(" "), "reads.ts");
    } catch (error) {
      const { stdout = "" } = error as { stdout?: string };
      expect.fail(`${String(error)}\n${stdout}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
