import type { Creature } from "../creatures.ts";

const pig: Creature = {
  coat: "#f0a9ae",
  second: "#d97c86",
  third: "#8c4a58",
  front: `
    21222212
    22222222
    22222222
    22222222
    kw2222wk
    22aAAa22
    22caac22
    22eaae22`,
  overFront: `
    a......a
    e2....2e
    ........
    ........
    ........
    ..AAAA..
    ..caac..
    ..eeee..`,
  overSide: `
    .a......
    .ee.....`,
};

const cow: Creature = {
  coat: "#f3ece2",
  second: "#5b4033",
  third: "#eab2a5",
  front: `
    2aa222aa
    aaa22aaa
    aa2222aa
    22222222
    kw2222wk
    22222222
    cCccccCc
    cdccccdc`,
  side: `
    aa222aa2
    aa22aaaa
    2222aaa2
    222222a2
    22a22222
    2aaa2222
    c2aa2222
    cc222222`,
  back: `
    22aa2222
    2aaaa22a
    22aaa222
    22222222
    aa222a22
    a222aaa2
    2222aa22
    22222222`,
  overFront: `
    W......W
    a......a`,
  overSide: `
    .WW.....
    ..aa....`,
  overTop: `
    ........
    ........
    ........
    ........
    ........
    W......W
    WW....WW
    ........`,
};

const capybara: Creature = {
  coat: "#a2734b",
  second: "#6e4a35",
  third: "#f2a03c",
  front: `
    22122122
    22222222
    22222222
    kk2222kk
    33222233
    22aaaa22
    2akaaka2
    22aaaa22`,
  overFront: `
    3......3
    ........
    ........
    ........
    ........
    ..aeea..
    .akaaka.
    ..eeee..`,
  overTop: `
    ........
    ........
    ...dd...
    ..dccd..
    ..cCcd..
    ...dd...
    ........
    ........`,
  overSide: `
    .3......
    .33.....`,
};

/** Heads from the farm. */
export const FARM = { pig, cow, capybara };
