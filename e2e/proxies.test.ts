import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import { expect, onTestFinished, test } from "vitest";
import { createCertificates } from "../testing/certificates.ts";
import { listen } from "../testing/local-server.ts";
import { startProxy } from "../testing/proxy.ts";
import { withSandbox } from "./support/service.ts";

/** A host that nothing but the proxy finds. */
const HOST = "providers.example";

test("the service reaches its providers through HTTPS_PROXY alone", async () => {
  await withSandbox(async ({ sandbox, start }) => {
    const certificates = createCertificates(`DNS:${HOST}`);
    onTestFinished(() => certificates.remove());
    const [key, cert] = [certificates.key, certificates.certificate].map((file) =>
      readFileSync(file),
    );
    // The providers with TLS.
    const providers = createServer({ key, cert }, ({ url: path, method, headers }, response) => {
      const { hostname, port } = new URL(sandbox.url);
      const to = { host: hostname, port, path, method, headers };
      request(to, (from) =>
        from.pipe(response.writeHead(from.statusCode ?? 0, from.headers)),
      ).end();
    });
    const port = await listen(providers);
    const proxy = await startProxy((asked) => (asked === `${HOST}:443` ? port : undefined));
    onTestFinished(async () => {
      await proxy.close();
      providers.closeAllConnections();
      providers.close();
    });

    const elsewhere = Object.entries(sandbox.environment).map(([name, value]) => [
      name,
      value.replace(sandbox.url, `https://${HOST}`),
    ]);
    const service = await start(
      {
        ...(Object.fromEntries(elsewhere) as Record<string, string>),
        NODE_EXTRA_CA_CERTS: certificates.ca,
        https_proxy: proxy.url.replace("//", "//nametag:s3cret@"),
      },
      { pages: false },
    );
    for (const target of ["/api?username=Lantern_Lou", "/head/.Mossy_Minnow/64"]) {
      expect((await fetch(service.url + target)).status, target).toBe(200);
    }
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${HOST}:443`]));
    expect([...proxy.authorizations]).toEqual([`Basic ${btoa("nametag:s3cret")}`]);
    await service.stop("SIGINT");
  });
});
