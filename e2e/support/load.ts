import { Pool } from "undici";

const CONNECTIONS = 20;
const TICK_MS = 10;

export interface LoadOptions {
  /** Which path is requested as the n-th, from 0 on. */
  pathOf: (at: number) => string;
  perSecond: number;
  connections?: number;
  /** An idle connection is not used again after this time; by default, as long as the server says. */
  idleMs?: number;
}

/** Sends requests at a steady rate, on connections that it keeps as long as possible. */
export function startLoad(
  url: string,
  { pathOf, perSecond, connections = CONNECTIONS, idleMs }: LoadOptions,
) {
  /** Status or error, and path. */
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  const idle =
    idleMs === undefined ? {} : { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs };
  const open = (base: string) => new Pool(base, { connections, ...idle });
  let pool = open(url);
  let startedAt = 0;
  let responses = 0;

  const send = async (path: string) => {
    try {
      const { statusCode, body } = await pool.request({ method: "GET", path });
      await body.dump();
      if (statusCode !== 200) failures.push(`${statusCode} ${path}`);
    } catch (error) {
      failures.push(`${String(error)} ${path}`);
    }
    responses += 1;
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1_000) * perSecond;
    for (; startedAt < due; startedAt += 1) {
      const request = send(pathOf(startedAt));
      underWay.add(request);
      void request.finally(() => underWay.delete(request));
    }
  }, TICK_MS);

  return {
    /** Sends new requests to this base URL; pending ones complete where they are. */
    aimAt(base: string) {
      void pool.close();
      pool = open(base);
    },
    /** Resolves once every request has ended. */
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      await pool.close();
      return { responses, failures };
    },
  };
}
