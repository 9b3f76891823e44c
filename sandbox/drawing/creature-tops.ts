import type { TopPicture } from "./top-patterns.ts";

const belly: TopPicture = {
  front: `
    ..aaaa..
    .aaAAaa.
    .aAAAAa.
    aaAAAAaa
    aAAAAAAa
    aAAAAAAa
    aAAAAAAa
    aaAAAAaa
    .aaaaaa.
    .aaaaaa.
    ..eeee..
    ........`,
};

const panel: TopPicture = {
  front: `
    33333333
    3......3
    .kkkkkk.
    .kAk.Yk.
    .kAkyyk.
    .kkkkkk.
    ........
    .a.a.a..
    ........
    33333333
    4.4.4.4.
    33333333`,
  back: `33333333\n........\n.333333.\n.3....3.\n.3.aa.3.\n.3.aa.3.\n.3....3.\n.333333.\n........\n33333333\n4.4.4.4.\n33333333`,
};

/** What creatures and machines have for a chest. */
export const CREATURE_TOPS = { belly, panel };
