/*
 * Processor time on one core of the machine of docs/benchmarks.md; another may need half or twice as much.
 */

/** A cached response from memory, sent by one process on one core. */
export const CACHED_US = 15.3;
/** A response made from a player in memory. */
export const HANDLED_US = 225;
/**
 * A call to a provider and what is written after it. 20,000 heads of players drawn by Zipf's law took 5.45 s; 18,227
 * of them were cached responses, and 1,773 players took 1.97 calls each.
 */
export const CALL_US = 1_480;
/** Commands that one Redis handles in a second: `redis-benchmark` with a script of one read and two writes. */
export const REDIS_COMMANDS = 49_000;
