import { createServer } from "node:net";
import { expect, it } from "vitest";
import { listen } from "../../local-server.ts";

const port = await listen(createServer());

it("listens before the tests", () => expect(port).toBeGreaterThan(0));
