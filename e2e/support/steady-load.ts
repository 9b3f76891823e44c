import { Pool } from "undici";

/** A client that asks at a steady rate, on connections that it keeps for as long as it may. */
export interface SteadyLoad {
  /** New requests go to this base address; those under way are finished where they are. */
  aimAt(url: string): void;
  /** Ends it. Resolves once every request has ended. */
  stop(): Promise<Outcome>;
}

export interface Outcome {
  answered: number;
  /** In words: status or error, and path. */
  failures: string[];
}

const CONNECTIONS = 20;
const TICK_MS = 10;

/** Starts to ask for the paths in turn, `perSecond` times a second in total. */
export function startLoad(url: string, paths: readonly string[], perSecond: number): SteadyLoad {
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  const open = (base: string) => new Pool(base, { connections: CONNECTIONS });
  let pool = open(url);
  let asked = 0;
  let answered = 0;

  const ask = async (path: string) => {
    try {
      const { statusCode, body } = await pool.request({ method: "GET", path });
      await body.dump();
      if (statusCode !== 200) failures.push(`${statusCode} ${path}`);
    } catch (error) {
      failures.push(`${String(error)} ${path}`);
    }
    answered += 1;
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1_000) * perSecond;
    for (; asked < due; asked += 1) {
      const request = ask(paths[asked % paths.length] ?? "/");
      underWay.add(request);
      void request.finally(() => underWay.delete(request));
    }
  }, TICK_MS);

  return {
    aimAt(base) {
      void pool.close();
      pool = open(base);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      await pool.close();
      return { answered, failures };
    },
  };
}
