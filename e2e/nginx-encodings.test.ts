import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseEncoding } from "../lib/http/encodings.ts";
import { seed } from "../testing/seed.ts";
import { send } from "./support/nginx.ts";
import { useNginx, useService } from "./support/use.ts";

const service = useService("published");
const edge = useNginx(service);

/** What clients send, and what the random lists below have not. */
const ACCEPTED = [
  "",
  "gzip",
  "Br",
  "X-GZIP, deflate",
  "gzip, deflate, br, zstd",
  "*",
  "gzip, *",
  ", ,br,",
  "\tgzip\t,\tdeflate",
  "not-br, br-not, x-br",
  "br gzip, deflate",
  "br;Q=0.000 , gzip",
  "gzip;q=0, *",
  "gzip, gzip;q=0",
  "*;q=0, gzip",
  "identity;q=0, *",
  "br;q=1.0, gzip;q=0.8, *;q=0.1",
  "br;q=2, gzip",
  "br;q=, gzip;level=9",
  "$nametag_encoding",
  '"br", gzip',
];

for (const target of ["/en/docs", "/openapi.json"]) {
  for (const accepted of ACCEPTED) {
    test(`sends ${target} as the service does for ${JSON.stringify(accepted)}`, async () => {
      const headers = { "accept-encoding": accepted };
      const own = await send(service().port, target, { headers });
      for (const time of ["once", "twice"]) {
        const { headers: sent, body } = await send(edge().port, target, { headers });
        expect(sent["content-encoding"], time).toBe(own.headers["content-encoding"]);
        expect(body.equals(own.body), time).toBe(true);
        expect(sent["vary"], time).toBe("Accept-Encoding");
      }
    });
  }
}

test("chooses the encoding of any header as the service does", async () => {
  const name = fc.constantFrom("br", "BR", "gzip", "x-gzip", "identity", "*", "deflate", "b", "");
  const weight = fc.constantFrom(
    "",
    "",
    "",
    ";q=0",
    "; q=0.0",
    ";q=0.3",
    " ;Q=0.30",
    ";q=1",
    ";x=1",
  );
  const space = fc.constantFrom("", " ", "\t", "  ");
  const part = fc.tuple(space, name, weight, space).map((all) => all.join(""));
  const lists = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(","));
  const property = fc.asyncProperty(lists, async (list) => {
    const headers = { "accept-encoding": list };
    const response = await send(edge().port, "/en/docs", { headers });
    expect(response.headers["content-encoding"] ?? "identity").toBe(chooseEncoding(list));
  });
  await fc.assert(property, { seed, numRuns: 500 });
});

test("sends JSON of the API in no encoding that the client excludes", async () => {
  for (const accepted of ACCEPTED) {
    const headers = { "accept-encoding": accepted };
    const target = "/api?username=Lantern_Lou&type=java";
    const { status, headers: sent } = await send(edge().port, target, { headers });
    expect(status).toBe(200);
    const excluded = /(?:gzip|\*)\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i.test(accepted);
    const named = /\bgzip\s*(?:,|$)/i.test(accepted);
    if (excluded && !named) expect(sent["content-encoding"], accepted).toBeUndefined();
  }
});
