import type { TopPicture } from "./top-patterns.ts";

const coat: TopPicture = {
  front: `
    1.3ww3.1
    .33ww33.
    ..3ee3..
    ..3EE3..
    ..3y.3..
    ...33...
    ..y.3...
    ....3...
    ..y.3...
    ....3...
    ..y.3...
    33333333`,
  overFront: `
    11....11
    .1....1.
    ........
    ........
    ........
    ........
    ........
    ........
    33....33
    22....22
    22....22
    33....33`,
  overSide: `.\n.\n.\n.\n.\n.\n.\n.\n3333\n2222\n2222\n3333`,
  overBack: `.\n.\n.\n.\n.\n.\n.\n.\n33333333\n22222222\n22222222\n33333333`,
};

const plate: TopPicture = {
  front: `
    1AaaaaA1
    11222211
    12111123
    12122123
    12122123
    12222223
    31222233
    33333333
    EEEYYEEE
    2.2.2.2.
    23232323
    33333333`,
  back: `11111111\n12222223\n12222223\n12233223\n12233223\n12222223\n32222233\n33333333\nEEEEEEEE\n2.2.2.2.\n23232323\n33333333`,
  side: `1112\n1223\n1223\n1223\n1223\n1223\n3333\n3333\nEEEE\n2.2.\n2323\n3333`,
};

const robe: TopPicture = {
  front: `
    .aA..Aa.
    ..aAAa..
    ..a11a..
    ...aa...
    ...22...
    ...11...
    .y.22...
    AAAyyAAA
    eeeYYeee
    ...aa...
    ...aa...
    aaaaaaaa`,
  back: `.aaaaaa.\n..aaaa..\n........\n........\n........\n........\n........\nAAAAAAAA\neeeeeeee\n........\n........\naaaaaaaa`,
  side: `.\n.\n.\n.\n.\n.\n.\nAAAA\neeee\n.\n.\naaaa`,
};

const jumper: TopPicture = {
  front: `
    ..aaaa..
    ........
    ........
    a.a.a.a.
    .a.a.a.a
    ........
    AAAAAAAA
    ........
    a.a.a.a.
    .a.a.a.a
    ........
    33333333`,
  back: `..aaaa..\n........\n........\na.a.a.a.\n.a.a.a.a\n........\neeeeeeee\n........\na.a.a.a.\n.a.a.a.a\n........\n33333333`,
  side: `.\n.\n.\na.a.\n.a.a\n.\neeee\n.\na.a.\n.a.a\n.\n3333`,
};

const suit: TopPicture = {
  front: `
    3.waaw.3
    33waaw33
    .33aa33.
    .w3aa3..
    ..3ee3..
    ...33...
    ...3k...
    ...3....
    ...3k...
    .44344..
    ...3....
    33333333`,
};

const emblem: TopPicture = {
  front: `
    ...ss...
    ...33...
    ........
    ..A..A..
    .AaaaaA.
    .aaaaaa.
    .eaaaae.
    ..eaae..
    ...ee...
    ........
    ........
    33333333`,
};

/** Coats, armour and robes. */
export const UNIFORMS = { coat, plate, robe, jumper, suit, emblem };
