import { Pool } from "undici";

const REQUESTS = 1_000;

/** Sends a thousand requests for these targets to all of these services at once; gives their statuses. */
export async function requestAtOnce(
  urls: readonly string[],
  targets: readonly string[],
): Promise<number[]> {
  const pools = urls.map((url) => new Pool(url, { connections: 100, pipelining: 1 }));
  try {
    return await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        const pool = pools[index % pools.length];
        const target = targets[index % targets.length] ?? "";
        const response = await pool?.request({ method: "GET", path: target });
        await response?.body.dump();
        return response?.statusCode ?? 0;
      }),
    );
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}
