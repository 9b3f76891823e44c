import type { Allowance } from "./claim.ts";

/**
 * What is asked of each upstream at most. In any time of W seconds at most rate · W + burst calls
 * leave, so rate and burst are chosen to stay below every limit that is known of it; a limit of N in
 * T seconds is met by a rate of 0.8 · N / T and a burst of 0.05 · N. None of the upstreams but
 * OpenXBL documents a limit: the numbers are what operators of such services found out.
 */
export const UPSTREAM_ALLOWANCES = {
  /**
   * 600 in 10 min (the old wiki.vg), about 200 in 2 min (minecraft.wiki), about 50 in 8 s (found by
   * experiment), for each address. Ours: 510, 126 and 36.
   */
  "mojang-names": { rate: 0.8, burst: 30 },
  /**
   * About 400 in 10 s (minecraft.wiki); while Mojang defended itself in 2020 and 2022, refusals
   * began above about 10 a second (crafatar issue 260). Ours: 70 in 10 s.
   */
  "mojang-session": { rate: 5, burst: 20 },
  /** No limit is known. Ours: 240 in 10 s. */
  "mojang-textures": { rate: 20, burst: 40 },
  /** No limit is published. Ours: 30 in 10 s. */
  geyser: { rate: 2, burst: 10 },
  /** 100 in 10 s. Ours: 30. */
  playerdb: { rate: 2, burst: 10 },
  /** 10 in 15 s for a profile. Ours: 9. */
  "xbox-live": { rate: 0.4, burst: 3 },
  /** 150 an hour on the free plan (xbl.io). Ours: 131. */
  openxbl: { rate: 0.035, burst: 5 },
  /** No limit is published. Ours: 15 in 10 s. */
  laby: { rate: 1, burst: 5 },
} as const satisfies Record<string, Allowance>;
