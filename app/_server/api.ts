import "server-only";
import { request } from "node:http";
import { getEnvironmentData } from "node:worker_threads";
import { headers } from "next/headers";
import { clientAddressOf } from "@/lib/http/client-address.ts";
import { internalRequest } from "@/lib/http/request.ts";
import { API_PORT, LOOPBACK, RENDER_HEADER } from "@/site/pages/rendering.ts";
import { siteConfiguration } from "./site-configuration.ts";

/** The port on which the front server answers pages; undefined where Next runs alone, as in development. */
const port = getEnvironmentData(API_PORT) as number | undefined;

/** Sends a GET request to this service's own API; `target` is path and query. */
export async function askApi(target: string): Promise<Response> {
  const fields = await headers();
  if (port === undefined) return askHere(target, fields);
  return askFront(port, target, fields.get(RENDER_HEADER) ?? "");
}

/** Asks the API in this process, where Next runs alone. It learns nothing of the visitor but the IP address. */
export async function askHere(target: string, fields: Pick<Headers, "get">): Promise<Response> {
  // Imported only here: where our front server runs, it is of no use.
  const { services } = await import("@/lib/services.ts");
  const { api } = services();
  const reply = await api.replyTo(internalRequest(target, { clientAddress: addressIn(fields) }));
  return new Response(reply.body as BodyInit, reply);
}

/** The client's IP address, as the nearest proxy sends it. */
export function addressIn(headers: Pick<Headers, "get">): string {
  const hops = Math.max(1, siteConfiguration().TRUSTED_PROXY_HOPS);
  return clientAddressOf("unknown", headers.get("x-forwarded-for") ?? undefined, hops);
}

function askFront(port: number, path: string, render: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: LOOPBACK, port, path, headers: { [RENDER_HEADER]: render } });
    sent.on("response", (response) => {
      const { statusCode: status = 500, headers: fields } = response;
      const init = { status, headers: fields as Record<string, string> };
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      response.on("end", () => resolve(new Response(Buffer.concat(chunks), init)));
    });
    sent.on("error", reject).end();
  });
}
