/*
 * Paths of icons that several components show, in a square of 24, from lucide (ISC licence), whose components weigh more.
 * A page that draws one of them has all that browsers draw.
 */

export const ARROW = "M5 12h14M12 5l7 7-7 7";
export const CHECK = "M20 6L9 17l-5-5";
export const CLOSE = "M18 6L6 18M6 6l12 12";
export const LINK = "M9 17H7A5 5 0 0 1 7 7h2M15 7h2a5 5 0 1 1 0 10h-2M8 12L16 12";
export const SEARCH = "M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M21 21l-4.3-4.3";
export const WARNING =
  "M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01";

/** The pixels of the head of an unknown player: the hair and the question mark, drawn over the face. */
export const HEAD_HAIR = "M0 0.5h8M0 1.5h2M6 1.5h2M0 2.5h1M7 2.5h1M0 3.5h1M7 3.5h1";
export const HEAD_MARK = "M2 1.5h4M1 2.5h2M5 2.5h2M4 3.5h2M3 4.5h2M3 6.5h2";
